/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of one row, in the order of the definition; those that are joined from others come last. A field without a cell is
 * absent. There are no nulls, not even in nested values. Values are
 *
 * <ul>
 *   <li>String for text and keyword, and for a date in ISO 8601 with milliseconds in UTC;
 *   <li>Boolean; Long for int and long; Double for float and double;
 *   <li>a List of these where a row has several;
 *   <li>for JSON a Map of String to these, to List and to Map, with {@link java.math.BigDecimal} for numbers that neither
 *       Long nor Double holds exactly.
 * </ul>
 *
 * <p>Two documents of one row are equal if and only if they have the same content: {@link DocumentJson} reads back what it has
 * written as an equal document. Immutable as long as nested values are not changed.
 */
public record Document(Map<String, Object> fields) {
    private static final Document EMPTY = new Document(Map.of());

    public Document {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public static Document empty() {
        return EMPTY;
    }

    /** Returns the names of the fields only: values never reach a log. */
    @Override
    public String toString() {
        return "document with fields " + fields.keySet();
    }
}
