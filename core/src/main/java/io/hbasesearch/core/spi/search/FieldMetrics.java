/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import java.util.OptionalDouble;

/**
 * Metrics of the values that some documents have of one field. Every value of a document counts; equal values of a keyword or boolean
 * field in one document count once. Numbers are calculated as {@code double}, so that whole numbers beyond 2^53 are rounded.
 *
 * @param count of the values
 * @param sum of numbers; empty for other types, and without a value. Dates are numbers of milliseconds, and have no sum
 * @param distinct the number of different values
 * @param exact false if {@code distinct} is an estimate, or if not every match was seen
 */
public record FieldMetrics(
        long count, OptionalDouble min, OptionalDouble max, OptionalDouble sum, long distinct, boolean exact) {
    /** The metrics if nothing was measured. */
    public static final FieldMetrics UNKNOWN =
            new FieldMetrics(0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 0, false);

    /** Returns the average; empty if there is no sum. */
    public OptionalDouble average() {
        return sum.isPresent() ? OptionalDouble.of(sum.getAsDouble() / count) : sum;
    }
}
