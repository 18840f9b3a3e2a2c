/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.search.FieldMetrics;
import java.util.OptionalDouble;

/** Adds up the values of one field in one bucket. The sum is compensated (Kahan), as that of Elasticsearch is. For one thread. */
final class ValueSums {
    private static final long OWN_BYTES = 96;

    private final DistinctCount distinct;
    private long count;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double sum;
    private double lost;

    /** @param field for messages */
    ValueSums(FacetBudget budget, String field) {
        budget.charge(OWN_BYTES, field);
        this.distinct = new DistinctCount(budget, field);
    }

    /** @param hash of {@link DistinctCount} */
    void add(long hash) {
        count++;
        distinct.add(hash);
    }

    void add(double number, long hash) {
        add(hash);
        min = Math.min(min, number);
        max = Math.max(max, number);
        double corrected = number - lost;
        double next = sum + corrected;
        lost = Double.isFinite(next) ? (next - sum) - corrected : 0;
        sum = next;
    }

    /**
     * @param hasRange whether the values are numbers or dates
     * @param hasSum whether they are numbers
     * @param complete whether every match was seen
     */
    FieldMetrics result(boolean hasRange, boolean hasSum, boolean complete) {
        return new FieldMetrics(
                count,
                onlyIf(hasRange, min),
                onlyIf(hasRange, max),
                onlyIf(hasSum, sum),
                distinct.count(),
                complete && distinct.isExact());
    }

    private OptionalDouble onlyIf(boolean wanted, double value) {
        return wanted && count > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
