/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Writes documents of one index. Safe for use by several threads; operations on one row may be written concurrently and in
 * any order, because the highest version wins.
 */
public interface DocumentWriter extends AutoCloseable {
    /**
     * Hands over a batch. Blocks while the writer's buffer (bounded by count and bytes) is full.
     *
     * @param batch at most one operation for each document; not kept
     * @param listener is notified of an operation once it is durable (Elasticsearch: acknowledged; Lucene: part of the next commit),
     *     or permanently refused. Transient and throttled failures are retried internally, without limit
     * @throws InterruptedException if this thread was interrupted while it waited. The operations that were not handed over by then
     *     have failed, and the listener is still notified of every operation. After any other exception it is notified of none
     */
    void write(List<IndexOperation> batch, WriteListener listener) throws InterruptedException;

    /**
     * Writes a batch as above, for callers that need all of its results together.
     *
     * @return completes with one result for each operation, in order, or exceptionally with the first that failed
     */
    default CompletableFuture<List<WriteResult>> write(List<IndexOperation> batch) throws InterruptedException {
        BatchResults results = new BatchResults(batch.size());
        write(batch, results);
        return results.future();
    }

    /**
     * Notifies the writer repeatedly if the backlog is much larger than the writes in flight. The index may then refresh less often,
     * if that leaves more capacity for writing.
     */
    default void catchUp(boolean behind) {}

    /**
     * Removes stubs of deleted rows. A stub is obsolete once every older write has arrived or can no longer arrive. A stub that was
     * written again meanwhile stays. A removed stub leaves no version: the row's next event is written whatever its version. Stubs of
     * failed rows stay, because their rows exist. Blocks until done; one thread at a time.
     *
     * @param readBefore stubs whose read began before this time are removed, in milliseconds since the epoch by the clocks of their
     *     readers
     * @param most the most stubs to remove
     * @return the counts; zero from a writer without an index of its own to search, or from a closed writer
     * @throws io.hbasesearch.core.error.HBaseSearchException if the index cannot be reached or written; this is harmless, because
     *     stubs are only kept for longer
     */
    default PurgedStubs purgeStubs(long readBefore, int most) {
        return PurgedStubs.none();
    }

    /** Returns the store of positions, if the index itself keeps them. */
    Optional<PositionStore> positions();

    /** Reports the reason for retries while writes are being retried. Never throws. */
    CheckResult check();

    /** Drains the accepted operations within a bounded time, then cancels the rest. Loses no acknowledged write. Idempotent. */
    @Override
    void close();

    /**
     * Closes the writer with a drain time that the caller chooses, for a stop of several steps.
     *
     * @param drain zero to cancel at once
     */
    default void close(Duration drain) {
        close();
    }
}
