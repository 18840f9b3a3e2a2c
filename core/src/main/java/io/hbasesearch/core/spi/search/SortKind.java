/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import io.hbasesearch.core.definition.FieldHints;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of a sort key's values in an index. */
public enum SortKind {
    SCORE,
    ROW,
    TEXT,
    BOOLEAN,
    /** Integers and dates. */
    WHOLE,
    FLOAT,
    DOUBLE,
    /** Metres from the origin of a {@link SortKey.Distance}. */
    DISTANCE;

    /** @throws HBaseSearchException QUERY_INVALID if the index has no such field, or its type has no order */
    public static SortKind of(SortKey key, IndexDefinition definition) {
        if (key instanceof SortKey.Field field) {
            return switch (SortKey.requireSortable(definition, field.name(), "sorting")) {
                case KEYWORD -> TEXT;
                case BOOLEAN -> BOOLEAN;
                case INT, LONG, DATE -> WHOLE;
                case FLOAT -> FLOAT;
                case DOUBLE -> DOUBLE;
                case TEXT, JSON, GEO_POINT -> throw new IllegalStateException("not sortable: " + field.name());
            };
        }
        if (key instanceof SortKey.Distance distance) {
            requirePoints(definition, distance.name());
            return DISTANCE;
        }
        return key instanceof SortKey.Score ? SCORE : ROW;
    }

    private static void requirePoints(IndexDefinition definition, String name) {
        if (definition
                .field(name)
                .filter(field -> field.type() == FieldType.GEO_POINT)
                .isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    definition
                            .field(name)
                            .map(field -> "The field " + name + " is of type "
                                    + field.type().name().toLowerCase(Locale.ROOT) + ", and distances need a geo_point")
                            .orElse("The index " + definition.name() + " has no field " + name
                                    + " of type geo_point for distances"),
                    FieldHints.ofPoints(definition, name),
                    null);
        }
    }

    /** @throws HBaseSearchException QUERY_INVALID if a value of the place does not fit its key */
    public static void requireFit(List<SortKind> kinds, SortValues values) {
        for (int i = 0; i < kinds.size(); i++) {
            if (!kinds.get(i).fits(values.values().get(i))) {
                throw new HBaseSearchException(
                        ErrorCode.QUERY_INVALID,
                        "The page's place does not fit the sort order of the hits",
                        "Begin with the first page.",
                        null);
            }
        }
    }

    private boolean fits(@Nullable Object value) {
        return switch (this) {
            case SCORE -> value instanceof Double;
            case ROW -> value instanceof String;
            case TEXT -> value == null || value instanceof String;
            case BOOLEAN, WHOLE -> value == null || value instanceof Long;
            case FLOAT, DOUBLE, DISTANCE -> value == null || value instanceof Double;
        };
    }
}
