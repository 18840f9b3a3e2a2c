/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON text as maps, lists, strings, numbers, booleans and null, within bounds. Stateless. */
final class TreeJson {
    // Deeper than any allowed tree, and shallow enough for the stack.
    private static final int MAX_NESTING = 200;
    private static final int MAX_DIGITS = 400;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(MAX_DIGITS)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private TreeJson() {}

    /** @throws QuerySyntaxException with the character at which the JSON is invalid */
    static @Nullable Object read(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "unexpected content after the query");
            }
            return value;
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            long offset = location == null ? 0 : Math.max(0, location.getCharOffset());
            String reason = e.getOriginalMessage().lines().findFirst().orElse("");
            throw SourcePosition.character((int) Math.min(offset, json.length()) + 1)
                    .error("this is no JSON: " + reason, null);
        } catch (ArithmeticException | NumberFormatException e) {
            throw SourcePosition.character(1)
                    .error("this is no JSON that can be read: a number in it is too large", null);
        } catch (IOException e) {
            throw new UncheckedIOException("text in memory cannot be read", e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new JsonParseException(parser, "the text is empty");
        }
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new JsonParseException(parser, "a value is missing");
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static List<@Nullable Object> list(JsonParser parser) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }
}
