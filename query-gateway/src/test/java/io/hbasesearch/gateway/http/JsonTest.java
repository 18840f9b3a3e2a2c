/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void anAnswersPartsHaveALineEach() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("index", "mail");
        answer.put("hits", List.of(hit("1"), hit("2")));
        answer.put("notes", List.of());

        assertThat(new String(Json.bytes(answer), UTF_8))
                .isEqualTo(
                        """
                        {
                          "index" : "mail",
                          "hits" : [
                            {"key":"1","cells":{"d:a":{"value":["x","y"]}}},
                            {"key":"2","cells":{"d:a":{"value":["x","y"]}}}
                          ],
                          "notes" : [ ]
                        }
                        """);
    }

    private static Map<String, Object> hit(String key) {
        Map<String, Object> hit = new LinkedHashMap<>();
        hit.put("key", key);
        hit.put("cells", Map.of("d:a", Map.of("value", List.of("x", "y"))));
        return hit;
    }

    @Test
    void aStreamsLineIsOneLine() {
        assertThat(new String(Json.line(Map.of("hits", List.of(hit("1")))), UTF_8))
                .isEqualTo("{\"hits\":[{\"key\":\"1\",\"cells\":{\"d:a\":{\"value\":[\"x\",\"y\"]}}}]}\n");
    }

    @Test
    void rareCharactersAreThemselves() {
        assertThat(new String(Json.bytes(Map.of("text", "\ud840\udc0b \ud83d\ude00 \u6570")), UTF_8))
                .isEqualTo("{\n  \"text\" : \"\ud840\udc0b \ud83d\ude00 \u6570\"\n}\n");
    }

    /** Also where the writer's buffer ends, in names as in values. */
    @Test
    void everyTextIsWhatItsCharactersAreInUtf8() {
        List<String> pieces = List.of("a", "\"", "\u00e9", "\u6570", "\ud840\udc0b", "\ud83d", "\ude00");
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder("x".repeat(random.nextInt(4) * 2_000 + random.nextInt(4)));
            for (int j = random.nextInt(20); j > 0; j--) {
                // Halves are rare, so that most texts have none.
                text.append(pieces.get(random.nextInt(random.nextInt(10) == 0 ? pieces.size() : 5)));
            }
            Map<String, Object> value = Map.of(text.toString(), List.of(text.toString()));

            String line = new String(Json.line(value), UTF_8);

            String escaped = text.toString().replace("\"", "\\\"");
            assertThat(line)
                    .as("text %d", i)
                    .isEqualTo(new String(("{\"" + escaped + "\":[\"" + escaped + "\"]}\n").getBytes(UTF_8), UTF_8));
        }
    }

    @Test
    void whatJsonHasNoCharacterForIsEscapedInNamesAsInValues() {
        String text = "\t\n\u0000\u001b\u007f\u0085/\\\"";
        String escaped = "\\t\\n\\u0000\\u001B\u007f\u0085/\\\\\\\"";

        assertThat(new String(Json.line(Map.of(text, text)), UTF_8))
                .isEqualTo("{\"" + escaped + "\":\"" + escaped + "\"}\n");
    }

    /** A caller may send it, and what it is about comes back in the problem. */
    @Test
    void halfASurrogatePairFailsNowhere() {
        assertThat(new String(Json.bytes(Map.of("detail", "a\ud83d b")), UTF_8))
                .isEqualTo("{\n  \"detail\" : \"a? b\"\n}\n");
    }
}
