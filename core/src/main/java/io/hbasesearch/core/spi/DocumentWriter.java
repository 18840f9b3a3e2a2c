/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Writes documents of one index. Safe for use by several threads; operations on one row may be written concurrently and in
 * any order, as the highest version wins.
 */
public interface DocumentWriter extends AutoCloseable {
    /**
     * Hands over a batch. Blocks while the writer's buffer (bounded by count and bytes) is full.
     *
     * @param batch at most one operation for each document; not kept
     * @param listener hears of an operation once it is durable (Elasticsearch: acknowledged; Lucene: part of the next commit), or
     *     refused for good. Transient and throttled failures are retried inside, for ever
     * @throws InterruptedException if this thread was interrupted while it waited. What was not handed over by then has failed:
     *     the listener hears of every operation all the same. After any other exception it hears of none
     */
    void write(List<IndexOperation> batch, WriteListener listener) throws InterruptedException;

    /**
     * As above, for those who need all results of a batch together.
     *
     * @return completes with one result for each operation, in order, or exceptionally with the first that failed
     */
    default CompletableFuture<List<WriteResult>> write(List<IndexOperation> batch) throws InterruptedException {
        BatchResults results = new BatchResults(batch.size());
        write(batch, results);
        return results.future();
    }

    /**
     * Told again and again whether much more waits to be written than is on its way. An index may then make what is written visible
     * less often, if that leaves more for writing.
     */
    default void catchUp(boolean behind) {}

    /**
     * Removes stubs of rows that are gone, which nothing needs any more once everything older than them has arrived or never
     * will. A stub that was written anew meanwhile stays. What is removed takes no version: the row's next event is written
     * whatever its version. Stubs of failed rows stay, as their rows exist. Blocks until done; one thread at a time.
     *
     * @param readBefore stubs whose read began before this go, in milliseconds since the epoch by the clocks of their readers
     * @param most how many stubs at most
     * @return what was done; nothing from a writer that has no index of its own to look into, or that is closed
     * @throws io.hbasesearch.core.error.HBaseSearchException if the index cannot be reached or written; harmless, as stubs are
     *     only kept for longer then
     */
    default PurgedStubs purgeStubs(long readBefore, int most) {
        return PurgedStubs.none();
    }

    /** Where positions are kept, if the index itself keeps them. */
    Optional<PositionStore> positions();

    /** Says why writes are being retried, while they are. Never throws. */
    CheckResult check();

    /** Drains what was handed over within a bounded time, then cancels the rest. Loses nothing that was acknowledged. Idempotent. */
    @Override
    void close();

    /**
     * As {@link #close()}, with a time for what was handed over that the caller chooses: for one step of a stop among others.
     *
     * @param drain zero to cancel at once
     */
    default void close(Duration drain) {
        close();
    }
}
