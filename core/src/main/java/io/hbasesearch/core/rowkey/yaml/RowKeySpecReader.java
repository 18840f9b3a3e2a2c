/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads row-key specifications, one YAML file for each table. Immutable. */
public final class RowKeySpecReader {
    /** The name of the layout in a file with only one. */
    public static final String ONLY_VARIANT = "key";

    private final Map<String, String> environment;

    /** @param environment the variables that values may refer to; usually {@link System#getenv()} */
    public RowKeySpecReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Returns the settings of a specification, for documentation. */
    public static SettingGroup settings() {
        return RowKeySettings.ROOT;
    }

    /** @throws io.hbasesearch.core.yaml.ConfigurationException with all problems of the file */
    public RowKeySpec readFile(Path file) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<RowKeySpec> spec = spec(YamlFile.read(file, RowKeySettings.ROOT, environment, problems));
        problems.throwIfAny();
        return spec.orElseThrow();
    }

    /** Reads a specification within another file; empty if there is a problem, which was reported. */
    public static Optional<RowKeySpec> spec(SettingValues values) {
        List<KeyLayout> variants = variants(values);
        return variants.isEmpty()
                ? Optional.empty()
                : Optional.of(new RowKeySpec(
                        variants, values.find(RowKeySettings.UNDECODABLE).orElse(UndecodableKeys.DEAD_LETTER)));
    }

    /** Returns the canonical form of a specification, without the handling of undecodable keys. */
    public static String canonical(SettingValues values) {
        return values.canonical(Set.of(RowKeySettings.UNDECODABLE));
    }

    /** Returns the setting {@code undecodable} of a file that names a specification, where it takes precedence. */
    public static Setting<UndecodableKeys> undecodable(String description) {
        return Setting.optional("undecodable", RowKeySettings.UNDECODABLE.type(), description);
    }

    /** Returns the name in a specification. */
    public static String name(UndecodableKeys undecodable) {
        return RowKeySettings.undecodable().entrySet().stream()
                .filter(entry -> entry.getValue() == undecodable)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static List<KeyLayout> variants(SettingValues values) {
        List<SettingValues> entries = values.each(RowKeySettings.VARIANTS);
        if (entries.isEmpty()) {
            return new LayoutReader(ONLY_VARIANT, values).read().map(List::of).orElse(List.of());
        }
        if (!values.each(RowKeySettings.PARTS).isEmpty()) {
            values.problem("has both parts and variants: move the parts into a variant of their own");
        }
        List<KeyLayout> variants = new ArrayList<>();
        for (SettingValues entry : entries) {
            Optional<KeyLayout> layout = new LayoutReader(entry.name(), entry).read();
            layout.ifPresent(read -> {
                checkApart(entry, read, variants);
                variants.add(read);
            });
        }
        return variants;
    }

    private static void checkApart(SettingValues entry, KeyLayout layout, List<KeyLayout> before) {
        for (KeyLayout other : before) {
            if (!layout.isApartFrom(other)) {
                entry.problem("overlaps with the variant " + other.name()
                        + ", so that a key may be read as either: let both begin with constants of which none begins"
                        + " with the other (kind: const), or let their lengths differ");
            }
        }
    }
}
