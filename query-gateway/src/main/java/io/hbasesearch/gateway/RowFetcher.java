/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowReader;
import java.time.Duration;
import java.util.List;

/** Reads rows and maps them anew: what an answer shows is never older than the request. Safe for use by several threads. */
final class RowFetcher {
    /** The reader gives up a little before the guard does, so that its own message is the one that is seen. */
    private static final double SHARE_OF_READER = 0.9;

    private final RowReader rows;
    private final BackendGuard hbase;
    private final GatewayMetrics metrics;

    RowFetcher(RowReader rows, BackendGuard hbase, GatewayMetrics metrics) {
        this.rows = rows;
        this.hbase = hbase;
        this.metrics = metrics;
    }

    /**
     * @param extra columns besides those that the index maps
     * @return a row for each key, in order; without cells if it is gone
     * @throws HBaseSearchException SERVER_UNREACHABLE, TIMED_OUT, TABLE_NOT_FOUND, ACCESS_DENIED
     */
    List<Row> fetch(IndexDefinition definition, ColumnSelection extra, List<RowKey> keys, Deadline deadline) {
        if (keys.isEmpty()) {
            return List.of();
        }
        ColumnSelection columns = ColumnNames.union(definition.columns(), extra);
        Duration patience = deadline.left(SHARE_OF_READER);
        long start = System.nanoTime();
        List<Row> read = hbase.call(deadline.left(), () -> rows.read(definition.table(), columns, keys, patience));
        metrics.fetch(definition.name()).record(Duration.ofNanos(System.nanoTime() - start));
        if (read.size() != keys.size()) {
            throw new HBaseSearchException(
                    ErrorCode.INTERNAL, "asked for " + keys.size() + " rows and got " + read.size());
        }
        return read;
    }

    /** Whether the row is gone as far as the index is concerned: cells that it does not map do not keep a document alive. */
    static boolean isGone(Row row, ColumnSelection mapped) {
        return row.cells().stream().noneMatch(cell -> ColumnNames.selects(mapped, cell.column()));
    }

    static MappedRow map(RowMapper mapper, Row row) {
        try {
            return new MappedRow(row, mapper.map(row), null);
        } catch (UnmappableRowException e) {
            return new MappedRow(row, Document.empty(), e.getMessage());
        }
    }
}
