/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.FacetResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;

/** Counts the numbers of a field, or the intervals that they lie in. A row counts once for each. */
final class NumberCounts implements FacetCounter {
    /** More different numbers take more memory than a search may have. */
    static final int MAX_DIFFERENT = 1_000_000;

    /** As many intervals as anybody can draw. */
    static final int MAX_INTERVALS = 10_000;

    private final String field;
    private final LongUnaryOperator bucket;
    private final LongFunction<String> key;
    private final int size;
    private final int most;
    private final Map<Long, long[]> counts = new HashMap<>();

    private NumberCounts(String field, LongUnaryOperator bucket, LongFunction<String> key, int size, int most) {
        this.field = field;
        this.bucket = bucket;
        this.key = key;
        this.size = size;
        this.most = most;
    }

    /** @param key how a doc value is written */
    static NumberCounts values(String field, LongFunction<String> key, int size) {
        return new NumberCounts(field, LongUnaryOperator.identity(), key, size, MAX_DIFFERENT);
    }

    /** @param key how the beginning of an interval is written */
    static NumberCounts intervals(String field, LongUnaryOperator start, LongFunction<String> key) {
        return new NumberCounts(field, start, key, 0, MAX_INTERVALS);
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
                counts.computeIfAbsent(value, unseen -> newCount())[0]++;
            }
            previous = value;
        }
    }

    private long[] newCount() {
        if (counts.size() == most) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "The facet over " + field + " has more than " + most + " different values",
                    "Use ranges, a longer interval, or a more selective query.",
                    null);
        }
        return new long[1];
    }

    @Override
    public FacetResult result(boolean complete) {
        Map<Long, long[]> sorted = new TreeMap<>(counts);
        if (size == 0) {
            List<FacetResult.Bucket> all = new ArrayList<>();
            sorted.forEach((value, count) -> all.add(new FacetResult.Bucket(key.apply(value), count[0])));
            return new FacetResult(all, 0, complete);
        }
        MostFrequent best = new MostFrequent(size);
        sorted.forEach((value, count) -> best.add(key.apply(value), count[0]));
        return best.result(complete);
    }
}
