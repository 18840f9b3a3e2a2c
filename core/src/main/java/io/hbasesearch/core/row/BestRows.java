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
 * Collects the first or last rows in some order from several concurrent ranges, and keeps no more than requested.
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
     * @param order empty for the order of keys; rows without the field come last, and equal ones in the order of keys
     * @param limit the number of requested rows
     */
    public BestRows(Optional<SortField> order, int limit) {
        this(order, limit, Long.MAX_VALUE);
    }

    /** @param mostBytes of the kept rows together; the first one is kept in any case */
    public BestRows(Optional<SortField> order, int limit, long mostBytes) {
        this(order, limit, mostBytes, false);
    }

    private BestRows(Optional<SortField> order, int limit, long mostBytes, boolean fromEnd) {
        this.limit = limit;
        this.mostBytes = mostBytes;
        this.order = order.map(BestRows::by).orElse(BY_KEY);
        this.worstFirst = new PriorityQueue<>(fromEnd ? this.order : this.order.reversed());
    }

    /** Creates a collector for a request. */
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
            // Rows after the remaining ones no longer fit, however small they are.
            limit = worstFirst.size();
            isCut = true;
        }
    }

    private void removeWorst() {
        bytes -= worstFirst.remove().row().bytes();
    }

    /** Tells if the limit of bytes cut the rows, so that rows after the last one are missing. */
    public synchronized boolean isCut() {
        return isCut;
    }

    /** Tells if, in the order of keys, no row from this key on fits because of the limit of bytes. */
    public synchronized boolean isPast(RowKey key) {
        Found any = new Found(new Row(key, List.of()), Map.of());
        return isCut && worstFirst.comparator().compare(any, worstFirst.element()) <= 0;
    }

    /** Returns the last row in the requested order; empty if there is none. */
    public synchronized Optional<RowKey> last() {
        return Optional.ofNullable(worstFirst.peek()).map(found -> found.row().key());
    }

    /** Tells if the limit is reached; better rows may still replace others. */
    public synchronized boolean isFull() {
        return worstFirst.size() >= limit;
    }

    /** Returns the rows in order. */
    public synchronized List<Found> rows() {
        return worstFirst.stream().sorted(order).toList();
    }
}
