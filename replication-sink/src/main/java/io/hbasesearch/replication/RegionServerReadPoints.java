/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.regionserver.OnlineRegions;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * Asks the regions of this RegionServer. With {@link SourceBacklog} the only class that uses HBase's private API; callers must expect a
 * {@link LinkageError}. Thread-safe.
 */
final class RegionServerReadPoints implements ReadPoints {
    private final OnlineRegions regions;

    private RegionServerReadPoints(OnlineRegions regions) {
        this.regions = regions;
    }

    /**
     * @param server the replication context's abortable, which is the RegionServer in HBase 2.5 and 2.6
     * @throws ReflectiveOperationException if this HBase version lacks a method
     * @throws ClassCastException if the server does not give access to its regions
     */
    static ReadPoints of(Abortable server) throws ReflectiveOperationException {
        // Checked now rather than with the first edit.
        HRegion.class.getMethod("getMVCC");
        MultiVersionConcurrencyControl.class.getMethod("getReadPoint");
        MultiVersionConcurrencyControl.class.getMethod("getWritePoint");
        return new RegionServerReadPoints((OnlineRegions) server);
    }

    /**
     * Looks up the region each time, because it may have moved. A sequence id above the write point was never assigned by this region since
     * it was opened: it is older, for instance from before a snapshot was restored, and those edits have drained.
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

    /** Returns the region's end key. A region with a given name never changes its bounds. */
    @Override
    public byte[] endOf(String region) {
        Region online = regions.getRegion(region);
        return online == null ? null : online.getRegionInfo().getEndKey();
    }
}
