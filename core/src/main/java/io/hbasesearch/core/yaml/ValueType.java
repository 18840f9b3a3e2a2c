/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How a value is written, read and checked.
 *
 * @param <T> what it becomes
 */
public final class ValueType<T> {
    private final String form;
    private final boolean secret;
    private final Shape shape;
    private final Reader<T> reader;

    private ValueType(String form, boolean secret, Shape shape, Reader<T> reader) {
        this.form = Objects.requireNonNull(form, "form");
        this.secret = secret;
        this.shape = shape;
        this.reader = reader;
    }

    /** What a value looks like in a file, as far as editors can tell right from wrong by it. */
    public sealed interface Shape {
        /** @param choices all that it may be; empty if there are too many */
        record Single(List<String> choices) implements Shape {}

        /** One or a list of them. */
        record Many(Shape item) implements Shape {}

        /** A mapping from names that the user chooses. */
        record Named(Shape value) implements Shape {}

        /** A mapping that somebody else understands. */
        record Anything() implements Shape {}

        /** The name of a file, or a mapping. */
        record NameOrGroup(SettingGroup group) implements Shape {}
    }

    /** Reads a value or reports what is wrong with it. */
    private interface Reader<T> {
        Optional<T> read(YamlNode node, boolean secret);
    }

    /**
     * A single value.
     *
     * @param form what it must be, with unit and bounds, so that "must be" can stand before it
     * @param parser throws IllegalArgumentException for what is not of that form; its message is not shown
     */
    public static <T> ValueType<T> of(String form, Function<String, T> parser) {
        return of(form, List.of(), parser);
    }

    private static <T> ValueType<T> of(String form, List<String> choices, Function<String, T> parser) {
        return new ValueType<>(form, false, new Shape.Single(choices), (node, secret) -> node.text()
                .flatMap(text -> {
                    try {
                        return Optional.of(parser.apply(text));
                    } catch (IllegalArgumentException e) {
                        node.problem("must be " + form + (secret ? "" : instead(text)));
                        return Optional.empty();
                    }
                }));
    }

    /** Before an @ may stand a user's name and a password, wherever it was written by mistake. */
    private static String instead(String text) {
        return text.contains("@")
                ? "; what it is now is not shown, as a password may stand before its @"
                : ", not \"" + text + "\"";
    }

    /** Any text but blanks alone. */
    public static ValueType<String> text() {
        return of("text", text -> {
            require(!text.isBlank());
            return text;
        });
    }

    public static ValueType<Boolean> bool() {
        return of("true or false", List.of("true", "false"), text -> {
            require(text.equals("true") || text.equals("false"));
            return text.equals("true");
        });
    }

    /** @param unit what is counted, in the plural; empty for none */
    public static ValueType<Integer> integer(int least, int most, String unit) {
        String form = "a whole number " + (unit.isEmpty() ? "" : "of " + unit + " ") + "from " + least + " to " + most;
        return of(form, text -> {
            int value = Integer.parseInt(text.replace("_", ""));
            require(value >= least && value <= most);
            return value;
        });
    }

    public static ValueType<Duration> duration(Duration least, Duration most) {
        String form = "a duration from " + Units.duration(least) + " to " + Units.duration(most)
                + ", with the unit ms, s, m, h or d";
        return of(form, text -> {
            Duration value = Units.parseDuration(text);
            require(value.compareTo(least) >= 0 && value.compareTo(most) <= 0);
            return value;
        });
    }

    /** A number of bytes. */
    public static ValueType<Long> size(long least, long most) {
        String form = "a size from " + Units.size(least) + " to " + Units.size(most)
                + ", with the unit B, KB, MB or GB (of 1024)";
        return of(form, text -> {
            long value = Units.parseSize(text);
            require(value >= least && value <= most);
            return value;
        });
    }

    /** One of a few names. */
    public static <T> ValueType<T> oneOf(Map<String, T> names) {
        String form = "one of " + String.join(", ", names.keySet());
        Map<String, T> copy = Map.copyOf(names);
        return of(form, List.copyOf(names.keySet()), text -> {
            T value = copy.get(text);
            require(value != null);
            return value;
        });
    }

    /** A list of these; a single one may stand without the brackets. */
    public ValueType<List<T>> list() {
        return new ValueType<>("a list, each item " + form, secret, new Shape.Many(shape), (node, hide) -> {
            List<T> values = new ArrayList<>();
            List<YamlNode> items = node.isSequence() ? node.items() : List.of(node);
            items.forEach(item -> reader.read(item, hide).ifPresent(values::add));
            return values.size() == items.size() ? Optional.of(List.copyOf(values)) : Optional.empty();
        });
    }

    /** A mapping of names that the user chooses to these. */
    public ValueType<Map<String, T>> map() {
        return new ValueType<>("a mapping, each value " + form, secret, new Shape.Named(shape), (node, hide) -> {
            Map<String, T> values = new LinkedHashMap<>();
            Map<String, YamlNode> entries = node.entries();
            entries.forEach((key, value) -> reader.read(value, hide).ifPresent(read -> values.put(key, read)));
            return values.size() == entries.size() ? Optional.of(values) : Optional.empty();
        });
    }

    /** A mapping that is somebody else's to understand: its values are String, Boolean, Long, Double, List and Map. */
    public static ValueType<Map<String, Object>> anyMapping(String form) {
        return new ValueType<>(form, false, new Shape.Anything(), (node, hide) -> {
            Map<String, Object> values = new TreeMap<>();
            Map<String, YamlNode> entries = node.entries();
            entries.forEach((key, value) -> value.plain().ifPresent(plain -> values.put(key, plain)));
            return values.size() == entries.size() ? Optional.of(values) : Optional.empty();
        });
    }

    /**
     * A name of a file, or a mapping of what such a file holds.
     *
     * @param inline the keys of the mapping
     */
    public static ValueType<FileOrInline> fileOrInline(String form, SettingGroup inline) {
        return new ValueType<>(
                form,
                false,
                new Shape.NameOrGroup(inline),
                (node, hide) -> node.isMapping() && !node.isNull()
                        ? Optional.of(new FileOrInline.Inline(SettingValues.read(node, inline)))
                        : node.text().map(FileOrInline.OfFile::new));
    }

    /** The same, never shown in a problem. */
    public ValueType<T> secret() {
        return new ValueType<>(form, true, shape, reader);
    }

    /** The same, as something else. */
    public <U> ValueType<U> as(Function<T, U> conversion) {
        return new ValueType<>(
                form, secret, shape, (node, hide) -> reader.read(node, hide).map(conversion));
    }

    /** What a value must be, with unit and bounds. */
    public String form() {
        return form;
    }

    public Shape shape() {
        return shape;
    }

    /** Whether a single value stands for a list of one. */
    boolean isList() {
        return shape instanceof Shape.Many;
    }

    Optional<T> read(YamlNode node) {
        return reader.read(node, secret);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
