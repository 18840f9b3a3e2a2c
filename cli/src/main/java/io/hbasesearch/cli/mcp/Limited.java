/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Limits on the values of one result.
 *
 * @param longest the most characters of a text
 * @param elements the most elements of a list, and members of an object
 */
record Limited(int longest, int elements) {
    /** The most characters of a result: agents read about 25,000 tokens, and Chinese has about one for each character. */
    static final int MOST_CHARACTERS = 40_000;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private static final List<Limited> TIGHTER = List.of(
            new Limited(10_000, 1_000),
            new Limited(4_000, 1_000),
            new Limited(1_000, 1_000),
            new Limited(250, 200),
            new Limited(60, 50),
            new Limited(60, 10));

    /** Converts an answer of the gateway to JSON with the API's names. */
    static <T extends JsonNode> T json(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Renders a result by ever tighter limits until it is short enough.
     *
     * @param first the widest limits
     * @throws ToolFailure USAGE if no limits are tight enough
     */
    static String fit(Limited first, Function<Limited, ObjectNode> render) {
        String widest = render.apply(first).toString();
        return widest.length() <= MOST_CHARACTERS
                ? widest
                : TIGHTER.stream()
                        .filter(limits -> limits.longest < first.longest)
                        .map(limits -> render.apply(limits).toString())
                        .filter(text -> text.length() <= MOST_CHARACTERS)
                        .findFirst()
                        .orElseThrow(() -> new ToolFailure(
                                ErrorCode.USAGE,
                                "the result has more than " + MOST_CHARACTERS
                                        + " characters, even with shortened values",
                                "Ask for less: fewer facets, or single columns of get_row."));
    }

    /** Returns the value with its long texts and long lists shortened, and marked as such. */
    JsonNode shortened(JsonNode value) {
        if (value.isTextual() && value.textValue().length() > longest) {
            return JsonNodeFactory.instance.textNode(shortened(value.textValue()));
        }
        if (value instanceof ObjectNode object) {
            return shortened(object);
        }
        if (value instanceof ArrayNode array) {
            ArrayNode shorter = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : array) {
                if (shorter.size() == elements) {
                    return shorter.add("…[" + (array.size() - elements) + " more]");
                }
                shorter.add(shortened(element));
            }
            return shorter;
        }
        return value;
    }

    private ObjectNode shortened(ObjectNode object) {
        ObjectNode shorter = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (shorter.size() == elements) {
                return shorter.put("…", "[" + (object.size() - elements) + " more]");
            }
            shorter.set(member.getKey(), shortened(member.getValue()));
        }
        return shorter;
    }

    private String shortened(String text) {
        int end = end(text, 0);
        return text.substring(0, end) + " …[" + (text.length() - end) + " more characters]";
    }

    /** Returns where a piece of the text ends that begins at {@code from}; never inside a character. */
    int end(String text, int from) {
        if (text.length() - from <= longest) {
            return text.length();
        }
        int end = from + longest;
        return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
}
