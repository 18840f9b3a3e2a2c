/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.text.CanonicalNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts raw values of {@link ValueConverter} to the content of a JSON object in a document. The result equals what would be read
 * from JSON, so that an index returns content equal to what was written. Stateless.
 */
final class JsonTree {
    /** The longest number in characters; longer ones become text, because JSON parsers refuse them. */
    private static final int MAX_LENGTH = 1_000;

    private JsonTree() {}

    static Object of(Object raw) throws UndecodableValueException {
        return of(raw, JsonCell.MAX_DEPTH);
    }

    private static Object of(Object raw, int depth) throws UndecodableValueException {
        if (raw instanceof Map || raw instanceof List) {
            if (depth <= 0) {
                throw new UndecodableValueException("is more than " + JsonCell.MAX_DEPTH + " levels deep");
            }
            return raw instanceof Map<?, ?> map ? object(map, depth - 1) : list((List<?>) raw, depth - 1);
        }
        if (raw instanceof Double number) {
            return JsonValues.canonical(Numbers.finite(number));
        }
        if (raw instanceof BigInteger number) {
            return number(new BigDecimal(number));
        }
        if (raw instanceof BigDecimal number) {
            return number(number);
        }
        if (raw instanceof Instant moment) {
            return DateConverter.ofMoment(moment);
        }
        return raw instanceof Long || raw instanceof Boolean ? raw : ValueConverter.text(raw);
    }

    private static Map<String, Object> object(Map<?, ?> map, int depth) throws UndecodableValueException {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : map.entrySet()) {
            object.put((String) member.getKey(), of(member.getValue(), depth));
        }
        return Collections.unmodifiableMap(object);
    }

    private static List<Object> list(List<?> items, int depth) throws UndecodableValueException {
        List<Object> list = new ArrayList<>(items.size());
        for (Object item : items) {
            list.add(of(item, depth));
        }
        return Collections.unmodifiableList(list);
    }

    private static Object number(BigDecimal number) {
        String text = CanonicalNumber.text(number);
        return text.length() > MAX_LENGTH ? text : JsonValues.canonical(number);
    }
}
