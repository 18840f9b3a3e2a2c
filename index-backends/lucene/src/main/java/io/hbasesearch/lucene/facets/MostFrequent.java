/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.search.FacetResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/** Keeps the values with the greatest counts; among equal counts, the first ones. For one thread. */
final class MostFrequent {
    private record Counted(String key, long count, long turn) {}

    private static final Comparator<Counted> WORST_FIRST =
            Comparator.comparingLong(Counted::count).thenComparing(Counted::turn, Comparator.reverseOrder());

    private final int size;
    private final PriorityQueue<Counted> best = new PriorityQueue<>(WORST_FIRST);
    private long turn;
    private long total;

    MostFrequent(int size) {
        this.size = size;
    }

    /**
     * Adds a value; values come in their order.
     *
     * @param key its text, requested only if it is among the best so far
     */
    void add(Supplier<String> key, long count) {
        total += count;
        if (best.size() == size && count <= best.element().count()) {
            return;
        }
        best.add(new Counted(key.get(), count, turn++));
        if (best.size() > size) {
            best.remove();
        }
    }

    FacetResult result(boolean complete) {
        List<FacetResult.Bucket> buckets = new ArrayList<>();
        long others = total;
        while (!best.isEmpty()) {
            Counted worst = best.remove();
            buckets.add(new FacetResult.Bucket(worst.key(), worst.count()));
            others -= worst.count();
        }
        Collections.reverse(buckets);
        return new FacetResult(buckets, others, complete);
    }
}
