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
 * Defines the syntax, parsing and validation of a value.
 *
 * @param <T> the parsed type
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

    /** The form of a value in a file, as far as editors can validate it. */
    public sealed interface Shape {
        /** @param choices all allowed values; empty if there are too many */
        record Single(List<String> choices) implements Shape {}

        /** One value or a list of values. */
        record Many(Shape item) implements Shape {}

        /** A mapping from names that the user chooses. */
        record Named(Shape value) implements Shape {}

        /** A mapping that is passed to another system. */
        record Anything() implements Shape {}

        /** The name of a file, or a mapping. */
        record NameOrGroup(SettingGroup group) implements Shape {}
    }

    /** Reads a value, or reports its problem. */
    private interface Reader<T> {
        Optional<T> read(YamlNode node, boolean secret);
    }

    /** Creates a type of a single value.
     *
     * @param form the required form with unit and bounds, worded to follow "must be"
     * @param parser throws IllegalArgumentException for other values; its message is not shown
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

    /** Returns the actual value for a message, unless it has an @: a user name and a password may precede it by mistake. */
    private static String instead(String text) {
        return text.contains("@")
                ? "; what it is now is not shown, as a password may stand before its @"
                : ", not \"" + text + "\"";
    }

    /** Any text except blanks only. */
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

    /** @param unit of the number, in the plural; empty for none */
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

    /** Returns the type of a list of these; a single one may omit the brackets. */
    public ValueType<List<T>> list() {
        return new ValueType<>("a list, each item " + form, secret, new Shape.Many(shape), (node, hide) -> {
            List<T> values = new ArrayList<>();
            List<YamlNode> items = node.isSequence() ? node.items() : List.of(node);
            items.forEach(item -> reader.read(item, hide).ifPresent(values::add));
            return values.size() == items.size() ? Optional.of(List.copyOf(values)) : Optional.empty();
        });
    }

    /** Returns the type of a mapping from names that the user chooses to these. */
    public ValueType<Map<String, T>> map() {
        return new ValueType<>("a mapping, each value " + form, secret, new Shape.Named(shape), (node, hide) -> {
            Map<String, T> values = new LinkedHashMap<>();
            Map<String, YamlNode> entries = node.entries();
            entries.forEach((key, value) -> reader.read(value, hide).ifPresent(read -> values.put(key, read)));
            return values.size() == entries.size() ? Optional.of(values) : Optional.empty();
        });
    }

    /** A mapping that is passed to another system: its values are String, Boolean, Long, Double, List and Map. */
    public static ValueType<Map<String, Object>> anyMapping(String form) {
        return new ValueType<>(form, false, new Shape.Anything(), (node, hide) -> {
            Map<String, Object> values = new TreeMap<>();
            Map<String, YamlNode> entries = node.entries();
            entries.forEach((key, value) -> value.plain().ifPresent(plain -> values.put(key, plain)));
            return values.size() == entries.size() ? Optional.of(values) : Optional.empty();
        });
    }

    /**
     * The name of a file, or a mapping with the content of such a file.
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

    /** Returns this type with values that no problem shows. */
    public ValueType<T> secret() {
        return new ValueType<>(form, true, shape, reader);
    }

    /** Returns this type with converted values. */
    public <U> ValueType<U> as(Function<T, U> conversion) {
        return new ValueType<>(
                form, secret, shape, (node, hide) -> reader.read(node, hide).map(conversion));
    }

    /** The required form, with unit and bounds. */
    public String form() {
        return form;
    }

    public Shape shape() {
        return shape;
    }

    /** Tells if a single value stands for a list of one. */
    boolean isList() {
        return shape instanceof Shape.Many;
    }

    boolean isSecret() {
        return secret;
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
