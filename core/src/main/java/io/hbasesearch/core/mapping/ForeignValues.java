/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.model.ByteArray;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the results of codecs and functions to raw values of {@link ValueConverter}. Stateless. */
final class ForeignValues {
    private ForeignValues() {}

    /** Converts a value, and copies it if it could be changed later. */
    static @Nullable Object of(@Nullable Object value) throws UndecodableValueException {
        return value == null ? null : of(value, JsonCell.MAX_DEPTH);
    }

    private static Object of(Object value, int depth) throws UndecodableValueException {
        if (value instanceof Map<?, ?> map) {
            return map(map, depth);
        }
        if (value instanceof Collection<?> collection) {
            return list(collection, depth);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Boolean || value instanceof Instant) {
            return value;
        }
        if (value instanceof CharSequence text) {
            return text.toString();
        }
        if (value instanceof byte[] bytes) {
            return ByteArray.copyOf(bytes);
        }
        if (value instanceof Date date) {
            return Instant.ofEpochMilli(date.getTime());
        }
        throw new UndecodableValueException(
                "became a " + value.getClass().getName() + ", and a field has no such values");
    }

    private static Object number(Number number) {
        if (number instanceof Float) {
            return Double.parseDouble(number.toString()); // the double with the same digits
        }
        boolean isKnown = number instanceof Long
                || number instanceof Double
                || number instanceof BigInteger
                || number instanceof BigDecimal;
        return isKnown ? number : (Object) number.longValue();
    }

    private static Map<String, Object> map(Map<?, ?> map, int depth) throws UndecodableValueException {
        int inner = inner(depth);
        Map<String, Object> members = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getValue() != null) {
                members.put(String.valueOf(entry.getKey()), of(entry.getValue(), inner));
            }
        }
        return Collections.unmodifiableMap(members);
    }

    private static List<Object> list(Collection<?> collection, int depth) throws UndecodableValueException {
        int inner = inner(depth);
        List<Object> items = new ArrayList<>();
        for (Object each : collection) {
            if (each != null) {
                items.add(of(each, inner));
            }
        }
        return Collections.unmodifiableList(items);
    }

    private static int inner(int depth) throws UndecodableValueException {
        if (depth <= 0) {
            throw new UndecodableValueException("is more than " + JsonCell.MAX_DEPTH + " levels deep");
        }
        return depth - 1;
    }
}
