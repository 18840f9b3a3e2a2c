/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Reads whole rows whose keys another scan has found by their content. Matching rows may be far apart. So a row's age counts from
 * the read of the whole row, which is later than the start of the other scan, and found keys do not wait long while the scan looks
 * for more. For one thread. Owns that scan.
 */
final class MatchedRows implements RowCursor {
    private static final int READ_AT_A_TIME = 100;
    private static final long BYTES_AT_A_TIME = 8L << 20;
    private static final Duration KEEP = Duration.ofSeconds(1);

    private final RowReader rows;
    private final IndexDefinition definition;
    private final Duration readTimeout;
    private final Clock clock;
    private final RowCursor keys;
    private final Deque<Row> read = new ArrayDeque<>();
    /** Keys that were found but not read yet, as the rows before them reached the byte limit. */
    private final List<RowKey> next = new ArrayList<>();

    private long readMillis;

    MatchedRows(RowReader rows, IndexDefinition definition, Duration readTimeout, Clock clock, RowCursor keys) {
        this.rows = rows;
        this.definition = definition;
        this.readTimeout = readTimeout;
        this.clock = clock;
        this.keys = keys;
    }

    @Override
    public boolean hasNext() {
        if (read.isEmpty()) {
            long sinceNanos = System.nanoTime();
            int together = Math.min(READ_AT_A_TIME, definition.rowsTogether());
            while (next.size() < together && !isLong(next, sinceNanos) && keys.hasNext()) {
                sinceNanos = next.isEmpty() ? System.nanoTime() : sinceNanos;
                next.add(keys.next().key());
            }
            if (next.isEmpty()) {
                return false;
            }
            readMillis = clock.millis();
            List<Row> found =
                    rows.readSome(definition.table(), definition.columns(), next, BYTES_AT_A_TIME, readTimeout);
            next.subList(0, found.size()).clear();
            read.addAll(found);
        }
        return !read.isEmpty();
    }

    private static boolean isLong(List<RowKey> found, long sinceNanos) {
        return !found.isEmpty() && System.nanoTime() - sinceNanos > KEEP.toNanos();
    }

    /** Returns when the read of the row that {@link #hasNext} found began, by the clock. */
    long readMillis() {
        return readMillis;
    }

    /** Returns the next row; it has no cells if it is gone by now. */
    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more rows");
        }
        return read.remove();
    }

    @Override
    public void close() {
        keys.close();
    }
}
