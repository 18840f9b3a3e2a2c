/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.FacetResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;

/** Counts the numbers of a field, or their intervals. A row counts once for each. */
final class NumberCounts implements FacetCounter {
    /** More intervals than anyone can draw. */
    static final int MAX_INTERVALS = 10_000;

    private final String field;
    private final LongUnaryOperator bucket;
    private final LongFunction<String> key;
    private final int size;
    private final FacetBudget budget;
    private final LongCounts counts;

    private NumberCounts(
            String field, LongUnaryOperator bucket, LongFunction<String> key, int size, FacetBudget budget) {
        this.field = field;
        this.bucket = bucket;
        this.key = key;
        this.size = size;
        this.budget = budget;
        this.counts = new LongCounts(budget, field);
    }

    /** @param key formats a doc value */
    static NumberCounts values(String field, LongFunction<String> key, int size, FacetBudget budget) {
        return new NumberCounts(field, LongUnaryOperator.identity(), key, size, budget);
    }

    /** @param key formats the start of an interval */
    static NumberCounts intervals(String field, LongUnaryOperator start, LongFunction<String> key, FacetBudget budget) {
        return new NumberCounts(field, start, key, 0, budget);
    }

    @Override
    public Leaf leaf(LeafReaderContext context) throws IOException {
        SortedNumericDocValues values = DocValues.getSortedNumeric(context.reader(), field);
        return doc -> {
            if (values.advanceExact(doc)) {
                count(values);
            }
        };
    }

    private void count(SortedNumericDocValues values) throws IOException {
        long previous = 0;
        for (int i = 0; i < values.docValueCount(); i++) {
            long value = bucket.applyAsLong(values.nextValue());
            if (i == 0 || value != previous) {
                counts.add(value);
                requireFewIntervals();
            }
            previous = value;
        }
    }

    private void requireFewIntervals() {
        if (size == 0 && counts.size() > MAX_INTERVALS) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "The facet over " + field + " has more than " + MAX_INTERVALS + " different values",
                    "Use ranges, a longer interval, or a more selective query.",
                    null);
        }
    }

    @Override
    public FacetResult result(boolean complete) {
        long[] sorted = counts.sorted();
        if (size == 0) {
            List<FacetResult.Bucket> all = new ArrayList<>();
            for (long value : sorted) {
                all.add(new FacetResult.Bucket(key.apply(value), counts.count(value)));
            }
            return new FacetResult(all, 0, complete);
        }
        MostFrequent best = new MostFrequent(size);
        for (long value : sorted) {
            if (budget.isOver()) {
                return best.result(false);
            }
            best.add(() -> key.apply(value), counts.count(value));
        }
        return best.result(complete);
    }
}
