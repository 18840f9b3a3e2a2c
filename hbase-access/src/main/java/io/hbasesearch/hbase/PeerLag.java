/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.util.Objects;

/**
 * How far one queue of a peer is behind, as its RegionServer last reported to the master (every few seconds).
 *
 * @param server the RegionServer
 * @param queue the peer's id; with the name of a dead server after it for a queue taken over from one
 * @param lagMillis how old the oldest edit is that waits to be shipped, 0 when none does
 * @param lastShippedAgeMillis how old the last shipped edit was when it was shipped
 * @param queuedLogs WAL files in the queue, the one being written included
 * @param running false if the source has not started its endpoint: nothing is shipped
 * @param reportedMillis when the server reported, by its own clock, since 1970
 */
public record PeerLag(
        String server,
        String queue,
        long lagMillis,
        long lastShippedAgeMillis,
        long queuedLogs,
        boolean recovered,
        boolean running,
        long reportedMillis) {
    public PeerLag {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(queue, "queue");
    }
}
