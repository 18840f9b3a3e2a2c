/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Objects;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.regionserver.MetricsSource;

/**
 * Asks HBase's own metrics of the source. They are private to HBase, so whoever uses this must be ready for a
 * {@link LinkageError}.
 */
final class SourceBacklog implements Backlog {
    private final MetricsSource source;

    private SourceBacklog(MetricsSource source) {
        this.source = source;
    }

    /** @throws ReflectiveOperationException if this HBase lacks what is needed */
    static Backlog of(ReplicationEndpoint.Context context) throws ReflectiveOperationException {
        // Found out now rather than when somebody looks at the metrics.
        MetricsSource.class.getMethod("getSizeOfLogQueue");
        MetricsSource.class.getMethod("getReplicationDelay");
        return new SourceBacklog(Objects.requireNonNull(context.getMetrics(), "metrics"));
    }

    /** HBase keeps its gauges by this id, also where one JVM runs several RegionServers. */
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
