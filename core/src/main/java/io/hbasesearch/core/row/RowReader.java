/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads rows of HBase. Safe for use by several threads. */
public interface RowReader extends AutoCloseable {
    /**
     * Reads rows with strong consistency in one batch.
     *
     * @param timeout after which the read fails
     * @return one row for each key, in order; a row without cells is deleted, unless it is {@link Row#excess too large}. Only an
     *     empty answer of HBase means deleted: any doubt is an exception
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE or TIMED_OUT (retry), TABLE_NOT_FOUND,
     *     ACCESS_DENIED (fatal)
     */
    List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout);

    /**
     * Reads rows for callers with limited memory: reading ends with the row that reaches the limit of bytes.
     *
     * @param mostBytes after which no further row is returned
     * @return rows of the first keys, in order, at least one if there is a key
     */
    default List<Row> readSome(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        return read(table, columns, keys, timeout);
    }

    /** Opens a new scanner over a range, in the order of row keys. */
    RowCursor scan(TableId table, ColumnSelection columns, KeyRange range);

    /**
     * Returns the present regions of the table: adjacent ranges, of which the first is open at the start and the last at the end.
     * They may have split or merged by the time they are read.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link #read}
     */
    List<KeyRange> regions(TableId table);

    /** Returns the key of the last row of a range, whatever its columns; empty if there is none. Cheap. */
    Optional<RowKey> last(TableId table, KeyRange range);

    /**
     * Returns the present state of the table; empty if this reader cannot determine it.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException SERVER_UNREACHABLE or TIMED_OUT
     */
    default Optional<TableCondition> inspect(TableId table) {
        return Optional.empty();
    }

    /**
     * Returns the key of the row after the first {@code number} rows of a range, whatever their columns; empty if there is none.
     * Reads keys only.
     */
    Optional<RowKey> after(TableId table, KeyRange range, int number);

    /**
     * Scans for the rows of a range that match a filter, in the order of row keys, without their cells. The rows are as HBase finds
     * them: an older version that passes a filter by time may not be visible without that filter.
     */
    RowCursor matching(TableId table, RowFilter filter, KeyRange range);

    CheckResult check();

    @Override
    void close();
}
