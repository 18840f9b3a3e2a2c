/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** What a RegionServer knows of its regions: whether a get can already see an edit, and where a region ends. */
interface ReadPoints {
    /**
     * @param region encoded name of the region whose WAL entry it is
     * @param sequenceId of that entry
     * @return true also if the region is not online on this server: it has drained, or replays its WAL before it serves
     */
    boolean isReadable(String region, long sequenceId);

    /** The first key behind the region, empty for the table's last; null if the region is not online on this server. */
    default byte[] endOf(String region) {
        return null;
    }
}
