/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Asks the regions of this RegionServer. With {@link SourceBacklog} the only class that touches what is private to HBase;
 * whoever uses it must be ready for a {@link LinkageError}. Thread-safe.
 */
final class RegionServerReadPoints implements ReadPoints {
    private final OnlineRegions regions;

    private RegionServerReadPoints(OnlineRegions regions) {
        this.regions = regions;
    }

    /**
     * @param server the replication context's abortable, which is the RegionServer in HBase 2.5 and 2.6
     * @throws ReflectiveOperationException if this HBase lacks what is needed
     * @throws ClassCastException if the server does not show its regions
     */
    static ReadPoints of(Abortable server) throws ReflectiveOperationException {
        // Found out now rather than with the first edit.
        HRegion.class.getMethod("getMVCC");
        MultiVersionConcurrencyControl.class.getMethod("getReadPoint");
        MultiVersionConcurrencyControl.class.getMethod("getWritePoint");
        return new RegionServerReadPoints((OnlineRegions) server);
    }

    /**
     * Looks the region up each time, as it may have moved away. A sequence id above the write point was never handed out
     * by this region as it is open now: it is of an earlier life, say before a snapshot was restored, and that one has
     * drained.
     */
    @Override
    public boolean isReadable(String region, long sequenceId) {
        Region online = regions.getRegion(region);
        if (online == null) {
            return true;
        }
        MultiVersionConcurrencyControl mvcc = ((HRegion) online).getMVCC();
        return mvcc.getReadPoint() >= sequenceId || mvcc.getWritePoint() < sequenceId;
    }

    /** A region of a name never changes its bounds. */
    @Override
    public byte[] endOf(String region) {
        Region online = regions.getRegion(region);
        return online == null ? null : online.getRegionInfo().getEndKey();
    }
}
