/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;

/**
 * What of one peer waits to be shipped, over all its queues.
 *
 * @param queuedWals WAL files that HBase keeps for the peer, those being written included; HBase does not tell their bytes
 * @param unshippedAge of the oldest edit that a queue has read and not shipped. Zero while the peer is disabled, whatever waits
 * @param stoppedQueues that have not started their endpoint, so that they ship nothing
 */
public record PeerBacklog(long queuedWals, Duration unshippedAge, int queues, int stoppedQueues) {
    public PeerBacklog {
        Objects.requireNonNull(unshippedAge, "unshippedAge");
    }

    /** @param queues every queue of one peer */
    public static PeerBacklog of(Collection<PeerLag> queues) {
        return new PeerBacklog(
                queues.stream().mapToLong(PeerLag::queuedLogs).sum(),
                Duration.ofMillis(
                        queues.stream().mapToLong(PeerLag::lagMillis).max().orElse(0)),
                queues.size(),
                (int) queues.stream().filter(queue -> !queue.running()).count());
    }
}
