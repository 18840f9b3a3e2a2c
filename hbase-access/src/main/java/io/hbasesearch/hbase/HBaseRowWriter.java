/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;

/**
 * Writes ordinary puts and deletes, for example data and for checks; indexing never writes to HBase. Safe for use by several threads.
 * Borrows the connection.
 */
public final class HBaseRowWriter {
    private final HBaseConnections connections;

    public HBaseRowWriter(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /** New values of one row. */
    public record RowPut(RowKey key, Map<ColumnName, ByteArray> values) {
        public RowPut {
            Objects.requireNonNull(key, "key");
            values = Map.copyOf(values);
        }
    }

    /** Returns once every put is acknowledged. */
    public void put(TableId table, List<RowPut> rows) {
        List<Put> puts = rows.stream().map(HBaseRowWriter::put).toList();
        connections.await(
                connections.get().getTable(Results.tableName(table)).putAll(puts),
                "writing " + rows.size() + " rows to table " + table);
    }

    /** Deletes a whole row as a client does: with one marker for each family. */
    public void delete(TableId table, RowKey key) {
        connections.await(
                connections
                        .get()
                        .getTable(Results.tableName(table))
                        .delete(new Delete(key.bytes().unsafeBytes())),
                "deleting a row of table " + table);
    }

    private static Put put(RowPut row) {
        Put put = new Put(row.key().bytes().unsafeBytes());
        row.values()
                .forEach((column, value) -> put.addColumn(
                        column.family().getBytes(UTF_8), column.qualifier().unsafeBytes(), value.unsafeBytes()));
        return put;
    }
}
