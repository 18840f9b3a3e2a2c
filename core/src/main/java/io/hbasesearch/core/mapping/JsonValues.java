/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hbasesearch.core.text.CanonicalNumber;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON into the values that documents have. Nulls are left out. Numbers keep the type of their notation, so that a document is
 * read back as it was written: Long if they are whole and fit, Double if its digits represent the same number, else BigDecimal.
 * {@link #canonical} maps all notations of a number to one value.
 */
final class JsonValues {
    static final JsonFactory FACTORY = new JsonFactory();

    private JsonValues() {}

    /**
     * Reads the value at the parser's current token; the parser ends at the value's last token.
     *
     * @param depth the remaining levels of nested objects and lists
     * @return null for a JSON null
     * @throws TooDeepException if they are deeper
     */
    static @Nullable Object read(JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> readObject(parser, depth);
            case START_ARRAY -> readArray(parser, depth);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> wholeNumber(parser);
            case VALUE_NUMBER_FLOAT -> decimalNumber(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("not the beginning of a value: " + token);
        };
    }

    static Map<String, Object> readObject(JsonParser parser, int depth) throws IOException {
        checkDepth(depth);
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            Object value = read(parser, depth - 1);
            if (value != null) {
                object.put(name, value);
            }
        }
        return Collections.unmodifiableMap(object);
    }

    private static List<Object> readArray(JsonParser parser, int depth) throws IOException {
        checkDepth(depth);
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Object value = read(parser, depth - 1);
            if (value != null) {
                array.add(value);
            }
        }
        return Collections.unmodifiableList(array);
    }

    /**
     * Returns one value for all notations of a number: Long if it is whole and fits, else Double if its digits represent the same
     * number.
     */
    static Object canonical(Number number) {
        if (number instanceof Long) {
            return number;
        }
        BigDecimal plain = CanonicalNumber.plain(
                number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString()));
        if (plain.scale() == 0) {
            return plain.unscaledValue().bitLength() < Long.SIZE ? (Object) plain.longValue() : plain;
        }
        double approximation = plain.doubleValue();
        return says(approximation, plain) ? (Object) approximation : plain;
    }

    /** Makes all numbers of a JSON value canonical. */
    static Object canonicalNumbers(Object value) {
        if (value instanceof Number number) {
            return canonical(number);
        }
        if (value instanceof List<?> list) {
            return Collections.unmodifiableList(
                    list.stream().map(JsonValues::canonicalNumbers).toList());
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((name, member) -> object.put((String) name, canonicalNumbers(member)));
            return Collections.unmodifiableMap(object);
        }
        return value;
    }

    private static boolean says(double approximation, BigDecimal exact) {
        return Double.isFinite(approximation) && new BigDecimal(Double.toString(approximation)).compareTo(exact) == 0;
    }

    private static void checkDepth(int depth) throws TooDeepException {
        if (depth <= 0) {
            throw new TooDeepException();
        }
    }

    private static Object wholeNumber(JsonParser parser) throws IOException {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? new BigDecimal(parser.getText())
                : (Object) parser.getLongValue();
    }

    private static Object decimalNumber(String text) throws IOException {
        double approximation = Double.parseDouble(text);
        BigDecimal exact;
        try {
            exact = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new IOException("a number's exponent is out of bounds", e);
        }
        return says(approximation, exact) ? (Object) approximation : exact;
    }

    /** Reports objects and lists that are nested too deeply. */
    static final class TooDeepException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
