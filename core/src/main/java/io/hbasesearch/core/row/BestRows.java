/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.PathRows.Found;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The first of many rows in some order, or the last, as they come from several ranges at once; holds no more of them than are
 * wanted.
 */
public final class BestRows {
    private static final Comparator<Found> BY_KEY =
            Comparator.comparing(found -> found.row().key());

    private final long mostBytes;
    private final Comparator<Found> order;
    private final PriorityQueue<Found> worstFirst;
    private int limit;
    private long bytes;
    private boolean isCut;

    /**
     * @param order empty for that of keys; rows without the field come last, and equal ones in the order of keys
     * @param limit how many are wanted
     */
    public BestRows(Optional<SortField> order, int limit) {
        this(order, limit, Long.MAX_VALUE);
    }

    /** @param mostBytes that those wanted may have together; the first one stays in any case */
    public BestRows(Optional<SortField> order, int limit, long mostBytes) {
        this(order, limit, mostBytes, false);
    }

    private BestRows(Optional<SortField> order, int limit, long mostBytes, boolean fromEnd) {
        this.limit = limit;
        this.mostBytes = mostBytes;
        this.order = order.map(BestRows::by).orElse(BY_KEY);
        this.worstFirst = new PriorityQueue<>(fromEnd ? this.order : this.order.reversed());
    }

    /** Those that a request wants. */
    public static BestRows of(PathRequest request) {
        return new BestRows(request.order(), request.limit(), request.mostBytes(), request.fromEnd());
    }

    private static Comparator<Found> by(SortField field) {
        return values(field).thenComparing(BY_KEY);
    }

    private static Comparator<Found> values(SortField field) {
        Comparator<KeyValue> ascending = KeyValue::compare;
        Comparator<KeyValue> values = field.descending() ? ascending.reversed() : ascending;
        return Comparator.comparing((Found found) -> found.fields().get(field.field()), Comparator.nullsLast(values));
    }

    public synchronized void add(Found found) {
        worstFirst.add(found);
        bytes += found.row().bytes();
        if (worstFirst.size() > limit) {
            removeWorst();
        }
        while (bytes > mostBytes && worstFirst.size() > 1) {
            removeWorst();
            // What comes behind those that are left has no place any more, however small it is.
            limit = worstFirst.size();
            isCut = true;
        }
    }

    private void removeWorst() {
        bytes -= worstFirst.remove().row().bytes();
    }

    /** Whether there are fewer than were wanted because of their bytes: rows behind the last one are missing. */
    public synchronized boolean isCut() {
        return isCut;
    }

    /** Whether no row from this key on has a place any more because of its bytes, in the order of keys. */
    public synchronized boolean isPast(RowKey key) {
        Found any = new Found(new Row(key, List.of()), Map.of());
        return isCut && worstFirst.comparator().compare(any, worstFirst.element()) <= 0;
    }

    /** The last one in the order that is asked for; empty if there is none. */
    public synchronized Optional<RowKey> last() {
        return Optional.ofNullable(worstFirst.peek()).map(found -> found.row().key());
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
