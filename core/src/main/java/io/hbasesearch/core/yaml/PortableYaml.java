/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/**
 * Converts a YAML file to one that reads the same on another machine: variables are expanded, and the files that it names are
 * included. For one file and one thread.
 */
public final class PortableYaml {
    private final Path directory;
    private final ValueType<Path> paths;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> root;

    private PortableYaml(
            Path directory, YamlNode node, SettingGroup group, ValueType<Path> paths, Predicate<String> kept) {
        this.directory = directory;
        this.paths = paths;
        this.root = mapping(node, group, kept);
    }

    /**
     * @param paths the type of settings that name files
     * @param kept keys of the top level that the result has
     * @throws ConfigurationException if the file cannot be read
     */
    public static PortableYaml of(
            Path file,
            SettingGroup group,
            ValueType<Path> paths,
            Map<String, String> environment,
            Predicate<String> kept) {
        ConfigurationProblems problems = new ConfigurationProblems();
        YamlNode node = YamlFile.node(file, group, environment, problems).orElse(null);
        problems.throwIfAny();
        Path directory = file.toAbsolutePath().normalize().getParent();
        PortableYaml portable = new PortableYaml(
                Objects.requireNonNull(directory, "directory"),
                Objects.requireNonNull(node, "node"),
                group,
                paths,
                kept);
        problems.throwIfAny();
        return portable;
    }

    /** The text, to be written beside {@link #files()}. It has secrets in clear text if the file, its variables or its files have them. */
    public String text() {
        // A quoted value is always a text.
        DumpSettings quoted = DumpSettings.builder()
                .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
                .setDefaultFlowStyle(FlowStyle.FLOW)
                .build();
        return new Dump(quoted).dumpToString(root);
    }

    /** The contents of the files that the text names, by the names in the text. */
    public Map<String, byte[]> files() {
        return Map.copyOf(files);
    }

    private Map<String, @Nullable Object> mapping(YamlNode node, SettingGroup group, Predicate<String> kept) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        node.entries().forEach((key, value) -> {
            if (kept.test(key)) {
                values.put(key, value(key, value, group));
            }
        });
        return values;
    }

    private @Nullable Object value(String key, YamlNode value, SettingGroup group) {
        Optional<SettingGroup> inner = group.groups().stream()
                .filter(candidate -> candidate.key().equals(key))
                .findFirst();
        if (inner.isPresent() && value.isMapping() && !value.isNull()) {
            return inner.get().isRepeated() ? each(value, inner.get()) : mapping(value, inner.get(), any -> true);
        }
        boolean isPath =
                group.settings().stream().anyMatch(setting -> setting.key().equals(key) && setting.type() == paths);
        return isPath ? path(value) : copy(value);
    }

    private Map<String, Object> each(YamlNode node, SettingGroup group) {
        Map<String, Object> values = new LinkedHashMap<>();
        node.entries().forEach((key, value) -> values.put(key, mapping(value, group, any -> true)));
        return values;
    }

    private @Nullable Object path(YamlNode value) {
        Optional<Path> file = value.text().map(directory::resolve).filter(Files::isRegularFile);
        if (file.isEmpty()) {
            return copy(value);
        }
        String name = files.size() + "-" + file.get().getFileName();
        try {
            files.put(name, Files.readAllBytes(file.get()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return escaped(name);
    }

    private static @Nullable Object copy(YamlNode node) {
        if (node.isNull()) {
            return null;
        }
        if (node.isSequence()) {
            List<@Nullable Object> items = new ArrayList<>();
            node.items().forEach(item -> items.add(copy(item)));
            return items;
        }
        if (node.isMapping()) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            node.entries().forEach((key, value) -> values.put(key, copy(value)));
            return values;
        }
        return escaped(node.text().orElse(""));
    }

    /** Escapes expanded text, so that it is not expanded again. */
    private static String escaped(String text) {
        return text.replace("${", "$${");
    }
}
