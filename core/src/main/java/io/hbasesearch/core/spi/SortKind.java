/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.List;
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
    DOUBLE;

    /** @throws HBaseSearchException QUERY_INVALID if the index has no such field, or its type has no order */
    public static SortKind of(SortKey key, IndexDefinition definition) {
        if (key instanceof SortKey.Field field) {
            return switch (SortKey.requireSortable(definition, field.name(), "sorting")) {
                case KEYWORD -> TEXT;
                case BOOLEAN -> BOOLEAN;
                case INT, LONG, DATE -> WHOLE;
                case FLOAT -> FLOAT;
                case DOUBLE -> DOUBLE;
                case TEXT, JSON -> throw new IllegalStateException("not sortable: " + field.name());
            };
        }
        return key instanceof SortKey.Score ? SCORE : ROW;
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
            case FLOAT, DOUBLE -> value == null || value instanceof Double;
        };
    }
}
