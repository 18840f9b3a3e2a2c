/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;

/**
 * Writes ordinary puts and deletes, for example data, for checks and for users; indexing never writes to HBase. Safe for use by several threads.
 * Borrows the connection.
 */
public final class HBaseRowWriter {
    private final HBaseConnections connections;

    public HBaseRowWriter(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /**
     * New values of one row.
     *
     * @param timestamp of its cells; empty for the time at which the RegionServer takes them
     */
    public record RowPut(RowKey key, Map<ColumnName, ByteArray> values, OptionalLong timestamp) {
        public RowPut {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(timestamp, "timestamp");
            values = Map.copyOf(values);
        }

        public RowPut(RowKey key, Map<ColumnName, ByteArray> values) {
            this(key, values, OptionalLong.empty());
        }
    }

    /** Returns once every put is acknowledged. */
    public void put(TableId table, List<RowPut> rows) {
        List<Put> puts = rows.stream().map(HBaseRowWriter::put).toList();
        connections.await(
                connections.get().getTable(Results.tableName(table)).putAll(puts),
                "writing " + rows.size() + " rows to table " + table);
    }

    /**
     * Writes rows, each for itself: one that HBase's client refuses, a too large one for instance, does not hold up the others.
     *
     * @return the reason for each refused row, by its place in {@code rows}
     * @throws HBaseSearchException if HBase took a row neither for good nor not at all; others of them may have been written
     */
    public SortedMap<Integer, String> putEach(TableId table, List<RowPut> rows) {
        AsyncTable<?> open = connections.get().getTable(Results.tableName(table));
        String what = "writing " + rows.size() + " rows to table " + table;
        try {
            connections.await(open.putAll(rows.stream().map(HBaseRowWriter::put).toList()), what);
            return Collections.emptySortedMap();
        } catch (IllegalArgumentException e) {
            // The client checks each row before it sends any, and does not say which one it refuses.
            SortedMap<Integer, String> refused = new TreeMap<>();
            for (int i = 0; i < rows.size(); i++) {
                try {
                    connections.await(open.put(put(rows.get(i))), what);
                } catch (IllegalArgumentException one) {
                    refused.put(i, String.valueOf(one.getMessage()));
                }
            }
            return refused;
        }
    }

    /**
     * Deletes all versions of columns of a row, or the whole row.
     *
     * @param columns empty for the whole row
     */
    public void delete(TableId table, RowKey key, Collection<ColumnName> columns) {
        Delete delete = new Delete(key.bytes().unsafeBytes());
        columns.forEach(column -> delete.addColumns(
                column.family().getBytes(UTF_8), column.qualifier().unsafeBytes()));
        connections.await(
                connections.get().getTable(Results.tableName(table)).delete(delete),
                "deleting from a row of table " + table);
    }

    /** Deletes a whole row as a client does: with one marker for each family. */
    public void delete(TableId table, RowKey key) {
        delete(table, key, List.of());
    }

    private static Put put(RowPut row) {
        Put put = row.timestamp().isPresent()
                ? new Put(row.key().bytes().unsafeBytes(), row.timestamp().getAsLong())
                : new Put(row.key().bytes().unsafeBytes());
        row.values()
                .forEach((column, value) -> put.addColumn(
                        column.family().getBytes(UTF_8), column.qualifier().unsafeBytes(), value.unsafeBytes()));
        return put;
    }
}
