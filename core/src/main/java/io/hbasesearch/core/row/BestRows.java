/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.row.PathRows.Found;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The first of many rows in some order, or the last, as they come from several ranges at once; holds no more of them than are
 * wanted.
 */
public final class BestRows {
    private static final Comparator<Found> BY_KEY =
            Comparator.comparing(found -> found.row().key());

    private final int limit;
    private final Comparator<Found> order;
    private final PriorityQueue<Found> worstFirst;

    /**
     * @param order empty for that of keys; rows without the field come last, and equal ones in the order of keys
     * @param limit how many are wanted
     */
    public BestRows(Optional<SortField> order, int limit) {
        this(order, limit, false);
    }

    private BestRows(Optional<SortField> order, int limit, boolean fromEnd) {
        this.limit = limit;
        this.order = order.map(BestRows::by).orElse(BY_KEY);
        this.worstFirst = new PriorityQueue<>(fromEnd ? this.order : this.order.reversed());
    }

    /** Those that a request wants. */
    public static BestRows of(PathRequest request) {
        return new BestRows(request.order(), request.limit(), request.fromEnd());
    }

    private static Comparator<Found> by(SortField field) {
        Comparator<KeyValue> ascending = KeyValue::compare;
        Comparator<KeyValue> values = field.descending() ? ascending.reversed() : ascending;
        return Comparator.comparing((Found found) -> found.fields().get(field.field()), Comparator.nullsLast(values))
                .thenComparing(BY_KEY);
    }

    public synchronized void add(Found found) {
        worstFirst.add(found);
        if (worstFirst.size() > limit) {
            worstFirst.remove();
        }
    }

    /** Whether as many have come as are wanted; better ones may still take their places. */
    public synchronized boolean isFull() {
        return worstFirst.size() >= limit;
    }

    /** In their order. */
    public synchronized List<Found> rows() {
        return worstFirst.stream().sorted(order).toList();
    }
}
