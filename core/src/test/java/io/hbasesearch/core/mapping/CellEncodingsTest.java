/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the cells of real tables hold, by published byte layouts; other systems' libraries are asked in testing/rowkeys. */
class CellEncodingsTest {
    private static final int CASES = 10_000;

    @TempDir
    Path directory;

    /** @param settings of the field f, but its column */
    private Map<String, Object> document(String settings, byte[] cell) {
        return Definitions.mapper(directory, "fields: {f: {column: \"d:q\", " + settings + "}}\n")
                .map(row(cell))
                .fields();
    }

    private static Row row(byte[] cell) {
        return new Row(RowKey.utf8("k"), List.of(new Cell(ColumnName.of("d", "q"), 1, ByteArray.copyOf(cell))));
    }

    private Object hex(String settings, String hex) {
        return document(settings, HexFormat.of().parseHex(hex.replace(" ", ""))).get("f");
    }

    private Object text(String settings, String text) {
        return document(settings, text.getBytes(UTF_8)).get("f");
    }

    private void refuses(String settings, String hex, String reason) {
        assertThatThrownBy(() -> hex(settings, hex))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessage("column d:q " + reason + " (field f)");
    }

    @Test
    void textsInOtherCharacterSets() {
        assertThat(hex("type: text, encoding: gbk", "d6d0 cec4")).isEqualTo("中文");
        assertThat(hex("type: keyword, encoding: gb18030", "9532 8236 d6d0")).isEqualTo("\uD840\uDC00中");
        assertThat(hex("type: keyword, encoding: latin1", "e9ff00")).isEqualTo("éÿ\0");
        assertThat(hex("type: keyword, encoding: utf16", "4e2d 6587")).isEqualTo("中文");
        assertThat(hex("type: keyword, encoding: utf16, byteOrder: little", "2d4e 8765"))
                .isEqualTo("中文");
        assertThat(hex("type: keyword, encoding: utf16", "fffe 2d4e")).isEqualTo("中");
        assertThat(hex("type: keyword, encoding: utf16, byteOrder: little", "feff 4e2d"))
                .isEqualTo("中");
        assertThat(hex("type: int, encoding: utf16", "0034 0032")).isEqualTo(42L);
        assertThat(hex("type: json, encoding: gbk", "7b22 61 223a 22d6d022 7d")).isEqualTo(Map.of("a", "中"));
        refuses("type: keyword, encoding: gbk", "d6", "is not valid GBK");
        refuses("type: keyword, encoding: utf16", "d800", "is not valid UTF-16");
    }

    @Test
    void everyTextOfACharacterSetIsReadAsItWasWritten() {
        Map<String, String> sets =
                Map.of("gbk", "GBK", "gb18030", "GB18030", "latin1", "ISO-8859-1", "utf16", "UTF-16BE");
        sets.forEach((encoding, name) -> {
            Charset charset = Charset.forName(name);
            RowMapper mapper = Definitions.mapper(
                    directory, "fields: {f: {column: \"d:q\", type: text, encoding: " + encoding + "}}\n");
            for (long seed = 0; seed < CASES; seed++) {
                String text =
                        charset.decode(charset.encode(words(new Random(seed)))).toString();
                assertThat(mapper.map(row(text.getBytes(charset))).fields().get("f"))
                        .isEqualTo(text);
            }
        });
    }

    private static String words(Random random) {
        StringBuilder text = new StringBuilder("x");
        for (int length = random.nextInt(12); length > 0; length--) {
            text.appendCodePoint(random.nextBoolean() ? ' ' + random.nextInt(200) : 0x4e00 + random.nextInt(0x5000));
        }
        return text.toString();
    }

    @Test
    void wholeNumbers() {
        assertThat(hex("type: int, encoding: bytesByte", "ff")).isEqualTo(-1L);
        assertThat(hex("type: int, encoding: unsignedByte", "ff")).isEqualTo(255L);
        assertThat(hex("type: int, encoding: unsignedShort", "fffe")).isEqualTo(65_534L);
        assertThat(hex("type: long, encoding: unsignedInt", "ffffffff")).isEqualTo(4_294_967_295L);
        assertThat(hex("type: long, encoding: unsignedLong", "7fffffffffffffff"))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(hex("type: keyword, encoding: unsignedLong", "ffffffffffffffff"))
                .isEqualTo("18446744073709551615");
        refuses("type: long, encoding: unsignedLong", "ffffffffffffffff", "is not a number of this type");
        refuses("type: long, encoding: unsignedInt", "ff", "has 1 bytes instead of 4");
        assertThat(hex("type: int, byteOrder: little", "01000000")).isEqualTo(1L);
        assertThat(hex("type: double, byteOrder: little", "000000000000f03f")).isEqualTo(1.0);
        assertThat(hex("type: boolean, encoding: bytesInt", "00000002")).isEqualTo(true);
    }

    @Test
    void numbersOfAsManyBytesAsTheyNeed() {
        assertThat(hex("type: int, encoding: vint", "90")).isEqualTo(-112L);
        assertThat(hex("type: int, encoding: vint", "7f")).isEqualTo(127L);
        assertThat(hex("type: long, encoding: vint", "8f80")).isEqualTo(128L);
        assertThat(hex("type: long, encoding: vint", "8770")).isEqualTo(-113L);
        assertThat(hex("type: long, encoding: vint", "887fffffffffffffff")).isEqualTo(Long.MAX_VALUE);
        assertThat(hex("type: long, encoding: vint", "807fffffffffffffff")).isEqualTo(Long.MIN_VALUE);
        refuses("type: int, encoding: vint", "8f", "has 1 bytes instead of 2");
        refuses("type: int, encoding: vint", "", "is empty");
    }

    @Test
    void whatOrderedBytesWrites() {
        String any = "type: keyword, encoding: orderedBytes";
        assertThat(hex(any, "2985")).isEqualTo("5");
        assertThat(hex(any, "346100")).isEqualTo("a");
        assertThat(hex(any, "cb9eff")).as("descending").isEqualTo("a");
        assertThat(hex(any, "05")).isNull();
        assertThat(hex("type: double, encoding: orderedBytes", "1802")).isEqualTo(1.0);
        refuses(any, "3461", "does not end with a zero, as OrderedBytes does");
        refuses(any, "2a85", "has 2 bytes, and not those of its type in OrderedBytes");
        refuses(any, "40", "does not begin as OrderedBytes does");
        refuses(any, "", "is empty, and OrderedBytes never is");
        refuses(any, "18", "is not a number of OrderedBytes");
        refuses(any, "22ffffffffffffffffff02", "is a number of more than 20000 digits");
        refuses(
                "type: double, encoding: orderedBytes",
                "26",
                "is not a finite number, and JSON and the index have no other");
    }

    @Test
    void whatPhoenixWrites() {
        assertThat(hex("type: int, encoding: phoenix", "80000001"))
                .as("INTEGER")
                .isEqualTo(1L);
        assertThat(hex("type: int, encoding: phoenix", "7fffffff")).isEqualTo(-1L);
        assertThat(hex("type: long, encoding: phoenix", "7fffffffffffffff"))
                .as("BIGINT")
                .isEqualTo(-1L);
        assertThat(hex("type: int, encoding: phoenix", "8001")).as("SMALLINT").isEqualTo(1L);
        assertThat(hex("type: int, encoding: phoenix", "7f")).as("TINYINT").isEqualTo(-1L);
        assertThat(hex("type: int, encoding: phoenixUnsigned", "00000001"))
                .as("UNSIGNED_INT")
                .isEqualTo(1L);
        assertThat(hex("type: double, encoding: phoenix", "bff0000000000001"))
                .as("DOUBLE")
                .isEqualTo(1.0);
        assertThat(hex("type: float, encoding: phoenix", "bf800001"))
                .as("FLOAT")
                .isEqualTo(1.0);
        assertThat(hex("type: float, encoding: phoenix", "40800000")).isEqualTo(-1.0);
        assertThat(hex("type: float, encoding: phoenixUnsigned", "3f800000"))
                .as("UNSIGNED_FLOAT")
                .isEqualTo(1.0);
        assertThat(hex("type: boolean, encoding: phoenix", "01")).as("BOOLEAN").isEqualTo(true);
        assertThat(hex("type: keyword, encoding: phoenix", "6162"))
                .as("VARCHAR")
                .isEqualTo("ab");
        assertThat(hex("type: date, encoding: phoenix", "80000000000003e8"))
                .as("DATE")
                .isEqualTo("1970-01-01T00:00:01.000Z");
        assertThat(hex("type: date, encoding: phoenix", "80000000000003e8 000f4240"))
                .as("TIMESTAMP")
                .isEqualTo("1970-01-01T00:00:01.000Z");
        assertThat(hex("type: date, encoding: phoenixUnsigned", "00000000000003e8"))
                .as("UNSIGNED_DATE")
                .isEqualTo("1970-01-01T00:00:01.000Z");
        assertThat(hex("type: int, encoding: phoenix", "")).as("null").isNull();
        refuses("type: int, encoding: phoenix", "800001", "has 3 bytes instead of 1, 2, 4 or 8");
    }

    @Test
    void decimalsOfPhoenix() {
        Map<String, String> vectors = Map.of(
                "80",
                "0",
                "c102",
                "1",
                "c10b",
                "10",
                "c202",
                "100",
                "c20218 2e",
                "123.45",
                "c002",
                "0.01",
                "3e6466",
                "-1",
                "3d644e3866",
                "-123.45",
                "c502",
                "100000000");
        vectors.forEach((bytes, number) -> {
            assertThat(hex("type: keyword, encoding: phoenixDecimal", bytes)).isEqualTo(number);
            assertThat(hex("type: double, encoding: phoenixDecimal", bytes)).isEqualTo(Double.parseDouble(number));
        });
        refuses("type: keyword, encoding: phoenixDecimal", "c1", "is a decimal without digits");
        refuses("type: keyword, encoding: phoenixDecimal", "c166", "is not a decimal as Phoenix writes it");
    }

    /** Phoenix's form is that of Oracle's NUMBER, written here from its description. */
    @Test
    void everyDecimalOfPhoenixIsReadAsItWasWritten() {
        RowMapper mapper = Definitions.mapper(
                directory, "fields: {f: {column: \"d:q\", type: keyword, encoding: phoenixDecimal}}\n");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            BigDecimal number = new BigDecimal(new BigInteger(1 + random.nextInt(100), random), random.nextInt(20));
            BigDecimal signed = random.nextBoolean() ? number.negate() : number;
            Object expected = signed.signum() == 0 ? "0" : Numbers.plain(signed).toPlainString();
            assertThat(mapper.map(row(phoenix(signed))).fields().get("f"))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    private static byte[] phoenix(BigDecimal number) {
        if (number.signum() == 0) {
            return new byte[] {(byte) 0x80};
        }
        BigDecimal even = Numbers.plain(number).abs();
        even = even.scale() % 2 == 0 ? even : even.setScale(even.scale() + 1);
        byte[] digits = new byte[64];
        int count = 0;
        for (BigInteger rest = even.unscaledValue(); rest.signum() > 0; rest = rest.divide(BigInteger.valueOf(100))) {
            digits[count++] = rest.mod(BigInteger.valueOf(100)).byteValue();
        }
        int exponent = count - 1 - even.scale() / 2;
        ByteBuffer bytes = ByteBuffer.allocate(count + 2);
        boolean negative = number.signum() < 0;
        bytes.put((byte) (negative ? ~(exponent + 65 | 0x80) & 0x7f : exponent + 65 | 0x80));
        for (int i = count - 1; i >= 0; i--) {
            bytes.put((byte) (negative ? 101 - digits[i] : digits[i] + 1));
        }
        if (negative) {
            bytes.put((byte) 102);
        }
        byte[] written = new byte[bytes.position()];
        bytes.get(0, written);
        return written;
    }

    @Test
    void identifiersAndRawBytes() {
        String uuid = "123e4567-e89b-12d3-a456-426614174000";
        assertThat(hex("type: keyword, encoding: uuid", uuid.replace("-", ""))).isEqualTo(uuid);
        assertThat(text("type: keyword, encoding: uuid", "123E4567-e89b-12d3-A456-426614174000"))
                .isEqualTo(uuid);
        refuses("type: keyword, encoding: uuid", "00", "is not a UUID in 16 bytes or 36 characters");
        assertThat(hex("type: keyword, encoding: base64", "00ff10")).isEqualTo("AP8Q");
        assertThat(hex("type: keyword, encoding: hex", "00ff10")).isEqualTo("00ff10");
    }

    @Test
    void dates() {
        String expected = "2024-02-29T13:14:15.000Z";
        assertThat(text("type: date, encoding: utf8", "2024-02-29T13:14:15Z")).isEqualTo(expected);
        assertThat(hex("type: date, encoding: bytesInt, unit: seconds", "65e08327"))
                .isEqualTo(expected);
        assertThat(document("type: date, unit: micros", longBytes(1_709_212_455_000_000L))
                        .get("f"))
                .isEqualTo(expected);
        assertThat(document("type: date, unit: nanos", longBytes(1_709_212_455_000_999_999L))
                        .get("f"))
                .isEqualTo(expected);
        assertThat(document("type: date, unit: nanos", longBytes(-1)).get("f")).isEqualTo("1969-12-31T23:59:59.999Z");
        byte[] day = ByteBuffer.allocate(4).putInt(20_240_229).array();
        assertThat(document("type: date, encoding: bytesInt, pattern: yyyyMMdd, zone: \"+08:00\"", day)
                        .get("f"))
                .isEqualTo("2024-02-28T16:00:00.000Z");
        assertThat(text("type: date, path: $.at, unit: seconds", "{\"at\": 1709212455}"))
                .isEqualTo(expected);
        assertThat(text("type: date, path: $.at", "{\"at\": \"2024-02-29T13:14:15Z\"}"))
                .isEqualTo(expected);
        refuses(
                "type: date, encoding: bytesInt, pattern: yyyyMMdd",
                "00000001",
                "is not a date as the pattern yyyyMMdd has it");
        refuses("type: date, unit: seconds", "7fffffffffffffff", "is not in seconds of the years 1 to 9999");
    }

    private static byte[] longBytes(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    @Test
    void severalValuesInOneText() {
        assertThat(text("type: keyword, separator: \",\"", "a,,b")).isEqualTo(List.of("a", "", "b"));
        assertThat(text("type: int, separator: \"; \"", "1; 22")).isEqualTo(List.of(1L, 22L));
        assertThat(text("type: keyword, separator: \",\"", "a")).isEqualTo(List.of("a"));
        assertThat(text("type: keyword, separator: \",\"", "")).isNull();
        assertThatThrownBy(() -> text("type: int, separator: \",\"", "1,x"))
                .hasMessage("column d:q is not a number in decimal digits (field f)");
    }

    @Test
    void oneCellOfJsonHasSeveralFields() {
        String json =
                """
                {"a": {"b": "x", "big": 12345678901234567890, "no": null}, "n": [1, 2.0, 3], "l": [{"c d": "y"}, {"c d": "z"}, 7],
                 "yes": true}""";
        assertThat(text("type: keyword, path: $.a.b", json)).isEqualTo("x");
        assertThat(text("type: keyword, path: $.a.big", json)).isEqualTo("12345678901234567890");
        assertThat(text("type: boolean, path: $.yes", json)).isEqualTo(true);
        assertThat(text("type: int, path: \"$.n[0]\"", json)).isEqualTo(1L);
        assertThat(text("type: double, path: $.n", json)).isEqualTo(List.of(1.0, 2.0, 3.0));
        assertThat(text("type: keyword, path: \"$.l[*]['c d']\"", json)).isEqualTo(List.of("y", "z"));
        assertThat(text("type: json, path: $.a", json))
                .isEqualTo(Map.of("b", "x", "big", new BigDecimal("12345678901234567890")));
        RowMapper several = Definitions.mapper(
                directory,
                """
                fields:
                  b:   {column: "d:q", type: keyword, path: $.a.b}
                  gbk: {column: "d:q", type: keyword, encoding: gbk, path: $.a.b}
                  all: {column: "d:q", type: json}
                  n:   {column: "d:q", type: int, path: "$.n[2]"}
                """);
        Document found = several.map(row("{\"a\": {\"b\": \"\u00e4\"}, \"n\": [1, 2, 3]}".getBytes(UTF_8)));
        assertThat(found.fields())
                .containsEntry("b", "\u00e4")
                .containsEntry("gbk", "\u76f2") // the same bytes in another character set
                .containsEntry("n", 3L);
        for (String nowhere : List.of("$.a.no", "$.b", "$.n[9]", "$.a[0]", "$.n.x", "$.l[*].e")) {
            assertThat(text("type: keyword, path: \"" + nowhere + "\"", json))
                    .as(nowhere)
                    .isNull();
        }
        assertThatThrownBy(() -> text("type: keyword, path: $.a", json))
                .hasMessage("column d:q is JSON with other values in it, and no single value (field f)");
        assertThatThrownBy(() -> text("type: int, path: $.a", "{"))
                .hasMessage("column d:q is not JSON that can be read (field f)");
    }

    @Test
    void aValueThatIsNoneBecomesWhatTheFieldSays() throws IOException {
        byte[] wrong = {1, 2, 3};
        assertThatThrownBy(() -> document("type: int", wrong)).isInstanceOf(UnmappableRowException.class);
        assertThat(document("type: int, onError: skip-field", wrong)).isEmpty();
        assertThat(document("type: int, onError: keep-raw", wrong)).isEqualTo(Map.of("f_raw", "AQID"));
        assertThat(document("type: int, onError: keep-raw", new byte[] {0, 0, 0, 7}))
                .isEqualTo(Map.of("f", 7L));
        assertThat(document("type: int, onError: keep-raw", new byte[40_000]))
                .as("too long for a keyword")
                .isEmpty();
        RowMapper mapper = Definitions.mapper(
                directory,
                """
                rowKey: {spec: {parts: {n: {type: u64}}}}
                fields: {n: {key: n, type: int, onError: keep-raw}}
                """);
        Row large = new Row(RowKey.wrap(longBytes(-1)), List.of());
        assertThat(mapper.map(large).fields()).isEqualTo(Map.of("n_raw", "18446744073709551615"));
        assertThat(mapper.rejections(large)).isEmpty();
    }
}
