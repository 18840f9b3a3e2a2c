/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML files according to their declared settings. */
public final class YamlFile {
    /** A setting that names a file whose values apply where the file itself has none. */
    public static final String INCLUDE = "include";

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private YamlFile() {}

    /**
     * Reads a file and reports everything that does not fit {@code group}. All readable values are returned in any case, so that the
     * caller can continue its checks. The caller throws the collected problems before it uses the values.
     *
     * @param environment the variables that values may refer to
     */
    public static SettingValues read(
            Path file, SettingGroup group, Map<String, String> environment, ConfigurationProblems problems) {
        return node(file, group, environment, problems)
                .map(node -> SettingValues.read(node, group))
                .orElseGet(SettingValues::unreadable);
    }

    /** Does the same as {@link #read(Path, SettingGroup, Map, ConfigurationProblems)} without the file that the file includes. */
    public static SettingValues readAlone(
            Path file, SettingGroup group, Map<String, String> environment, ConfigurationProblems problems) {
        return node(file, environment, problems)
                .map(node -> SettingValues.read(node, group))
                .orElseGet(SettingValues::unreadable);
    }

    /** Reads a whole file with the one that it includes, if the group has a setting for that. */
    static Optional<YamlNode> node(
            Path file, SettingGroup group, Map<String, String> environment, ConfigurationProblems problems) {
        Optional<YamlNode> own = node(file, environment, problems);
        return group.acceptedKeys().contains(INCLUDE)
                ? own.map(node -> withIncluded(node, file, environment, problems))
                : own;
    }

    private static YamlNode withIncluded(
            YamlNode node, Path file, Map<String, String> environment, ConfigurationProblems problems) {
        YamlNode name = node.isMapping() ? node.entries().get(INCLUDE) : null;
        Optional<String> text = name == null ? Optional.empty() : name.text();
        if (name == null || text.isEmpty()) {
            return node;
        }
        Path included = file.resolveSibling(text.get());
        if (text.get().contains("/") || included.equals(file) || !Files.isRegularFile(included)) {
            name.problem("must name another file of the same directory, and there is no such file as " + text.get());
            return node;
        }
        Optional<YamlNode> base = node(included, environment, problems);
        base.filter(YamlNode::isMapping)
                .map(found -> found.entries().get(INCLUDE))
                .ifPresent(further -> further.problemWithKey("is not possible in a file that is included itself"));
        return base.map(node::over).orElse(node);
    }

    /**
     * Reads a text that is not in a file, as {@link #read(Path, SettingGroup, Map, ConfigurationProblems)} does. It may have been stored by
     * an earlier version, so former keys are accepted.
     *
     * @param place the location that problems name
     */
    public static SettingValues read(
            Path place,
            String text,
            SettingGroup group,
            Map<String, String> environment,
            ConfigurationProblems problems) {
        return node(new YamlNode.Source(place, new EnvironmentExpansion(environment), problems, true), text)
                .map(node -> SettingValues.read(node, group))
                .orElseGet(SettingValues::unreadable);
    }

    /** Reads a whole file; empty if it is not YAML, which was reported. */
    static Optional<YamlNode> node(Path file, Map<String, String> environment, ConfigurationProblems problems) {
        YamlNode.Source source = new YamlNode.Source(file, new EnvironmentExpansion(environment), problems, false);
        return content(file, problems).flatMap(text -> node(source, text));
    }

    private static Optional<YamlNode> node(YamlNode.Source source, String text) {
        return compose(source.file(), text, source.problems()).map(node -> new YamlNode(source, node, ""));
    }

    /** Parses a value as if it were in a file; for defaults, which must be valid. */
    static YamlNode inline(String text, String path, ConfigurationProblems problems) {
        Path nowhere = Path.of("(default)");
        Node node = compose(nowhere, text, problems).orElseThrow();
        return new YamlNode(
                new YamlNode.Source(nowhere, new EnvironmentExpansion(Map.of()), problems, false), node, path);
    }

    private static Optional<String> content(Path file, ConfigurationProblems problems) {
        try {
            String text = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
            return Optional.of(!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            problems.add(new ConfigurationProblem(file, 0, 0, "there is no such file"));
        } catch (CharacterCodingException e) {
            problems.add(new ConfigurationProblem(file, 0, 0, "the file is not in UTF-8"));
        } catch (IOException e) {
            problems.add(new ConfigurationProblem(file, 0, 0, "the file cannot be read: " + e));
        }
        return Optional.empty();
    }

    private static Optional<Node> compose(Path file, String text, ConfigurationProblems problems) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setUseMarks(true)
                .build();
        try {
            Optional<Node> node = new Compose(settings).composeString(text);
            return node.isPresent() ? node : Optional.of(nothing());
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
            problems.add(new ConfigurationProblem(
                    file,
                    mark.map(Mark::getLine).orElse(-1) + 1,
                    mark.map(Mark::getColumn).orElse(-1) + 1,
                    "this is not YAML: " + e.getProblem()));
        } catch (YamlEngineException e) {
            problems.add(new ConfigurationProblem(file, 0, 0, "the file is not YAML: " + e.getMessage()));
        }
        return Optional.empty();
    }

    private static Node nothing() {
        return new ScalarNode(Tag.NULL, "", ScalarStyle.PLAIN);
    }
}
