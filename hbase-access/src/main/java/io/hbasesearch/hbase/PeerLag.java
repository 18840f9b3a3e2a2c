/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.util.Objects;

/**
 * Lag of one queue of a peer, as its RegionServer last reported it to the master (every few seconds).
 *
 * @param server the RegionServer
 * @param lagMillis age of the oldest edit that waits to be shipped, 0 if none does
 * @param lastShippedAgeMillis age of the last shipped edit when it was shipped
 * @param queuedLogs WAL files in the queue, including the one being written
 * @param reportedMillis when the server reported, by its own clock, since 1970
 */
public record PeerLag(
        String server, Source source, long lagMillis, long lastShippedAgeMillis, long queuedLogs, long reportedMillis) {
    public PeerLag {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(source, "source");
    }

    /**
     * The source of a queue, which reads the WALs.
     *
     * @param queue the peer's id; followed by the name of a dead server for a queue taken over from it
     * @param recovered whether it was taken over
     * @param running false if the source has not started its endpoint: nothing is shipped
     */
    public record Source(String queue, boolean recovered, boolean running) {
        public Source {
            Objects.requireNonNull(queue, "queue");
        }
    }

    public String queue() {
        return source.queue;
    }

    public boolean recovered() {
        return source.recovered;
    }

    public boolean running() {
        return source.running;
    }
}
