/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of one row, in the order of the definition. Values are String, Boolean, Long, Double, {@link java.math.BigDecimal},
 * List or Map of these (from JSON); dates are strings in ISO 8601 with milliseconds in UTC. A field without a cell is absent.
 */
public record Document(Map<String, Object> fields) {
    private static final Document EMPTY = new Document(Map.of());

    public Document {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public static Document empty() {
        return EMPTY;
    }

    /** The names of the fields alone: values never reach a log. */
    @Override
    public String toString() {
        return "document with fields " + fields.keySet();
    }
}
