/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;

/** Takes snapshots of tables. Safe for use by several threads. Borrows the connection. */
public final class HBaseSnapshots {
    /** Time limit of a snapshot: every region flushes its memory, a few at a time on each server. */
    private static final Duration FLUSHED = Duration.ofMinutes(15);

    private final HBaseConnections connections;

    public HBaseSnapshots(HBaseConnections connections) {
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /**
     * Takes a snapshot of everything that a get can see when this begins. Each region's memory is flushed for it, and this call takes as
     * long.
     *
     * @param life after which HBase may delete it
     * @throws io.hbasesearch.core.error.HBaseSearchException TABLE_NOT_FOUND, ACCESS_DENIED and others
     */
    public void take(TableId table, String name, Duration life) {
        // FLUSH is HBase's default, and the caller relies on it: SKIPFLUSH would omit what is only in memory.
        SnapshotDescription snapshot = new SnapshotDescription(
                name, Results.tableName(table), SnapshotType.FLUSH, Map.of("TTL", Math.max(1, life.toSeconds())));
        String what = "taking snapshot " + name + " of table " + table;
        try {
            connections.await(admin().snapshot(snapshot), FLUSHED, what);
        } catch (HBaseSearchException e) {
            throw HBaseFailures.refused(e, what);
        }
    }

    public void delete(String name) {
        connections.awaitChange(admin().deleteSnapshot(name), "deleting snapshot " + name);
    }

    private AsyncAdmin admin() {
        return connections.get().getAdmin();
    }
}
