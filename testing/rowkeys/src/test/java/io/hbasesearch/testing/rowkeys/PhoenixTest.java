/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PArrayDataType;
import org.apache.phoenix.schema.types.PBoolean;
import org.apache.phoenix.schema.types.PBooleanArray;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PDate;
import org.apache.phoenix.schema.types.PDecimal;
import org.apache.phoenix.schema.types.PDouble;
import org.apache.phoenix.schema.types.PDoubleArray;
import org.apache.phoenix.schema.types.PFloat;
import org.apache.phoenix.schema.types.PInteger;
import org.apache.phoenix.schema.types.PIntegerArray;
import org.apache.phoenix.schema.types.PLong;
import org.apache.phoenix.schema.types.PLongArray;
import org.apache.phoenix.schema.types.PSmallint;
import org.apache.phoenix.schema.types.PTime;
import org.apache.phoenix.schema.types.PTimestamp;
import org.apache.phoenix.schema.types.PTinyint;
import org.apache.phoenix.schema.types.PUnsignedDate;
import org.apache.phoenix.schema.types.PUnsignedDouble;
import org.apache.phoenix.schema.types.PUnsignedFloat;
import org.apache.phoenix.schema.types.PUnsignedInt;
import org.apache.phoenix.schema.types.PUnsignedLong;
import org.apache.phoenix.schema.types.PUnsignedSmallint;
import org.apache.phoenix.schema.types.PUnsignedTimestamp;
import org.apache.phoenix.schema.types.PUnsignedTinyint;
import org.apache.phoenix.schema.types.PVarchar;
import org.apache.phoenix.schema.types.PVarcharArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that Apache Phoenix wrote are read as what was written, and parts of its row keys are its own, byte for byte. */
class PhoenixTest {
    private static final int CASES = 10_000;
    private static final String SIGNED = "encoding: phoenix";
    private static final String UNSIGNED = "encoding: phoenixUnsigned";

    @TempDir
    Path directory;

    private RowMapper mapper(String settings) throws IOException {
        Path file = Files.writeString(
                directory.resolve("t.yaml"), "table: t\nfields: {f: {column: \"d:q\", " + settings + "}}\n");
        return new RowMapper(new IndexDefinitionReader(Map.of()).readFile(file));
    }

    /** @param expected of a drawn value, in a document */
    private <T> void assertRead(
            String settings, PDataType<?> type, Function<Random, T> values, Function<T, Object> expected)
            throws IOException {
        RowMapper mapper = mapper(settings);
        for (long seed = 0; seed < CASES; seed++) {
            T value = values.apply(new Random(seed));
            Cell cell = new Cell(ColumnName.of("d", "q"), 1, ByteArray.copyOf(type.toBytes(value)));
            assertThat(mapper.map(new Row(RowKey.utf8("k"), List.of(cell)))
                            .fields()
                            .get("f"))
                    .as("%s, seed %d", type, seed)
                    .isEqualTo(expected.apply(value));
        }
    }

    @Test
    void wholeNumbersInCells() throws IOException {
        assertRead("type: int, " + SIGNED, PTinyint.INSTANCE, random -> (byte) random.nextInt(), Byte::longValue);
        assertRead("type: int, " + SIGNED, PSmallint.INSTANCE, random -> (short) random.nextInt(), Short::longValue);
        assertRead("type: int, " + SIGNED, PInteger.INSTANCE, Random::nextInt, Integer::longValue);
        assertRead("type: long, " + SIGNED, PLong.INSTANCE, Random::nextLong, number -> number);
        assertRead(
                "type: int, " + UNSIGNED,
                PUnsignedTinyint.INSTANCE,
                random -> (byte) random.nextInt(128),
                Byte::longValue);
        assertRead(
                "type: int, " + UNSIGNED,
                PUnsignedSmallint.INSTANCE,
                random -> (short) random.nextInt(32_768),
                Short::longValue);
        assertRead(
                "type: int, " + UNSIGNED, PUnsignedInt.INSTANCE, random -> random.nextInt() >>> 1, Integer::longValue);
        assertRead(
                "type: long, " + UNSIGNED, PUnsignedLong.INSTANCE, random -> random.nextLong() >>> 1, number -> number);
    }

    @Test
    void fractionsInCells() throws IOException {
        Function<Float, Object> shortest = number -> Double.parseDouble(Float.toString(number));
        assertRead("type: float, " + SIGNED, PFloat.INSTANCE, random -> (float) random.nextGaussian(), shortest);
        assertRead("type: float, " + UNSIGNED, PUnsignedFloat.INSTANCE, Random::nextFloat, shortest);
        assertRead("type: double, " + SIGNED, PDouble.INSTANCE, Random::nextGaussian, number -> number);
        assertRead("type: double, " + UNSIGNED, PUnsignedDouble.INSTANCE, Random::nextDouble, number -> number);
        assertRead(
                "type: keyword, encoding: phoenixDecimal",
                PDecimal.INSTANCE,
                random -> new BigDecimal(new BigInteger(random.nextInt(120), random), random.nextInt(60) - 30)
                        .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1)),
                number -> {
                    BigDecimal stripped = number.stripTrailingZeros();
                    return stripped.setScale(Math.max(0, stripped.scale())).toPlainString();
                });
    }

    /** @param element of an array as Phoenix's library has it */
    private <T> void assertArrays(
            String settings,
            PDataType<?> array,
            PDataType<?> element,
            Function<Random, T> values,
            Function<T, Object> expected)
            throws IOException {
        RowMapper mapper = mapper(settings + ", encoding: phoenixArray");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<T> list = Stream.generate(() -> values.apply(random))
                    .limit(1 + random.nextInt(seed % 1_000 == 0 ? 20_000 : 5))
                    .toList();
            byte[] bytes = array.toBytes(PArrayDataType.instantiatePhoenixArray(element, list.toArray()));
            Cell cell = new Cell(ColumnName.of("d", "q"), 1, ByteArray.copyOf(bytes));
            List<Object> read =
                    list.stream().map(expected).filter(each -> !each.equals("")).toList();
            assertThat(mapper.map(new Row(RowKey.utf8("k"), List.of(cell)))
                            .fields()
                            .get("f"))
                    .as("%s, seed %d", array, seed)
                    .isEqualTo(read.isEmpty() ? null : read);
        }
    }

    @Test
    void arraysInCells() throws IOException {
        assertArrays(
                "type: int", PIntegerArray.INSTANCE, PInteger.INSTANCE, Random::nextInt, number -> number.longValue());
        assertArrays("type: long", PLongArray.INSTANCE, PLong.INSTANCE, Random::nextLong, number -> number);
        assertArrays("type: double", PDoubleArray.INSTANCE, PDouble.INSTANCE, Random::nextGaussian, number -> number);
        assertArrays("type: boolean", PBooleanArray.INSTANCE, PBoolean.INSTANCE, Random::nextBoolean, truth -> truth);
        // An empty text is Phoenix's null, which is no value.
        assertArrays(
                "type: keyword",
                PVarcharArray.INSTANCE,
                PVarchar.INSTANCE,
                random -> random.nextInt(3) == 0 ? "" : text(random),
                text -> text);
    }

    @Test
    void textsTruthsAndTimesInCells() throws IOException {
        assertRead("type: keyword, " + SIGNED, PVarchar.INSTANCE, PhoenixTest::text, text -> text);
        assertRead("type: boolean, " + SIGNED, PBoolean.INSTANCE, Random::nextBoolean, truth -> truth);
        Function<Random, Long> millis = random -> random.nextLong(-60_000_000_000_000L, 250_000_000_000_000L);
        Function<java.util.Date, Object> iso = date -> {
            String text = Instant.ofEpochMilli(date.getTime()).toString();
            return text.length() == 20 ? text.replace("Z", ".000Z") : text;
        };
        assertRead("type: date, " + SIGNED, PDate.INSTANCE, random -> new Date(millis.apply(random)), iso::apply);
        assertRead("type: date, " + SIGNED, PTime.INSTANCE, random -> new Time(millis.apply(random)), iso::apply);
        assertRead("type: date, " + SIGNED, PTimestamp.INSTANCE, random -> timestamp(millis.apply(random)), iso::apply);
        assertRead(
                "type: date, " + UNSIGNED,
                PUnsignedDate.INSTANCE,
                random -> new Date(Math.abs(millis.apply(random))),
                iso::apply);
        assertRead(
                "type: date, " + UNSIGNED,
                PUnsignedTimestamp.INSTANCE,
                random -> timestamp(Math.abs(millis.apply(random))),
                iso::apply);
    }

    /** Its nanoseconds are those of the second, so that milliseconds are among them. */
    private static Timestamp timestamp(long millis) {
        Timestamp timestamp = new Timestamp(millis);
        timestamp.setNanos(timestamp.getNanos() + 999_999);
        return timestamp;
    }

    /** Phoenix has no empty text: it is its null. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder("x");
        for (int length = random.nextInt(20); length > 0; length--) {
            text.appendCodePoint(1 + random.nextInt(random.nextBoolean() ? 0x7f : 0xd7fe));
        }
        return text.toString();
    }

    /** A part of a key, in both orders. */
    private <T> void assertSameKeys(
            String part, PDataType<?> type, Function<Random, T> values, Function<T, KeyValue> ours) throws IOException {
        RowKeySpec ascending = spec("{type: " + part + ", encoding: phoenix}");
        RowKeySpec descending = spec("{type: " + part + ", encoding: phoenix, transform: invert}");
        for (long seed = 0; seed < CASES; seed++) {
            T value = values.apply(new Random(seed));
            assertSame(ascending, ours.apply(value), type.toBytes(value, SortOrder.ASC));
            assertSame(descending, ours.apply(value), type.toBytes(value, SortOrder.DESC));
        }
    }

    private RowKeySpec spec(String part) throws IOException {
        return new RowKeySpecReader(Map.of())
                .readFile(Files.writeString(directory.resolve("key.yaml"), "parts: {v: " + part + "}\n"));
    }

    private static void assertSame(RowKeySpec spec, KeyValue value, byte[] theirs) {
        RowKey key =
                ((EncodedKey.Complete) spec.encode(Map.of("v", value))).keys().get(0);
        assertThat(key.bytes().toBytes()).isEqualTo(theirs);
        assertThat(spec.decode(key)).isEqualTo(new DecodedKey.Readable("key", Map.of("v", value)));
    }

    @Test
    void partsOfRowKeys() throws IOException {
        assertSameKeys("i8", PTinyint.INSTANCE, random -> (byte) random.nextInt(), number -> KeyValue.of(number));
        assertSameKeys("i16", PSmallint.INSTANCE, random -> (short) random.nextInt(), number -> KeyValue.of(number));
        assertSameKeys("i32", PInteger.INSTANCE, Random::nextInt, number -> KeyValue.of(number));
        assertSameKeys("i64", PLong.INSTANCE, Random::nextLong, number -> KeyValue.of(number));
        assertSameKeys(
                "u8", PUnsignedTinyint.INSTANCE, random -> (byte) random.nextInt(128), number -> KeyValue.of(number));
        assertSameKeys(
                "u16",
                PUnsignedSmallint.INSTANCE,
                random -> (short) random.nextInt(32_768),
                number -> KeyValue.of(number));
        assertSameKeys("u32", PUnsignedInt.INSTANCE, random -> random.nextInt() >>> 1, number -> KeyValue.of(number));
        assertSameKeys("u64", PUnsignedLong.INSTANCE, random -> random.nextLong() >>> 1, number -> KeyValue.of(number));
        assertSameKeys("float64", PDouble.INSTANCE, Random::nextGaussian, KeyValue.Real::new);
        assertSameKeys("utf8", PVarchar.INSTANCE, PhoenixTest::text, KeyValue::of);
        assertSameKeys(
                "i64",
                PDate.INSTANCE,
                random -> new Date(random.nextLong() >> 16),
                date -> KeyValue.of(date.getTime()));
        assertSameKeys(
                "i64",
                PTime.INSTANCE,
                random -> new Time(random.nextLong() >> 16),
                time -> KeyValue.of(time.getTime()));
    }

    /** Milliseconds, and the nanoseconds that these leave. */
    @Test
    void timestampsAreTwoPartsOfRowKeys() throws IOException {
        for (SortOrder order : SortOrder.values()) {
            String inverted = order == SortOrder.DESC ? ", transform: invert" : "";
            Path file = directory.resolve("timestamp.yaml");
            RowKeySpec spec = new RowKeySpecReader(Map.of())
                    .readFile(Files.writeString(
                            file,
                            "parts:\n  ts: {type: i64, encoding: phoenix" + inverted + "}\n  nanos: {type: u32"
                                    + inverted + "}\n"));
            for (long seed = 0; seed < CASES; seed++) {
                Timestamp value = timestamp(new Random(seed).nextLong() >> 16);
                Map<String, KeyValue> values =
                        Map.of("ts", KeyValue.of(value.getTime()), "nanos", KeyValue.of(value.getNanos() % 1_000_000));
                RowKey key = RowKey.wrap(PTimestamp.INSTANCE.toBytes(value, order));
                assertThat(spec.decode(key)).as("seed %d", seed).isEqualTo(new DecodedKey.Readable("key", values));
            }
        }
    }
}
