/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Tells whether a get can already see an edit. */
interface ReadPoints {
    /**
     * @param region encoded name of the region whose WAL entry it is
     * @param sequenceId of that entry
     * @return true also if the region is not online on this server: it has drained, or replays its WAL before it serves
     */
    boolean isReadable(String region, long sequenceId);
}
