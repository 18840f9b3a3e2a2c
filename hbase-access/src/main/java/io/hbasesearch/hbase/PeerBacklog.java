/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;

/**
 * Backlog of one peer, over all its queues.
 *
 * @param queuedWals WAL files that HBase keeps for the peer, including those being written; HBase does not report their bytes
 * @param unshippedAge age of the oldest edit that a queue has read and not shipped. Zero while the peer is disabled, even if edits wait
 * @param stoppedQueues queues that have not started their endpoint, so that they ship nothing
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
