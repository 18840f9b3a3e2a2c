/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LimitedTest {
    private static final Limited WIDE = new Limited(Limited.MOST_CHARACTERS, Integer.MAX_VALUE);

    @Test
    void whatIsShortStaysAsItIs() {
        JsonNode value = Limited.json(Map.of("text", "12345", "list", List.of(1, 2), "inner", Map.of("yes", true)));
        assertThat(new Limited(5, 3).shortened(value)).isEqualTo(value);
    }

    @Test
    void longTextsAndListsSayHowMuchIsMissing() {
        JsonNode value = Limited.json(Map.of("inner", List.of("1234567", 2, 3, 4)));
        assertThat(new Limited(5, 3).shortened(value))
                .hasToString("{\"inner\":[\"12345 …[2 more characters]\",2,3,\"…[1 more]\"]}");
        JsonNode members = Limited.json(new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)));
        assertThat(new Limited(5, 2).shortened(members)).hasToString("{\"a\":1,\"b\":2,\"…\":\"[1 more]\"}");
    }

    @Test
    void aCharacterOfTwoUnitsIsNotSplit() {
        assertThat(new Limited(2, 9).shortened(Limited.json("a😀b")).textValue())
                .isEqualTo("a …[3 more characters]");
    }

    @Test
    void aResultThatFitsByNoLimitsIsRefused() {
        assertThat(Limited.fit(WIDE, limits -> of(limits.shortened(Limited.json("x".repeat(100_000))))))
                .hasSizeBetween(4_000, Limited.MOST_CHARACTERS);
        assertThat(Limited.fit(
                        WIDE, limits -> of(limits.shortened(Limited.json(Collections.nCopies(100_000, "word"))))))
                .hasSizeLessThan(Limited.MOST_CHARACTERS)
                .contains(" more]");
        assertThatThrownBy(() -> Limited.fit(WIDE, limits -> of(Limited.json("x".repeat(100_000)))))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("40000 characters");
    }

    private static ObjectNode of(JsonNode value) {
        return JsonNodeFactory.instance.objectNode().set("value", value);
    }
}
