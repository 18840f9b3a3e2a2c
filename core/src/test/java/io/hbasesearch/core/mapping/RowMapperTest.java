/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowMapperTest {
    private static final ColumnName COLUMN = ColumnName.of("d", "q");
    private static final TableId TABLE = TableId.parse("t");

    private static IndexDefinition definition(RowKeyFormat format, FieldMapping... fields) {
        return IndexDefinition.of("t", TABLE, format, List.of(fields));
    }

    private static Row row(String key, byte[] value) {
        return new Row(RowKey.utf8(key), List.of(new Cell(COLUMN, 1, ByteArray.copyOf(value))));
    }

    private static Object map(FieldMapping field, byte[] value) {
        return new RowMapper(definition(RowKeyFormat.TEXT, field))
                .map(row("k", value))
                .fields()
                .get(field.name());
    }

    private static Object map(FieldType type, byte[] value) {
        return map(FieldMapping.of("f", COLUMN, type), value);
    }

    private static Object map(FieldType type, ValueEncoding encoding, byte[] value) {
        return map(FieldMapping.of("f", COLUMN, type).withEncoding(encoding), value);
    }

    private static Object mapText(FieldType type, String value) {
        return map(type, ValueEncoding.UTF8, value.getBytes(UTF_8));
    }

    private static void refuses(FieldType type, ValueEncoding encoding, byte[] value, String reason) {
        assertThatThrownBy(() -> map(type, encoding, value))
                .isInstanceOfSatisfying(
                        UnmappableRowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_UNMAPPABLE))
                .hasNoCause()
                .hasMessageStartingWith("column d:q ")
                .hasMessageContaining(reason)
                .hasMessageEndingWith("(field f)");
    }

    private static void refusesText(FieldType type, String value, String reason) {
        refuses(type, ValueEncoding.UTF8, value.getBytes(UTF_8), reason);
    }

    private static byte[] bytes(long value, int length) {
        byte[] whole = ByteBuffer.allocate(8).putLong(value).array();
        return Arrays.copyOfRange(whole, 8 - length, 8);
    }

    private static byte[] decimal(String number) {
        BigDecimal decimal = new BigDecimal(number);
        byte[] unscaled = decimal.unscaledValue().toByteArray();
        return ByteBuffer.allocate(4 + unscaled.length)
                .putInt(decimal.scale())
                .put(unscaled)
                .array();
    }

    @Test
    void mapsTextAndKeywords() {
        assertThat(mapText(FieldType.TEXT, "你好, world \uD83D\uDE00 \uFFFD")).isEqualTo("你好, world \uD83D\uDE00 \uFFFD");
        assertThat(mapText(FieldType.KEYWORD, "")).isEqualTo("");
        assertThat(mapText(FieldType.KEYWORD, "x".repeat(32_766))).isEqualTo("x".repeat(32_766));
        refusesText(FieldType.KEYWORD, "词".repeat(10_923), "has 32769 bytes; a keyword has at most 32766");
    }

    @Test
    void refusesMalformedUtf8() {
        for (int[] wrong : new int[][] {{0xff}, {0xc0, 0x80}, {0xe4, 0xbd}, {0xed, 0xa0, 0x80}, {'a', 0x80, 'b'}}) {
            byte[] value = new byte[wrong.length];
            for (int i = 0; i < wrong.length; i++) {
                value[i] = (byte) wrong[i];
            }
            for (FieldType type : new FieldType[] {FieldType.TEXT, FieldType.KEYWORD, FieldType.JSON}) {
                refuses(type, ValueEncoding.UTF8, value, "is not valid UTF-8");
            }
        }
    }

    @Test
    void mapsWholeNumbersOfBytes() {
        for (long value : new long[] {0, 1, -1, Short.MAX_VALUE, Short.MIN_VALUE}) {
            assertThat(map(FieldType.INT, ValueEncoding.BYTES_SHORT, bytes(value, 2)))
                    .isEqualTo(value);
            assertThat(map(FieldType.LONG, ValueEncoding.BYTES_SHORT, bytes(value, 2)))
                    .isEqualTo(value);
        }
        for (long value : new long[] {0, 255, -256, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(map(FieldType.INT, bytes(value, 4))).isEqualTo(value);
            assertThat(map(FieldType.LONG, ValueEncoding.BYTES_INT, bytes(value, 4)))
                    .isEqualTo(value);
        }
        for (long value : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0x0102030405060708L}) {
            assertThat(map(FieldType.LONG, bytes(value, 8))).isEqualTo(value);
        }
    }

    @Test
    void refusesBytesOfAnotherLength() {
        refuses(FieldType.INT, ValueEncoding.BYTES_INT, bytes(1, 8), "has 8 bytes instead of 4");
        refuses(FieldType.INT, ValueEncoding.BYTES_SHORT, bytes(1, 1), "has 1 bytes instead of 2");
        refuses(FieldType.LONG, ValueEncoding.BYTES_LONG, new byte[0], "has 0 bytes instead of 8");
        refuses(FieldType.FLOAT, ValueEncoding.BYTES_FLOAT, bytes(1, 8), "has 8 bytes instead of 4");
        refuses(FieldType.DOUBLE, ValueEncoding.BYTES_DOUBLE, bytes(1, 4), "has 4 bytes instead of 8");
        refuses(FieldType.BOOLEAN, ValueEncoding.BYTES_BOOLEAN, bytes(1, 2), "has 2 bytes instead of 1");
        refuses(FieldType.DATE, ValueEncoding.BYTES_LONG, bytes(1, 4), "has 4 bytes instead of 8");
        refuses(
                FieldType.DOUBLE,
                ValueEncoding.BYTES_BIG_DECIMAL,
                bytes(1, 4),
                "has 4 bytes; a decimal has 4 of scale");
    }

    @Test
    void mapsFractions() {
        assertThat(map(FieldType.FLOAT, bytes(Float.floatToIntBits(0.1f), 4))).isEqualTo(0.1);
        assertThat(map(FieldType.DOUBLE, ValueEncoding.BYTES_FLOAT, bytes(Float.floatToIntBits(-3.4e38f), 4)))
                .isEqualTo(-3.4e38);
        assertThat(map(FieldType.DOUBLE, bytes(Double.doubleToLongBits(0.1), 8)))
                .isEqualTo(0.1);
        assertThat(map(FieldType.DOUBLE, ValueEncoding.BYTES_BIG_DECIMAL, decimal("-12.5")))
                .isEqualTo(-12.5);
    }

    @Test
    void theDoubleOfAFloatIsTheSameFloat() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 200_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(value)) {
                assertThat((float) Numbers.widen(value)).isEqualTo(value);
            }
        }
    }

    @Test
    void refusesWhatIsNotFinite() {
        for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            byte[] bytes = bytes(Float.floatToRawIntBits(value), 4);
            refuses(FieldType.FLOAT, ValueEncoding.BYTES_FLOAT, bytes, "is not a finite number");
            byte[] wide = bytes(Double.doubleToRawLongBits(value), 8);
            refuses(FieldType.DOUBLE, ValueEncoding.BYTES_DOUBLE, wide, "is not a finite number");
        }
        refusesText(FieldType.FLOAT, "1e39", "is not a finite number");
        refusesText(FieldType.DOUBLE, "1e309", "is not a finite number");
        refuses(FieldType.DOUBLE, ValueEncoding.BYTES_BIG_DECIMAL, decimal("1e400"), "is not a finite number");
    }

    @Test
    void keepsDecimalsExactlyAsKeywords() {
        for (String number : new String[] {"0.10", "-12345678901234567890.5", "7", "0.000000000000001"}) {
            assertThat(map(FieldType.KEYWORD, ValueEncoding.BYTES_BIG_DECIMAL, decimal(number)))
                    .isEqualTo(new BigDecimal(number).toPlainString());
        }
        byte[] wide = {(byte) 0x80, 0, 0, 1, 1};
        assertThat(map(FieldType.KEYWORD, ValueEncoding.BYTES_BIG_DECIMAL, wide))
                .isEqualTo("1E+2147483647");
        refuses(
                FieldType.KEYWORD,
                ValueEncoding.BYTES_BIG_DECIMAL,
                new byte[5_000],
                "has 5000 bytes; a decimal has 4 of scale and then 1 to 4096");
    }

    @Test
    void mapsNumbersInDigits() {
        assertThat(mapText(FieldType.INT, "-2147483648")).isEqualTo(-2147483648L);
        assertThat(mapText(FieldType.LONG, "+9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(mapText(FieldType.FLOAT, "0.1")).isEqualTo(0.1);
        assertThat(mapText(FieldType.DOUBLE, "-1.5E-3")).isEqualTo(-0.0015);
        refusesText(FieldType.INT, "2147483648", "is not a number of this type");
        refusesText(FieldType.INT, "1.0", "is not a number of this type");
        refusesText(FieldType.LONG, "", "is not a number in decimal digits");
        refusesText(FieldType.LONG, " 1", "is not a number in decimal digits");
        for (String wrong : new String[] {"NaN", "Infinity", "0x1p3", "1d", "1f", "١"}) {
            refusesText(FieldType.DOUBLE, wrong, "is not a number in decimal digits");
        }
        refusesText(FieldType.DOUBLE, "1".repeat(1_001), "is not a number in decimal digits");
        refusesText(FieldType.DOUBLE, "1-1", "is not a number of this type");
    }

    @Test
    void mapsBooleans() {
        assertThat(map(FieldType.BOOLEAN, new byte[] {-1})).isEqualTo(true);
        assertThat(map(FieldType.BOOLEAN, new byte[] {1})).isEqualTo(true);
        assertThat(map(FieldType.BOOLEAN, new byte[] {0})).isEqualTo(false);
        assertThat(mapText(FieldType.BOOLEAN, "True")).isEqualTo(true);
        assertThat(mapText(FieldType.BOOLEAN, "false")).isEqualTo(false);
        refusesText(FieldType.BOOLEAN, "1", "is neither true nor false");
    }

    @Test
    void mapsDates() {
        assertThat(map(FieldType.DATE, bytes(1_709_212_455_123L, 8))).isEqualTo("2024-02-29T13:14:15.123Z");
        assertThat(mapText(FieldType.DATE, "2024-02-29T13:14:15Z")).isEqualTo("2024-02-29T13:14:15.000Z");
        FieldMapping shanghai = new FieldMapping(
                "f",
                new FieldSource.Cell(COLUMN),
                FieldType.DATE,
                ValueForm.of(
                        ValueEncoding.UTF8,
                        new DateForm("yyyy-MM-dd HH:mm", ZoneId.of("Asia/Shanghai"), DateUnit.MILLIS)),
                List.of(),
                false);
        assertThat(map(shanghai, "2024-02-29 13:14".getBytes(UTF_8))).isEqualTo("2024-02-29T05:14:00.000Z");
        assertThatThrownBy(() -> map(shanghai, "2023-02-29 13:14".getBytes(UTF_8)))
                .hasMessage("column d:q is not a date as the pattern yyyy-MM-dd HH:mm has it (field f)");
        refusesText(FieldType.DATE, "yesterday", "is not a date as ISO 8601 has it");
        refuses(FieldType.DATE, ValueEncoding.BYTES_LONG, bytes(Long.MAX_VALUE, 8), "the years 1 to 9999");
    }

    @Test
    void mapsJson() {
        assertThat(
                        mapText(
                                FieldType.JSON,
                                """
                        {"a": {"b": [1, 2.5, "x", true, null]}, "n": null, "big": 92233720368547758080,
                         "exact": 0.12345678901234567890, "e": 1e3, "huge": 1e400}"""))
                .isEqualTo(Map.of(
                        "a",
                        Map.of("b", List.of(1L, 2.5, "x", true)),
                        "big",
                        new BigDecimal("92233720368547758080"),
                        "exact",
                        new BigDecimal("0.1234567890123456789"),
                        "e",
                        1000L,
                        "huge",
                        new BigDecimal("1E+400")));
        assertThat(mapText(FieldType.JSON, " {} ")).isEqualTo(Map.of());
        assertThat(mapText(FieldType.JSON, "null")).isNull();
    }

    @Test
    void refusesJsonThatAnIndexCannotHold() {
        refusesText(FieldType.JSON, "", "is empty where JSON is expected");
        refusesText(FieldType.JSON, "[1]", "is JSON, but not an object");
        refusesText(FieldType.JSON, "\"x\"", "is JSON, but not an object");
        refusesText(FieldType.JSON, "{} {}", "has something after its JSON value");
        refusesText(FieldType.JSON, "{\"a\": \"\\ud800\"}", "has half a surrogate pair");
        refusesText(FieldType.JSON, "{\"\\udc00a\": 1}", "has half a surrogate pair");
        refusesText(FieldType.JSON, "{\"a\\u0000\": 1}", "has a JSON key with a null character");
        for (String wrong :
                new String[] {"{", "{a: 1}", "{\"a\": NaN}", "{\"a\": 1e99999999999}", "nul", "{\"a\": 01}"}) {
            refusesText(FieldType.JSON, wrong, "is not JSON that can be read");
        }
        String deepest = "{\"a\":".repeat(20) + "1" + "}".repeat(20);
        assertThat(mapText(FieldType.JSON, deepest)).isNotNull();
        refusesText(FieldType.JSON, "{\"a\":" + deepest + "}", "more than 20 levels deep");
        refusesText(FieldType.JSON, "{\"a\":".repeat(100_000), "more than 20 levels deep");
        assertThat(mapText(FieldType.JSON, "{\"a\":{\"b\":\"" + "x".repeat(32_762) + "\"}}"))
                .isNotNull();
        refusesText(FieldType.JSON, "{\"a\":{\"b\":\"" + "x".repeat(32_763) + "\"}}", "more than 32765 bytes");
        refusesText(FieldType.JSON, "{\"a\":[\"" + "词".repeat(10_922) + "\"]}", "more than 32765 bytes");
    }

    @Test
    void noMessageQuotesAValue() {
        for (FieldType type : FieldType.values()) {
            if (type != FieldType.TEXT && type != FieldType.KEYWORD) {
                assertThatThrownBy(() -> mapText(type, "hush-4711"))
                        .hasMessageNotContaining("hush")
                        .hasNoCause();
            }
        }
    }

    @Test
    void fieldsComeInTheOrderOfTheDefinitionAndAbsentCellsAreLeftOut() {
        FieldMapping second = FieldMapping.of("a", COLUMN, FieldType.TEXT);
        FieldMapping absent = FieldMapping.of("b", ColumnName.of("d", "other"), FieldType.TEXT);
        FieldMapping again = FieldMapping.of("c", COLUMN, FieldType.KEYWORD);
        Document document = new RowMapper(
                        definition(RowKeyFormat.TEXT, FieldMapping.ofRowKey("z"), second, absent, again))
                .map(row("key", "v".getBytes(UTF_8)));
        assertThat(document.fields()).containsExactly(Map.entry("z", "key"), Map.entry("a", "v"), Map.entry("c", "v"));
    }

    @Test
    void mapsRowKeys() {
        FieldMapping id = FieldMapping.ofRowKey("id");
        Row binary = new Row(RowKey.copyOf(new byte[] {0, -1, 'a'}), List.of());
        assertThat(new RowMapper(definition(RowKeyFormat.BINARY, id))
                        .map(binary)
                        .fields())
                .containsExactly(Map.entry("id", "00ff61"));
        assertThatThrownBy(() -> new RowMapper(definition(RowKeyFormat.TEXT)).map(binary))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessage("the row key is not valid UTF-8 (rowKey in the index definition)");

        Row longest = new Row(RowKey.copyOf(new byte[RowKey.MAX_LENGTH]), List.of());
        assertThat(new RowMapper(definition(RowKeyFormat.BINARY)).map(longest).fields())
                .isEmpty();
        assertThatThrownBy(() -> new RowMapper(definition(RowKeyFormat.BINARY, id)).map(longest))
                .hasMessageContaining("the row key has 65534 bytes");
        assertThatThrownBy(() -> new RowMapper(definition(RowKeyFormat.TEXT, id)).map(longest))
                .hasMessageContaining("the row key has 32767 bytes");
    }

    @Test
    void aFieldWhoseTypeAndEncodingDoNotFitIsAMistakeOfTheCaller() {
        FieldMapping wrong = FieldMapping.of("f", COLUMN, FieldType.TEXT).withEncoding(ValueEncoding.BYTES_LONG);
        assertThatThrownBy(() -> new RowMapper(definition(RowKeyFormat.TEXT, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TEXT does not take BYTES_LONG");
    }

    @Test
    void everyCombinationThatATypeTakesHasADecoder() {
        for (FieldType type : FieldType.values()) {
            for (ValueEncoding encoding : type.encodings()) {
                assertThat(ValueDecoders.raw(FieldMapping.of("f", COLUMN, type).withEncoding(encoding)))
                        .as("%s of %s", type, encoding)
                        .isNotNull();
            }
        }
    }
}
