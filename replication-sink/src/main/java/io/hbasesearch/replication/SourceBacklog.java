/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Objects;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.regionserver.MetricsSource;

/** Reads HBase's own metrics of the source. They are private to HBase, so callers must expect a {@link LinkageError}. */
final class SourceBacklog implements Backlog {
    private final MetricsSource source;

    private SourceBacklog(MetricsSource source) {
        this.source = source;
    }

    /** @throws ReflectiveOperationException if this HBase version lacks a method */
    static Backlog of(ReplicationEndpoint.Context context) throws ReflectiveOperationException {
        // Checked now rather than when the metrics are read.
        MetricsSource.class.getMethod("getSizeOfLogQueue");
        MetricsSource.class.getMethod("getReplicationDelay");
        return new SourceBacklog(Objects.requireNonNull(context.getMetrics(), "metrics"));
    }

    /** Returns the id by which HBase keeps its gauges, also if one JVM runs several RegionServers. */
    @Override
    public String source() {
        return source.getPeerID();
    }

    @Override
    public int queuedWals() {
        return source.getSizeOfLogQueue();
    }

    @Override
    public long unshippedAgeMillis() {
        return source.getReplicationDelay();
    }
}
