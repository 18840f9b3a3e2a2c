/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of one multi-get, whose answers come in any order, and drops the last ones once all have more bytes than allowed. Of a
 * row no more is kept than its limit. Safe for use by several threads.
 */
final class GetAnswers {
    private final List<RowKey> keys;
    private final ColumnSelection columns;
    private final long mostRowBytes;
    private final long mostBytes;
    private final TreeMap<Integer, Row> rows = new TreeMap<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    /** Rows from this place on are dropped. Guarded by this, like the fields before and after it. */
    private int end;

    private long bytes;

    /**
     * @param mostRowBytes a row of which more is read is {@link Row#tooLarge}
     * @param mostBytes of all rows together, but the first one is kept in any case
     */
    GetAnswers(List<RowKey> keys, ColumnSelection columns, long mostRowBytes, long mostBytes) {
        this.keys = keys;
        this.columns = columns;
        this.mostRowBytes = mostRowBytes;
        this.mostBytes = mostBytes;
        this.end = keys.size();
    }

    /**
     * Collects these answers; holds none of them.
     *
     * @param answers one for each key, in order
     * @return completes once all of them have come, whether they are wanted or not
     */
    CompletableFuture<Void> add(List<CompletableFuture<Result>> answers) {
        CompletableFuture<?>[] all = new CompletableFuture<?>[answers.size()];
        Arrays.setAll(all, place -> answers.get(place).handle((result, failure) -> {
            take(place, result, failure);
            return null;
        }));
        return CompletableFuture.allOf(all);
    }

    @SuppressWarnings("CatchingUnchecked") // a failure here would leave the caller waiting
    private void take(int place, @Nullable Result result, @Nullable Throwable failure) {
        try {
            if (!isWanted(place)) {
                return;
            }
            if (failure != null) {
                done.completeExceptionally(failure);
            } else if (result != null) {
                take(place, Results.row(keys.get(place), result, columns, mostRowBytes));
            }
        } catch (Throwable e) {
            done.completeExceptionally(e);
        }
    }

    private synchronized boolean isWanted(int place) {
        return place < end && !done.isDone();
    }

    private void take(int place, Row row) {
        synchronized (this) {
            if (place >= end) {
                return;
            }
            rows.put(place, row);
            bytes += row.bytes();
            while (bytes > mostBytes && rows.size() > 1) {
                end = rows.lastKey();
                bytes -= rows.remove(end).bytes();
            }
            if (rows.size() < end) {
                return;
            }
        }
        done.complete(null);
    }

    /** Completes once the rows are known, or fails like the first wanted answer that did. */
    CompletableFuture<Void> done() {
        return done;
    }

    /** Returns the rows of the first keys, in order, at least one. Called once they are known. */
    synchronized List<Row> rows() {
        return List.copyOf(rows.values());
    }
}
