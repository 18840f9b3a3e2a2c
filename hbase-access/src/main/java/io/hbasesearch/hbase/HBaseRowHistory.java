/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Reads several versions of cells, in one batch of gets. Safe for use by several threads. Borrows the connection. */
public final class HBaseRowHistory implements RowHistory {
    private final HBaseConnections connections;

    public HBaseRowHistory(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    @Override
    public List<List<Cell>> read(
            TableId table, ColumnSelection columns, List<RowKey> keys, int versions, Duration timeout) {
        if (keys.isEmpty()) {
            return List.of();
        }
        AsyncTable<?> opened = connections
                .get()
                .getTableBuilder(Results.tableName(table))
                .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .setReadRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        List<CompletableFuture<Result>> answers =
                opened.get(keys.stream().map(key -> get(key, columns, versions)).toList());
        connections.await(
                CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)),
                timeout,
                "reading versions of " + keys.size() + " rows of table " + table);
        return answers.stream().map(answer -> Results.cells(answer.join())).toList();
    }

    private static Get get(RowKey key, ColumnSelection columns, int versions) {
        try {
            return Results.get(key, columns).readVersions(versions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
