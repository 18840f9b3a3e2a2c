/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import io.hbasesearch.core.definition.FieldHints;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A sort key of hits. The last key of an order is always the row, so that no two hits are equal. */
public sealed interface SortKey {
    /** The most sort keys; more than a reader of a list needs. */
    int MAX_KEYS = 8;

    boolean descending();

    /** The relevance of a hit. */
    record Score(boolean descending) implements SortKey {}

    /** The row key's bytes; for a key that is too long for an id, the bytes in the id. */
    record RowOrder(boolean descending) implements SortKey {}

    /**
     * The value of a keyword, number, date or boolean field: keywords by their bytes in UTF-8, false before true. If there are
     * several values, the least counts in ascending order and the greatest in descending order.
     *
     * @param missingFirst true if rows without a value come first, in either direction
     */
    record Field(String name, boolean descending, boolean missingFirst) implements SortKey {
        public Field {
            Objects.requireNonNull(name, "name");
        }
    }

    /**
     * The distance of a {@code geo_point} field from a point. If there are several values, the nearest counts in ascending order and the
     * farthest in descending order.
     *
     * @param missingFirst true if rows without a value come first, in either direction
     */
    record Distance(String name, GeoPoint point, boolean descending, boolean missingFirst) implements SortKey {
        public Distance {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(point, "point");
        }

        /**
         * Returns the point from which indexes measure, in the order of {@link #missingFirst}: engines count a missing value as the
         * greatest distance. From the opposite point, far rows are near; rows within metres of the point itself are then ordered to about
         * half a metre.
         */
        public GeoPoint origin() {
            return descending == missingFirst ? point : point.opposite();
        }
    }

    /** Best hits first. */
    static List<SortKey> byScore() {
        return List.of(new Score(true), new RowOrder(false));
    }

    /** Appends the row to the keys if it is missing, and removes keys after the row. No keys mean {@link #byScore}. */
    static List<SortKey> complete(List<SortKey> keys) {
        if (keys.isEmpty()) {
            return byScore();
        }
        boolean isComplete = keys.get(keys.size() - 1) instanceof RowOrder;
        if (keys.size() > MAX_KEYS + (isComplete ? 1 : 0)) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID, "Hits are ordered by at most " + MAX_KEYS + " keys", null, null);
        }
        List<SortKey> complete = new ArrayList<>();
        for (SortKey key : keys) {
            complete.add(key);
            if (key instanceof RowOrder) {
                return List.copyOf(complete);
            }
        }
        complete.add(new RowOrder(false));
        return List.copyOf(complete);
    }

    /**
     * Returns the type of a field by which hits can be sorted or counted.
     *
     * @throws HBaseSearchException QUERY_INVALID if there is no such field, or its type has no order
     */
    static FieldType requireSortable(IndexDefinition definition, String name, String what) {
        FieldType type = definition
                .field(name)
                .map(FieldMapping::type)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.QUERY_INVALID,
                        "The index " + definition.name() + " has no field " + name + " for " + what,
                        FieldHints.of(definition, name, what),
                        null));
        return switch (type) {
            case KEYWORD, BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE -> type;
            case GEO_POINT ->
                throw new HBaseSearchException(
                        ErrorCode.QUERY_INVALID,
                        "The field " + name + " is of type geo_point, which cannot be used for " + what,
                        what.equals("sorting")
                                ? "Sort by the distance from a point: " + name + ":LATITUDE,LONGITUDE."
                                : "Use a keyword, number, date or boolean field.",
                        null);
            case TEXT, JSON ->
                throw new HBaseSearchException(
                        ErrorCode.QUERY_INVALID,
                        "The field " + name + " is of type " + type.name().toLowerCase(Locale.ROOT)
                                + ", which cannot be used for " + what,
                        "Use a keyword, number, date or boolean field; the same column can also be indexed as a keyword.",
                        null);
        };
    }
}
