/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a field's values.
 *
 * @param min a number, or a date as text; null for other types, without a value, or if it is too large for a number
 * @param avg of numbers
 * @param distinct the number of different values
 * @param exact false if {@code distinct} is an estimate, or if not every match was seen
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MetricsAnswer(
        long count,
        @Nullable Object min,
        @Nullable Object max,
        @Nullable Number avg,
        @Nullable Number sum,
        long distinct,
        boolean exact) {
    /** Beyond this number, a double is not every whole number. */
    private static final double MOST_WHOLE = 1L << 53;

    static MetricsAnswer of(IndexDefinition definition, String field, FieldMetrics found) {
        FieldType type = definition.field(field).orElseThrow().type();
        boolean isWhole = type == FieldType.INT || type == FieldType.LONG;
        return new MetricsAnswer(
                found.count(),
                value(type, found.min()),
                value(type, found.max()),
                number(found.average(), false),
                number(found.sum(), isWhole),
                found.distinct(),
                found.exact());
    }

    private static @Nullable Object value(FieldType type, OptionalDouble value) {
        if (value.isEmpty()) {
            return null;
        }
        return switch (type) {
            case DATE -> FacetResult.time((long) value.getAsDouble());
            case FLOAT -> (float) value.getAsDouble();
            case INT, LONG -> number(value, true);
            case DOUBLE, KEYWORD, BOOLEAN, TEXT, JSON, GEO_POINT -> number(value, false);
        };
    }

    private static @Nullable Number number(OptionalDouble value, boolean isWhole) {
        if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
            return null;
        }
        double number = value.getAsDouble();
        if (isWhole && Math.abs(number) <= MOST_WHOLE) {
            return (long) number;
        }
        return number;
    }
}
