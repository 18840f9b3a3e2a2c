/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** State of a RegionServer's regions: whether a get can already see an edit, and where a region ends. */
interface ReadPoints {
    /**
     * Tells whether a get can see this edit.
     *
     * @param region encoded name of the region of the WAL entry
     * @param sequenceId of that entry
     * @return true also if the region is not online on this server: it has drained, or replays its WAL before it serves
     */
    boolean isReadable(String region, long sequenceId);

    /** Returns the first key after the region, empty for the table's last region; null if the region is not online on this server. */
    default byte[] endOf(String region) {
        return null;
    }
}
