/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Puts rows into a table whose edits become visible late, and gets each the moment its event arrives. */
final class BarrierCheck {
    static final int ROWS = 12;
    private static final byte[] FAMILY = Bytes.toBytes("d");

    private BarrierCheck() {}

    /** Which rows of {@value #ROWS} a get did not find when their event had arrived. */
    static Set<String> invisibleRows(SinkCluster cluster, String name, String barrier) throws Exception {
        TableName tableName = cluster.createTable(name, Map.of("d", 1), SlowVisibility.class.getName());
        TableRoute route = new TableRoute("default", name, 1, 2);
        Set<String> invisible = new TreeSet<>();
        try (TopicReader topic = cluster.createTopic(route);
                Table table = cluster.connection.getTable(tableName)) {
            cluster.addPeer(
                    name,
                    Map.of(SinkConfig.TABLES.key(), route.toString(), SinkConfig.BARRIER.key(), barrier),
                    tableName);
            Set<String> rows = new TreeSet<>();
            for (int i = 0; i < ROWS; i++) {
                rows.add("row" + i);
            }
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> rows.forEach(row -> put(table, row)));
            topic.awaitRows(rows, Duration.ofSeconds(60), event -> {
                if (!isVisible(table, event)) {
                    invisible.add(event.getRow().toStringUtf8());
                }
            });
            writer.get(30, TimeUnit.SECONDS);
        } finally {
            cluster.admin.removeReplicationPeer(name);
        }
        return invisible;
    }

    private static void put(Table table, String row) {
        try {
            table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, Bytes.toBytes("q"), Bytes.toBytes("v")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isVisible(Table table, RowMutation event) {
        try {
            return !table.get(new Get(event.getRow().toByteArray())).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
