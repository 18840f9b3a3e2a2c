/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DocumentJsonTest {
    private static String json(Document document) {
        return new String(DocumentJson.write(document), UTF_8);
    }

    @Test
    void writesFieldsInOrder() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("t", "你 \"q\"\n");
        fields.put("l", 1L);
        fields.put("d", 1.0);
        fields.put("b", true);
        fields.put("j", Map.of("a", List.of(new BigDecimal("1E+400"), Map.of())));
        assertThat(json(new Document(fields)))
                .isEqualTo("{\"t\":\"你 \\\"q\\\"\\n\",\"l\":1,\"d\":1.0,\"b\":true,\"j\":{\"a\":[1E+400,{}]}}");
    }

    @Test
    void aBackendsOwnFieldsComeFirstAndAreNoPartOfTheDocument() {
        Document document = new Document(Map.of("a", "x"));
        byte[] json = DocumentJson.write(Map.of("_row", "6b"), document);
        assertThat(new String(json, UTF_8)).isEqualTo("{\"_row\":\"6b\",\"a\":\"x\"}");
        assertThat(DocumentJson.read(json)).isEqualTo(document);
        assertThat(DocumentJson.readAll(json)).isEqualTo(Map.of("_row", "6b", "a", "x"));
        assertThatThrownBy(() -> DocumentJson.write(Map.of("row", "6b"), document))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneNumberIsOneValueHoweverItIsWritten() {
        String json = "{\"a\":[1, 1.0, 1.00, 10e-1, -0, 9223372036854775807, 9223372036854775808, 0.1, 0.10,"
                + " 0.1000000000000000055511151231257827, 1e400]}";
        assertThat(DocumentJson.read(json.getBytes(UTF_8)).fields().get("a"))
                .isEqualTo(List.of(
                        1L,
                        1.0,
                        1.0,
                        1.0,
                        0L,
                        Long.MAX_VALUE,
                        new BigDecimal("9223372036854775808"),
                        0.1,
                        0.1,
                        new BigDecimal("0.1000000000000000055511151231257827"),
                        new BigDecimal("1e400")));
    }

    @Test
    void refusesWhatIsNoDocumentWithoutQuotingIt() {
        for (String wrong : new String[] {"", "[]", "secret", "{\"secret\":", "1"}) {
            assertThatThrownBy(() -> DocumentJson.read(wrong.getBytes(UTF_8)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not a document in JSON")
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
        }
        assertThatThrownBy(() -> DocumentJson.write(new Document(Map.of("a", 1))))
                .hasMessageContaining("Integer");
    }

    @Test
    void readsBackWhatItWrote() {
        Random random = new Random(17);
        for (int i = 0; i < 3_000; i++) {
            Map<String, Object> fields = new LinkedHashMap<>();
            int count = random.nextInt(6);
            for (int field = 0; field < count; field++) {
                fields.put("f" + field, value(random, 4));
            }
            Document document = new Document(fields);
            byte[] json = DocumentJson.write(document);
            Document read = DocumentJson.read(json);
            assertThat(read).isEqualTo(document);
            assertThat(DocumentJson.write(read)).isEqualTo(json);
        }
    }

    /** Any value that a document may have. */
    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> text(random);
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> finite(random);
            case 3 -> random.nextBoolean();
            case 4 -> new BigDecimal(new BigInteger(70, random).setBit(66));
            case 5 -> new BigDecimal(new BigInteger(90, random).setBit(80).setBit(0), 1 + random.nextInt(60));
            case 6 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(text(random), value(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static double finite(Random random) {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(value) ? value : random.nextInt();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            int point = random.nextInt(random.nextBoolean() ? 128 : 0x10ffff);
            text.appendCodePoint(point >= 0xd800 && point <= 0xdfff ? '?' : point);
        }
        return text.toString();
    }
}
