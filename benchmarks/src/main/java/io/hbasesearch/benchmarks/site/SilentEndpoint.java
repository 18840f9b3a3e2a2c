/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.replication.BaseReplicationEndpoint;
import org.apache.hadoop.hbase.replication.ChainWALEntryFilter;
import org.apache.hadoop.hbase.replication.WALEntryFilter;

/**
 * A replication endpoint that counts what HBase hands it, and throws it away: whatever a peer with it costs is HBase's own
 * replication. Runs in HBase, which has this module's classes on its class path; in the measuring process it cannot be loaded. Of each
 * RegionServer's threads one calls each method, but for the filter's, which is called by another.
 */
public final class SilentEndpoint extends BaseReplicationEndpoint {
    private static final UUID PEER =
            UUID.nameUUIDFromBytes(SilentEndpoint.class.getName().getBytes(UTF_8));

    private HandedOver handedOver;

    @Override
    public void init(Context context) throws IOException {
        super.init(context);
        handedOver =
                HandedOver.in(Path.of(context.getPeerConfig().getConfiguration().get(HandedOver.FILE)));
    }

    @Override
    public WALEntryFilter getWALEntryfilter() {
        HandedOver read = handedOver;
        WALEntryFilter first = entry -> {
            read.read();
            return entry;
        };
        return new ChainWALEntryFilter(List.of(first, super.getWALEntryfilter()));
    }

    @Override
    public boolean replicate(ReplicateContext context) {
        handedOver.add(context.getEntries().size());
        return true;
    }

    @Override
    public UUID getPeerUUID() {
        return PEER;
    }

    @Override
    public void start() {
        startAsync();
    }

    @Override
    public void stop() {
        stopAsync();
    }

    @Override
    protected void doStart() {
        notifyStarted();
    }

    @Override
    protected void doStop() {
        notifyStopped();
    }
}
