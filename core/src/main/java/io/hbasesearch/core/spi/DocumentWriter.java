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
     * @param batch at most one operation for each row
     * @return completes with one result for each operation, in order, once all are durable (Elasticsearch: acknowledged;
     *     Lucene: part of the next commit). Transient and throttled failures are retried inside, for ever. Completes
     *     exceptionally with a {@link io.hbasesearch.core.error.HBaseSearchException} of class FATAL when nothing can be
     *     written until somebody acts, and with a {@link java.util.concurrent.CancellationException} when the writer was
     *     closed before the batch was through.
     */
    CompletableFuture<List<WriteResult>> write(List<IndexOperation> batch) throws InterruptedException;

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
