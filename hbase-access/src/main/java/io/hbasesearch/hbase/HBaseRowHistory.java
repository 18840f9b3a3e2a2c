/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowHistory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncTable;

/** Reads several versions of cells through scans, whose answers are bounded. Safe for use by several threads. Borrows the connection. */
public final class HBaseRowHistory implements RowHistory {
    private final HBaseConnections connections;
    private final long mostRowBytes;

    /** @param mostRowBytes a row whose versions have more bytes is returned without any */
    public HBaseRowHistory(HBaseConnections connections, long mostRowBytes) {
        this.connections = Objects.requireNonNull(connections, "connections");
        this.mostRowBytes = mostRowBytes;
    }

    @Override
    public List<List<Cell>> read(
            TableId table, ColumnSelection columns, List<RowKey> keys, int versions, long mostBytes, Duration timeout) {
        AsyncTable<?> opened = connections
                .get()
                .getTableBuilder(Results.tableName(table))
                .setScanTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .setReadRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        return new KeyScans(connections, opened, table, columns, mostRowBytes, Deadline.after(timeout))
                .ofVersions(versions).read(keys, mostBytes).stream()
                        .map(HBaseRowHistory::cells)
                        .toList();
    }

    private static List<Cell> cells(Row row) {
        return row.cells().stream()
                .flatMap(newest -> row.versions(newest.column(), Integer.MAX_VALUE).stream())
                .toList();
    }
}
