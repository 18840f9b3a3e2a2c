/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.hadoop.hbase.types.DataType;
import org.apache.hadoop.hbase.types.FixedLengthWrapper;
import org.apache.hadoop.hbase.types.OrderedFloat64;
import org.apache.hadoop.hbase.types.OrderedInt16;
import org.apache.hadoop.hbase.types.OrderedInt32;
import org.apache.hadoop.hbase.types.OrderedInt64;
import org.apache.hadoop.hbase.types.OrderedInt8;
import org.apache.hadoop.hbase.types.OrderedString;
import org.apache.hadoop.hbase.types.RawByte;
import org.apache.hadoop.hbase.types.RawBytes;
import org.apache.hadoop.hbase.types.RawDouble;
import org.apache.hadoop.hbase.types.RawInteger;
import org.apache.hadoop.hbase.types.RawLong;
import org.apache.hadoop.hbase.types.RawShort;
import org.apache.hadoop.hbase.types.RawString;
import org.apache.hadoop.hbase.types.Struct;
import org.apache.hadoop.hbase.types.StructBuilder;
import org.apache.hadoop.hbase.types.TerminatedWrapper;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys of several parts are what HBase's own {@code Struct} makes of several fields, whatever these are and in whatever order; and
 * the ranges that the first fields give hold them.
 */
class StructTest {
    private static final int CASES = 10_000;
    private static final int KEYS_OF_A_STRUCT = 5;
    private static final String ORDERED = ", encoding: orderedBytes}";
    private static final String INVERTED = ", encoding: orderedBytes, transform: invert}";

    /** Near each other, so that keys of one struct have beginnings in common. */
    private static final Function<Random, Object> LONGS =
            random -> random.nextBoolean() ? random.nextLong() : (long) random.nextInt(5) - 2;

    private static final Function<Random, Object> TEXTS = random -> text(random, random.nextInt(9));

    /** Made of all that are order-preserving, and may stand anywhere. */
    private static final List<Field> SORTED = List.of(
            new Field("{type: i8" + ORDERED, OrderedInt8.ASCENDING, number(Long::byteValue), false),
            new Field("{type: i16" + INVERTED, OrderedInt16.DESCENDING, number(Long::shortValue), true),
            new Field("{type: i32" + ORDERED, OrderedInt32.ASCENDING, number(Long::intValue), false),
            new Field("{type: i32" + INVERTED, OrderedInt32.DESCENDING, number(Long::intValue), true),
            new Field("{type: i64" + ORDERED, OrderedInt64.ASCENDING, LONGS, false),
            new Field("{type: i64" + INVERTED, OrderedInt64.DESCENDING, LONGS, true),
            new Field("{type: float64" + ORDERED, OrderedFloat64.ASCENDING, Random::nextGaussian, false),
            new Field("{type: float64" + INVERTED, OrderedFloat64.DESCENDING, Random::nextGaussian, true),
            new Field("{type: utf8" + ORDERED, OrderedString.ASCENDING, TEXTS, false),
            new Field("{type: utf8" + INVERTED, OrderedString.DESCENDING, TEXTS, true),
            new Field(
                    "{type: utf8, terminator: '\\x00'}",
                    new TerminatedWrapper<>(RawString.ASCENDING, "\0"),
                    TEXTS,
                    false),
            new Field(
                    "{type: ascii, width: 9, pad: '\\x00'}",
                    new FixedLengthWrapper<>(RawString.ASCENDING, 9),
                    random -> {
                        // Of one byte each.
                        return text(random, random.nextInt(9)).replaceAll("[^ -~]", "x");
                    },
                    false));

    private static final List<Field> UNSORTED = List.of(
            new Field("{type: i8, ranges: false}", new RawByte(), number(Long::byteValue), false),
            new Field("{type: i16, ranges: false}", new RawShort(), number(Long::shortValue), false),
            new Field("{type: i32, ranges: false}", new RawInteger(), number(Long::intValue), false),
            new Field("{type: i64, ranges: false}", new RawLong(), LONGS, false),
            new Field("{type: float64, ranges: false}", new RawDouble(), Random::nextGaussian, false));

    /** Nothing tells where they end but the key. */
    private static final List<Field> LAST = List.of(
            new Field("{type: utf8}", RawString.ASCENDING, TEXTS, false),
            new Field(
                    "{type: bytes}",
                    RawBytes.ASCENDING,
                    random -> {
                        byte[] bytes = new byte[random.nextInt(5)];
                        random.nextBytes(bytes);
                        return bytes;
                    },
                    false));

    @TempDir
    Path directory;

    /**
     * @param yaml the part as a specification has it
     * @param type the same in HBase
     * @param values what HBase's type takes
     */
    private record Field(String yaml, DataType<?> type, Function<Random, Object> values, boolean descending) {}

    private static Function<Random, Object> number(Function<Long, Object> narrowed) {
        return random -> narrowed.apply((Long) LONGS.apply(random));
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(4) > 0 ? 'a' + random.nextInt(2) : 1 + random.nextInt(0xd7fe));
        }
        return text.toString();
    }

    private static KeyValue ours(Object value) {
        if (value instanceof String text) {
            return KeyValue.of(text);
        }
        if (value instanceof byte[] bytes) {
            return KeyValue.of(bytes);
        }
        return value instanceof Double real ? new KeyValue.Real(real) : KeyValue.of(((Number) value).longValue());
    }

    private static byte[] written(List<Field> fields, Object... values) {
        StructBuilder builder = new StructBuilder();
        fields.forEach(field -> builder.add(field.type()));
        Struct struct = builder.toStruct();
        PositionedByteRange to = new SimplePositionedMutableByteRange(512);
        struct.encode(to, values);
        return Arrays.copyOf(to.getBytes(), to.getPosition());
    }

    private RowKeySpec spec(String yaml) throws IOException {
        return new RowKeySpecReader(Map.of()).readFile(Files.writeString(directory.resolve("key.yaml"), yaml));
    }

    private RowKeySpec spec(List<Field> fields) throws IOException {
        StringBuilder yaml = new StringBuilder("parts:\n");
        for (int i = 0; i < fields.size(); i++) {
            yaml.append("  f")
                    .append(i)
                    .append(": ")
                    .append(fields.get(i).yaml())
                    .append('\n');
        }
        return spec(yaml.toString());
    }

    private static List<Field> struct(Random random) {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            List<Field> choices = random.nextInt(5) == 0 ? UNSORTED : SORTED;
            fields.add(choices.get(random.nextInt(choices.size())));
        }
        if (random.nextInt(4) == 0) {
            fields.add(LAST.get(random.nextInt(LAST.size())));
        }
        return fields;
    }

    private static Map<String, KeyValue> draw(List<Field> fields, Random random, List<Object> values) {
        Map<String, KeyValue> named = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            values.add(fields.get(i).values().apply(random));
            named.put("f" + i, ours(values.get(i)));
        }
        return named;
    }

    @Test
    void keysAreThoseOfAStructWithTheSameFields() throws IOException {
        List<Field> fields = List.of();
        RowKeySpec spec = ReadmeSpecs.named(directory, "StructBuilder");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            if (seed % KEYS_OF_A_STRUCT == 0) {
                fields = struct(random);
                spec = spec(fields);
            }
            List<Object> values = new ArrayList<>();
            Map<String, KeyValue> named = draw(fields, random, values);
            RowKey theirs = RowKey.wrap(written(fields, values.toArray()));

            assertThat(spec.encode(named))
                    .as("seed %d: %s", seed, fields)
                    .isEqualTo(new EncodedKey.Complete("key", List.of(theirs)));
            assertThat(spec.decode(theirs)).isEqualTo(new DecodedKey.Readable("key", named));
            assertLeadsTo(spec, named, 1 + random.nextInt(fields.size()), theirs);
        }
    }

    @Test
    void theExampleOfTheReadmeIsTheStructThatItNames() throws IOException {
        RowKeySpec spec = ReadmeSpecs.named(directory, "StructBuilder");
        List<Field> fields = List.of(SORTED.get(8), SORTED.get(5), LAST.get(0));
        Map<String, KeyValue> values =
                Map.of("user", KeyValue.of("Li"), "ts", KeyValue.of(-5), "note", KeyValue.of("hello"));
        assertThat(spec.encode(values))
                .isEqualTo(new EncodedKey.Complete("key", List.of(RowKey.wrap(written(fields, "Li", -5L, "hello")))));
    }

    /** By the values of its first fields. */
    private static void assertLeadsTo(RowKeySpec spec, Map<String, KeyValue> values, int known, RowKey row) {
        List<Predicate> predicates = values.entrySet().stream()
                .limit(known)
                .<Predicate>map(field -> new Predicate.Equal(field.getKey(), field.getValue()))
                .toList();
        AccessPath path = new KeyPlanner(spec).plan(predicates);
        if (known == values.size()) {
            assertThat(path).isEqualTo(new AccessPath.Gets(List.of(row), List.of()));
        } else {
            assertThat(path).isInstanceOfSatisfying(AccessPath.Scan.class, scan -> assertThat(scan.ranges())
                    .singleElement()
                    .matches(range -> range.contains(row), "holds " + row.printable()));
        }
    }

    @Test
    void keysAreInTheOrderOfTheirFieldsIfAllOfTheseKeepIt() throws IOException {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<Field> fields = random.ints(1 + random.nextInt(3), 0, SORTED.size())
                    .mapToObj(SORTED::get)
                    .toList();
            List<Object> one = new ArrayList<>();
            List<Object> other = new ArrayList<>();
            Map<String, KeyValue> ofOne = draw(fields, random, one);
            Map<String, KeyValue> ofOther = draw(fields, random, other);
            if (random.nextBoolean()) {
                other.set(0, one.get(0));
                ofOther.put("f0", ofOne.get("f0"));
            }
            int byFields = 0;
            for (int i = 0; i < fields.size() && byFields == 0; i++) {
                int compared = Integer.signum(KeyValue.compare(ofOne.get("f" + i), ofOther.get("f" + i)));
                byFields = fields.get(i).descending() ? -compared : compared;
            }
            RowKey first = RowKey.wrap(written(fields, one.toArray()));
            RowKey second = RowKey.wrap(written(fields, other.toArray()));
            assertThat(Integer.signum(first.compareTo(second)))
                    .as("seed %d: %s", seed, fields)
                    .isEqualTo(byFields);
        }
    }

    /** A struct leaves out nulls at its end: a variant for each length. Others are a byte that no value begins with. */
    @Test
    void fieldsWithoutValueAreVariantsAtTheEndAndDoNotFitElsewhere() throws IOException {
        RowKeySpec spec = spec(
                """
                variants:
                  id:    {parts: {id: {type: i64, encoding: orderedBytes}}}
                  named: {parts: {id: {type: i64, encoding: orderedBytes}, name: {type: utf8, encoding: orderedBytes}}}
                """);
        Field id = SORTED.get(4);
        Field name = SORTED.get(8);
        KeyValue five = KeyValue.of(5);
        assertThat(spec.decode(RowKey.wrap(written(List.of(id, name), 5L, null))))
                .isEqualTo(new DecodedKey.Readable("id", Map.of("id", five)));
        assertThat(spec.decode(RowKey.wrap(written(List.of(id, name), 5L, "Li"))))
                .isEqualTo(new DecodedKey.Readable("named", Map.of("id", five, "name", KeyValue.of("Li"))));
        RowKeySpec other =
                spec("parts: {name: {type: utf8, encoding: orderedBytes}, id: {type: i64, encoding: orderedBytes}}\n");
        assertThat(other.decode(RowKey.wrap(written(List.of(name, id), "Li", 5L))))
                .isInstanceOf(DecodedKey.Readable.class);
        assertThat(other.decode(RowKey.wrap(written(List.of(name, id), null, 5L))))
                .isInstanceOf(DecodedKey.Unreadable.class);
    }
}
