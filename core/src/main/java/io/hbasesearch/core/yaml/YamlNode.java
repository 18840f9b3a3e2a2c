/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value in a YAML file with its position and path. For one thread. */
final class YamlNode {
    /**
     * The state that all nodes of a file share.
     *
     * @param isStored whether an earlier version may have written the text
     */
    record Source(Path file, EnvironmentExpansion environment, ConfigurationProblems problems, boolean isStored) {}

    private final Source source;
    private final Node node;
    private final Node key;
    private final String path;
    private final @Nullable YamlNode below;

    YamlNode(Source source, Node node, String path) {
        this(source, node, node, path, null);
    }

    private YamlNode(Source source, Node node, Node key, String path, @Nullable YamlNode below) {
        this.source = source;
        this.node = node;
        this.key = key;
        this.path = path;
        this.below = below;
    }

    /** Returns this value over that of another file: a mapping has the other's entries that it lacks itself. */
    YamlNode over(YamlNode other) {
        if (isNull()) {
            return other;
        }
        return node instanceof MappingNode && other.isMapping() ? new YamlNode(source, node, key, path, other) : this;
    }

    /** Keys from the top, joined by dots; empty for the whole file. */
    String path() {
        return path;
    }

    boolean isStored() {
        return source.isStored();
    }

    /** Reports {@code <path> <text>} at this value. */
    void problem(String text) {
        report(node, (path.isEmpty() ? "the file" : path) + " " + text);
    }

    /** Reports {@code <path> <text>} at the key of this value. */
    void problemWithKey(String text) {
        report(key, path + " " + text);
    }

    /** Reports {@code text} at this value, for another object without a position. */
    void problemHere(String text) {
        report(node, text);
    }

    private void report(Node where, String text) {
        Optional<Mark> mark = where.getStartMark();
        source.problems()
                .add(new ConfigurationProblem(
                        source.file(),
                        mark.map(Mark::getLine).orElse(0) + 1,
                        mark.map(Mark::getColumn).orElse(0) + 1,
                        text));
    }

    private int line() {
        return key.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    boolean isNull() {
        return Tag.NULL.equals(node.getTag());
    }

    /** Tells if this node is a mapping, so that {@link #entries()} reports no problem of the node itself. */
    boolean isMapping() {
        return node instanceof MappingNode || isNull();
    }

    boolean isSequence() {
        return node instanceof SequenceNode;
    }

    /** Returns a scalar with environment variables expanded; anything else is reported. */
    Optional<String> text() {
        if (isNull()) {
            problem("has no value");
            return Optional.empty();
        }
        if (!(node instanceof ScalarNode scalar)) {
            problem("must be a single value, not " + kind());
            return Optional.empty();
        }
        try {
            return Optional.of(source.environment().expand(scalar.getValue()));
        } catch (IllegalArgumentException e) {
            problem(e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the items of a list; anything else is reported. */
    List<YamlNode> items() {
        if (!(node instanceof SequenceNode sequence)) {
            problem("must be a list, not " + kind());
            return List.of();
        }
        List<YamlNode> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlNode(source, item, path + "[" + items.size() + "]"));
        }
        return items;
    }

    /** Returns the entries of a mapping in the order of the file; anything else and duplicate keys are reported. */
    Map<String, YamlNode> entries() {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        if (isNull()) {
            return entries;
        }
        if (!(node instanceof MappingNode mapping)) {
            problem("must be a mapping of keys to values, not " + kind());
            return entries;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            addEntry(entries, tuple);
        }
        if (below != null) {
            below.entries().forEach((name, value) -> entries.merge(name, value, YamlNode::over));
        }
        return entries;
    }

    private void addEntry(Map<String, YamlNode> entries, NodeTuple tuple) {
        YamlNode keyNode = new YamlNode(source, tuple.getKeyNode(), path);
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            keyNode.problem("has a key that is " + keyNode.kind() + " instead of a name");
            return;
        }
        String childPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
        YamlNode first = entries.get(key.getValue());
        if (first != null) {
            new YamlNode(source, key, childPath).problem("is there twice, first in line " + first.line());
            return;
        }
        entries.put(key.getValue(), new YamlNode(source, positioned(tuple), key, childPath, null));
    }

    /** Returns the node for positions. An empty value begins at the next line, so its key is the better position. */
    private static Node positioned(NodeTuple tuple) {
        if (tuple.getValueNode() instanceof ScalarNode value && value.getValue().isEmpty() && value.isPlain()) {
            return new ScalarNode(
                    value.getTag(),
                    true,
                    "",
                    value.getScalarStyle(),
                    tuple.getKeyNode().getStartMark(),
                    tuple.getKeyNode().getEndMark());
        }
        return tuple.getValueNode();
    }

    /** Returns this value as YAML in one line with variables expanded; a value whose expansion fails is left empty. */
    String canonical() {
        if (node instanceof MappingNode) {
            Map<String, String> entries = new LinkedHashMap<>();
            entries().forEach((name, value) -> entries.put(name, value.canonical()));
            return YamlText.mapping(entries);
        }
        return isSequence()
                ? YamlText.list(items().stream().map(YamlNode::canonical).toList())
                : YamlText.quote(text().orElse(""));
    }

    /** Adds every scalar at and below this node, as the file has it, by its path. */
    void addScalars(Map<String, String> texts) {
        if (node instanceof MappingNode) {
            entries().values().forEach(entry -> entry.addScalars(texts));
        } else if (isSequence()) {
            items().forEach(item -> item.addScalars(texts));
        } else if (node instanceof ScalarNode scalar) {
            texts.put(path, scalar.getValue());
        }
    }

    /**
     * Returns this value as String, Boolean, Long, Double, List or Map, with variables expanded. Empty if there is a problem, which
     * was reported.
     */
    Optional<Object> plain() {
        if (node instanceof MappingNode) {
            Map<String, YamlNode> entries = entries();
            Map<String, Object> values = new TreeMap<>();
            entries.forEach((name, value) -> value.plain().ifPresent(plain -> values.put(name, plain)));
            return values.size() == entries.size() ? Optional.of(values) : Optional.empty();
        }
        if (isSequence()) {
            List<YamlNode> items = items();
            List<Object> values = new ArrayList<>();
            items.forEach(item -> item.plain().ifPresent(values::add));
            return values.size() == items.size() ? Optional.of(values) : Optional.empty();
        }
        return text().map(this::scalar);
    }

    /** Converts a scalar. A quoted value is always a text. */
    private Object scalar(String text) {
        boolean isPlain = node instanceof ScalarNode scalar && scalar.isPlain();
        try {
            if (isPlain && Tag.BOOL.equals(node.getTag())) {
                return text.equals("true");
            }
            if (isPlain && Tag.INT.equals(node.getTag())) {
                return Long.parseLong(text);
            }
            return isPlain && Tag.FLOAT.equals(node.getTag()) ? (Object) Double.parseDouble(text) : text;
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private String kind() {
        return switch (node.getNodeType()) {
            case SEQUENCE -> "a list";
            case MAPPING -> "a mapping";
            case SCALAR -> isNull() ? "nothing" : "a single value";
            case ANCHOR -> "an alias";
        };
    }
}
