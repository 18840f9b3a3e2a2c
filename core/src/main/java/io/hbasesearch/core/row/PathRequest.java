/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.RowChoice;
import io.hbasesearch.core.rowkey.plan.SortField;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A request for rows of a table.
 *
 * @param columns to read of each row; a row with none of them is not found
 * @param path to the rows
 * @param check selects rows
 * @param order of the rows by a field; the order of keys if empty. If the path has that order or its opposite, no more than {@link
 *     Limits#rows} of a range are read, else all are
 * @param fromEnd true for the last rows in the order of keys instead of the first. They are returned in that order too, but are read
 *     backwards, so that a result that was cut short lacks rows at the beginning
 */
public record PathRequest(
        TableId table,
        ColumnSelection columns,
        AccessPath path,
        RowChoice check,
        Optional<SortField> order,
        Limits limits,
        boolean fromEnd) {
    /** The default of the most rows that are read from HBase. */
    public static final long DEFAULT_MOST_READ = 100_000;

    private static final int DEFAULT_LIMIT = 1_000;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    public PathRequest {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(check, "check");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(limits, "limits");
        if (fromEnd && order.isPresent()) {
            throw new IllegalArgumentException(
                    "only the order of keys is read from its end, not that of " + order.get());
        }
    }

    /**
     * What a request may return, read and take.
     *
     * @param rows the most rows wanted, from 1 on
     * @param mostBytes of the returned rows together, which may reduce their number, but not below one
     * @param mostRead the most rows that are read from HBase, selected or not, from 1 on: reading ends there
     * @param readFor the time after which reading ends, and the rows found so far are returned
     * @param timeout of the whole request, after which it fails
     */
    public record Limits(int rows, long mostBytes, long mostRead, Duration readFor, Duration timeout) {
        public Limits {
            Objects.requireNonNull(readFor, "readFor");
            Objects.requireNonNull(timeout, "timeout");
            if (rows < 1 || mostBytes < 1 || mostRead < 1) {
                throw new IllegalArgumentException("at least 1 row or byte is wanted and read, not " + rows + ", "
                        + mostBytes + " and " + mostRead);
            }
        }
    }

    /** Creates a request for up to 1,000 rows with all their columns in the order of keys, within 10 seconds. */
    public static PathRequest of(TableId table, AccessPath path, RowChoice check) {
        return new PathRequest(
                table,
                ColumnSelection.everything(),
                path,
                check,
                Optional.empty(),
                new Limits(DEFAULT_LIMIT, Long.MAX_VALUE, DEFAULT_MOST_READ, DEFAULT_TIMEOUT, DEFAULT_TIMEOUT),
                false);
    }

    public int limit() {
        return limits.rows();
    }

    public long mostBytes() {
        return limits.mostBytes();
    }

    public long mostRead() {
        return limits.mostRead();
    }

    public Duration readFor() {
        return limits.readFor();
    }

    public Duration timeout() {
        return limits.timeout();
    }

    public PathRequest withColumns(ColumnSelection selection) {
        return new PathRequest(table, selection, path, check, order, limits, fromEnd);
    }

    public PathRequest orderedBy(SortField field) {
        return new PathRequest(table, columns, path, check, Optional.of(field), limits, fromEnd);
    }

    public PathRequest withLimit(int rows) {
        return within(new Limits(rows, mostBytes(), mostRead(), readFor(), timeout()));
    }

    public PathRequest withMostBytes(long bytes) {
        return within(new Limits(limit(), bytes, mostRead(), readFor(), timeout()));
    }

    public PathRequest withMostRead(long rows) {
        return within(new Limits(limit(), mostBytes(), rows, readFor(), timeout()));
    }

    public PathRequest withTimeout(Duration time) {
        return within(new Limits(limit(), mostBytes(), mostRead(), time, time));
    }

    public PathRequest withReadFor(Duration time) {
        return within(new Limits(limit(), mostBytes(), mostRead(), time, timeout()));
    }

    private PathRequest within(Limits others) {
        return new PathRequest(table, columns, path, check, order, others, fromEnd);
    }

    /** Returns a request for the last rows in the order of keys instead of the first. */
    public PathRequest readFromEnd() {
        return new PathRequest(table, columns, path, check, order, limits, true);
    }
}
