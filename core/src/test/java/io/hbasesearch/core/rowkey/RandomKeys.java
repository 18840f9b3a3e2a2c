/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Makes keys of parts of every kind, rows of few different values, and questions about them, all at random. */
final class RandomKeys {
    /** A field part and values of it, as text. */
    private record Template(String yaml, Function<Random, String> values) {}

    private static final List<Template> ANYWHERE = List.of(
            new Template("{type: ascii, width: 3}", random -> letters(random, "ab?", 3, 3)),
            new Template("{type: ascii, width: 4, pad: '\\x00'}", random -> letters(random, "ab", 0, 4)),
            new Template("{type: ascii, width: 3, pad: b}", random -> letters(random, "abc", 0, 3)),
            new Template("{type: ascii, width: 3, pad: '0', padSide: left}", random -> letters(random, "01", 0, 3)),
            new Template("{type: utf8, width: 4, pad: ' '}", random -> letters(random, "\n aé", 0, 2)),
            new Template("{type: utf8, terminator: '\\x00'}", random -> letters(random, "\u0001aé", 0, 3)),
            new Template("{type: utf8, separator: '-'}", random -> letters(random, "!a", 0, 3)),
            new Template("{type: utf8, separator: '-+'}", random -> letters(random, "!a-+", 0, 3)),
            new Template(
                    "{type: utf8, terminator: '\\x00\\x01', escape: '\\x00\\xFF'}",
                    random -> letters(random, "\u0000\u0001a", 0, 3)),
            new Template(
                    "{type: utf8, transform: invert, terminator: '\\xFF'}", random -> letters(random, "abz", 0, 3)),
            new Template("{type: utf8, encoding: orderedBytes}", random -> letters(random, "abz", 0, 3)),
            new Template(
                    "{type: utf8, encoding: orderedBytes, transform: invert}", random -> letters(random, "abz", 0, 3)),
            new Template("{type: ascii, width: 3, transform: invert}", random -> letters(random, "abz", 3, 3)),
            new Template("{type: hex, width: 2}", random -> letters(random, "09af", 2, 2)),
            new Template("{type: u8}", random -> number(random, 0, 255)),
            new Template("{type: u16, transform: complement 65535}", random -> number(random, 0, 65535)),
            new Template("{type: i16, encoding: ordered}", random -> number(random, -32768, 32767)),
            new Template("{type: i32, encoding: phoenix, transform: invert}", random -> number(random, -3, 3)),
            new Template("{type: i64, encoding: orderedBytes}", random -> number(random, -3, 3)),
            new Template("{type: i8, ranges: false}", random -> number(random, -128, 127)),
            new Template("{type: decimal, width: 3}", random -> number(random, 0, 999)),
            new Template("{type: decimal, width: 3, transform: complement 999}", random -> number(random, 0, 999)),
            new Template("{type: u8, transform: floor 10}", random -> number(random, 0, 255)),
            new Template("{type: ascii, width: 3, transform: reverse}", random -> letters(random, "ab", 3, 3)),
            new Template("{type: ascii, width: 4, transform: rotate 2}", random -> letters(random, "ab", 4, 4)),
            new Template(
                    "{type: ascii, width: 2, pad: '\\x00', transform: truncate 2}",
                    random -> letters(random, "ab", 0, 4)),
            new Template("{type: date, pattern: yyyyMMdd}", random -> "2024-02-2" + random.nextInt(10)),
            new Template("{type: date, pattern: ddMMyyyy}", random -> "2024-02-2" + random.nextInt(10)),
            new Template("{type: float64, encoding: ordered}", random -> (random.nextInt(5) - 2) + ".5"),
            new Template("{type: float64, encoding: phoenix}", random -> (random.nextInt(5) - 2) + ".5"),
            new Template("{type: u32, transform: reverseBytes}", random -> number(random, 0, 600)),
            new Template("{type: uuid}", random -> "00000000-0000-000" + random.nextInt(3) + "-8000-000000000000"),
            new Template(
                    "{kind: dict, width: 1, dictionary: {a: '02', b: '01'}}", random -> letters(random, "ab", 1, 1)));

    private static final List<Template> AT_THE_END = List.of(
            new Template("{type: utf8}", random -> letters(random, "\u0000aé", 0, 3)),
            new Template("{type: bytes}", random -> letters(random, "0f", 1, 2).repeat(2)),
            new Template("{type: ascii, encoding: janusgraph}", random -> letters(random, "ab", 1, 9)),
            new Template("{type: utf8, transform: reverse}", random -> letters(random, "ab.", 0, 4)),
            new Template("{type: decimal}", random -> number(random, 0, 30)));

    private final Random random;
    private final Map<String, Template> fields = new LinkedHashMap<>();
    private final StringBuilder yaml = new StringBuilder("parts:\n");

    RandomKeys(Random random) {
        this.random = random;
    }

    private static String letters(Random random, String alphabet, int least, int most) {
        StringBuilder text = new StringBuilder();
        for (int length = least + random.nextInt(most - least + 1); length > 0; length--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Often near each other or at a bound. */
    private static String number(Random random, int least, int most) {
        int span = Math.min(20, most - least);
        int near = random.nextInt(span + 1);
        return String.valueOf(random.nextBoolean() ? least + near : most - near);
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A specification of one to four fields, with constants, salts, hashes and packed numbers between. */
    SampleTable table(Path directory) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = "f" + i;
            extra(i, count);
            Template template = i == count - 1 && random.nextBoolean() ? one(AT_THE_END) : one(ANYWHERE);
            add(name, template.yaml());
            fields.put(name, template);
        }
        try {
            Path file = Files.writeString(directory.resolve("key.yaml"), yaml);
            return new SampleTable(new RowKeySpecReader(Map.of()).readFile(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String name, String part) {
        yaml.append("  ").append(name).append(": ").append(part).append('\n');
    }

    private void extra(int i, int count) {
        String of = "f" + random.nextInt(count);
        switch (random.nextInt(8)) {
            case 0 -> add("c" + i, "{kind: const, value: '\\xFF'}");
            case 1 -> add("s" + i, "{kind: salt, type: u8, values: [0, 7, 255]}");
            case 2 -> add("h" + i, "{kind: hash, function: md5, of: " + of + ", take: 1}");
            case 3 -> add("h" + i, "{kind: hash, function: javaString, of: " + of + ", modulus: 3, negatives: keep}");
            case 4 -> {
                add("b" + i, "{kind: bits, bits: {x" + i + ": 3, y" + i + ": 5}}");
                fields.put("x" + i, new Template("", each -> number(each, 0, 7)));
                fields.put("y" + i, new Template("", each -> number(each, 0, 31)));
            }
            case 5 -> {
                add("o" + i, "{kind: salt, type: ascii, width: 2}");
                fields.put("o" + i, new Template("", each -> letters(each, "ab", 2, 2)));
            }
            default -> {
                // Most parts are fields.
            }
        }
    }

    /** Rows whose values fit; some templates make values that their part refuses. */
    void fill(SampleTable table, int rows) {
        for (int i = 0; i < rows; i++) {
            String[] values = fields.entrySet().stream()
                    .map(field ->
                            field.getKey() + "=" + field.getValue().values().apply(random))
                    .toArray(String[]::new);
            try {
                table.put(values);
            } catch (UnfitValueException e) {
                continue;
            }
        }
    }

    List<Predicate> predicates(SampleTable table) {
        List<Predicate> predicates = new ArrayList<>();
        List<String> names = List.copyOf(fields.keySet());
        for (int i = 0; i < names.size(); i++) {
            // The first fields more often than the others: else hardly anything narrows the keys.
            if (random.nextInt(i + 2) < 1 + (i == 0 ? 1 : 0)) {
                predicates.add(predicate(table, names.get(i)));
            }
        }
        return predicates;
    }

    private KeyValue value(SampleTable table, String field) {
        return table.spec().field(field).orElseThrow().parse(text(field));
    }

    /** Of a text often shorter or longer than any value that the key can hold. */
    private KeyValue bound(SampleTable table, String field) {
        KeyValue value = value(table, field);
        if (!(value instanceof KeyValue.Text) || random.nextBoolean()) {
            return value;
        }
        String text = value.text();
        String other = random.nextBoolean() ? text.substring(0, random.nextInt(text.length() + 1)) : text + text(field);
        try {
            return table.spec().field(field).orElseThrow().parse(other);
        } catch (UnfitValueException e) {
            return value;
        }
    }

    private String text(String field) {
        return fields.get(field).values().apply(random);
    }

    private Predicate predicate(SampleTable table, String field) {
        KeyValue value = value(table, field);
        String text = value.text();
        boolean isText = value instanceof KeyValue.Text;
        return switch (random.nextInt(isText ? 8 : 5)) {
            case 0, 1 -> new Predicate.Equal(field, value);
            case 2 -> new Predicate.In(field, List.of(value, value(table, field)));
            case 3 -> new Predicate.Range(field, half(bound(table, field)));
            case 4 ->
                new Predicate.Range(
                        field,
                        new Bounds<>(
                                bound(table, field), random.nextBoolean(), bound(table, field), random.nextBoolean()));
            case 5 -> new Predicate.Prefix(field, text.substring(0, random.nextInt(text.length() + 1)));
            case 6 -> new Predicate.Suffix(field, text.substring(random.nextInt(text.length() + 1)));
            default -> new Predicate.Wildcard(field, text.isEmpty() ? "?" : "?" + text.substring(1));
        };
    }

    private Bounds<KeyValue> half(KeyValue value) {
        boolean inclusive = random.nextBoolean();
        return random.nextBoolean()
                ? new Bounds<>(value, inclusive, null, true)
                : new Bounds<>(null, true, value, inclusive);
    }

    @Override
    public String toString() {
        return yaml.toString();
    }
}
