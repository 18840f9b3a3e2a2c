/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that the row key holds. */
class RowKeyMappingTest {
    private static final int CASES = 10_000;
    private static final Path SPECS = Path.of("..", "config", "rowkeys").toAbsolutePath();
    private static final long LAST_MILLIS = 253_402_300_799_999L;

    @TempDir
    Path directory;

    private IndexDefinition definition(String text) {
        try {
            Path file = Files.writeString(directory.resolve("t.yaml"), "table: t\n" + text);
            return new IndexDefinitionReader(Map.of()).readFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RowMapper mapper(String text) {
        return new RowMapper(definition(text));
    }

    private static String named(String spec, String more) {
        return "rowKey: {spec: " + SPECS.resolve(spec + ".yaml") + more + "}\n";
    }

    private static Row row(RowKey key) {
        Cell cell = new Cell(ColumnName.of("d", "speed"), 1, ByteArray.copyOf(new byte[] {0, 0, 0, 7}));
        return new Row(key, List.of(cell));
    }

    private static Row row(String key) {
        return row(RowKey.utf8(key));
    }

    /** What a document says of keys that values make; the expected fields are made beside them. */
    private void assertMapped(String spec, String more, BiConsumer<Random, TestKey> keys) {
        RowMapper mapper = mapper(named(spec, "") + more);
        RowKeySpec encoder = new RowKeySpecReader(Map.of()).readFile(SPECS.resolve(spec + ".yaml"));
        for (long seed = 0; seed < CASES; seed++) {
            TestKey key = new TestKey();
            keys.accept(new Random(seed), key);
            EncodedKey.Complete encoded = (EncodedKey.Complete) encoder.encode(key.values);
            for (RowKey each : encoded.keys()) {
                assertThat(mapper.map(row(each)).fields())
                        .as("%s, seed %d", spec, seed)
                        .isEqualTo(key.document);
            }
        }
    }

    /** Values of a key's fields, and the document that they become. */
    private static final class TestKey {
        private final Map<String, KeyValue> values = new LinkedHashMap<>();
        private final Map<String, Object> document = new LinkedHashMap<>();

        private TestKey with(String field, KeyValue value, Object expected) {
            values.put(field, value);
            document.put(field, expected);
            return this;
        }

        private TestKey text(String field, String text) {
            return with(field, KeyValue.of(text), text);
        }

        private TestKey number(String field, long number) {
            return with(field, KeyValue.of(number), number);
        }
    }

    private static String ascii(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) (random.nextInt('~' - ' ') + '!'));
        }
        return text.toString();
    }

    private static KeyValue.Moment moment(String date) {
        return new KeyValue.Moment(Instant.parse(date));
    }

    @Test
    void keysOfManyValuesBecomeTheDocumentsThatTheySay() {
        assertMapped("mail-box", "", (random, key) -> {
            String day = String.format(
                    "%04d-%02d-%02d", 1 + random.nextInt(9_998), 1 + random.nextInt(12), 1 + random.nextInt(28));
            key.text("user", ascii(random, 8)).text("message", ascii(random, 6));
            key.with("day", moment(day + "T00:00:00Z"), day + "T00:00:00.000Z");
        });
        assertMapped("vehicle", "", (random, key) -> key.text("carId", ascii(random, 7))
                .number("ts", random.nextLong() >>> 1));
        assertMapped("newest-first-text", "", (random, key) -> key.text("uid", ascii(random, 6))
                .number("ts", random.nextLong() >>> 1));
        assertMapped("reversed-phone", "", (random, key) -> key.text("phone", ascii(random, 11)));
        assertMapped("janusgraph", "", (random, key) -> key.number("partition", random.nextInt(32))
                .number("count", random.nextLong() >>> 8)
                .number("vertexType", random.nextInt(8)));
        assertMapped("modulus-prefix", "fields: {ts: {key: ts, type: date}}\n", (random, key) -> {
            long millis = random.nextLong(LAST_MILLIS);
            key.with("ts", KeyValue.of(millis), DateText.format(millis));
        });
    }

    @Test
    void pairsOfTagsBecomeOneObject() {
        RowMapper mapper = mapper(named("opentsdb", "") + "fields: {web: {key: tags.host}}\n");
        RowKeySpec spec = new RowKeySpecReader(Map.of()).readFile(SPECS.resolve("opentsdb.yaml"));
        Map<String, KeyValue> values = new TreeMap<>(Map.of(
                "metric", KeyValue.of("sys.cpu.user"),
                "time", KeyValue.of(7_200),
                "tags.host", KeyValue.of("web01"),
                "tags.cpu", KeyValue.of("0")));
        RowKey key = ((EncodedKey.Complete) spec.encode(values)).keys().get(0);
        assertThat(mapper.map(row(key)).fields())
                .containsOnly(
                        Map.entry("metric", "sys.cpu.user"),
                        Map.entry("time", 7_200L),
                        Map.entry("tags", Map.of("host", "web01", "cpu", "0")),
                        Map.entry("web", "web01"));
    }

    @Test
    void aRowHasTheFieldsOfItsOwnVariant() {
        RowMapper mapper = mapper(named("risk-control", "") + "fields: {speed: {column: \"d:speed\", type: int}}\n");
        assertThat(mapper.map(row("Uu1")).fields()).containsExactly(Map.entry("uid", "u1"), Map.entry("speed", 7L));
        assertThat(mapper.map(row("P13800138000")).fields())
                .containsExactly(Map.entry("phone", "13800138000"), Map.entry("speed", 7L));
    }

    @Test
    void aRowWhoseKeyDoesNotFitBecomesWhatTheDefinitionSays() {
        String fields = "fields: {speed: {column: \"d:speed\", type: int}}\n";
        Row wrong = row("X123");
        RowMapper deadLetter = mapper(named("risk-control", "") + fields);
        assertThatThrownBy(() -> deadLetter.outcome(wrong))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageStartingWith("the row key does not fit its specification: byUid: u must be")
                .hasMessageNotContaining("123");
        assertThat(deadLetter.rejections(wrong))
                .extracting(RowMapper.Rejection::field)
                .containsExactly("");

        RowMapper raw = mapper(named("risk-control", ", undecodable: raw, field: id") + fields);
        assertThat(raw.outcome(wrong))
                .isEqualTo(new RowOutcome.Indexed(new Document(Map.of("id", "X123", "speed", 7L))));
        assertThat(raw.rejections(wrong)).isEmpty();

        RowMapper skip = mapper(named("risk-control", ", undecodable: skip") + fields);
        assertThat(skip.outcome(wrong)).isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(skip.outcome(row("Uu1"))).isInstanceOf(RowOutcome.Indexed.class);
        assertThat(skip.rejections(wrong)).isEmpty();
        assertThat(skip.leavesOut(wrong)).isTrue();
        assertThat(skip.leavesOut(row("Uu1"))).isFalse();
        assertThatThrownBy(() -> skip.map(wrong)).isInstanceOf(UnmappableRowException.class);
    }

    @Test
    void aValueThatItsTypeDoesNotHoldIsUnmappable() {
        RowMapper mapper = mapper("rowKey: {spec: {parts: {n: {type: u64}}}}\n");
        byte[] most = ByteBuffer.allocate(8).putLong(-1).array();
        assertThatThrownBy(() -> mapper.map(row(RowKey.wrap(most))))
                .hasMessage("the row key's part n is not a number of this type (field n)");
        RowMapper text = mapper("rowKey: {spec: {parts: {n: {type: u64}}}}\nfields: {n: {key: n, type: keyword}}\n");
        assertThat(text.map(row(RowKey.wrap(most))).fields()).containsExactly(Map.entry("n", "18446744073709551615"));
    }

    @Test
    void aPartBecomesWhatItsFieldSays() {
        RowMapper mapper = mapper(
                """
                rowKey: {spec: {parts: {n: {type: decimal, width: 8}, t: {width: 4}, x: {type: float64, ranges: false}}}}
                fields:
                  day:    {key: n, type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
                  words:  {key: n, type: text}
                  number: {key: n, type: double}
                  yes:    {key: n, type: boolean}
                  truth:  {key: t, type: boolean}
                  real:   {key: x, type: float}
                """);
        byte[] key = ByteBuffer.allocate(20)
                .put("20240229".getBytes(US_ASCII))
                .put("true".getBytes(US_ASCII))
                .putDouble(0.5)
                .array();
        assertThat(mapper.map(row(RowKey.wrap(key))).fields())
                .isEqualTo(Map.of(
                        "day",
                        "2024-02-28T16:00:00.000Z",
                        "words",
                        "20240229",
                        "number",
                        20_240_229.0,
                        "yes",
                        true,
                        "truth",
                        true,
                        "real",
                        0.5));
    }
}
