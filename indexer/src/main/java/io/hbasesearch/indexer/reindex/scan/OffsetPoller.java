/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls an index's offsets. It tolerates failed requests for a while and then throws their cause, which differs from an index that
 * makes no progress. Safe for use by several threads.
 */
public final class OffsetPoller implements Supplier<Optional<IndexOffsets>> {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetPoller.class);
    private static final int PATIENCE_TENTHS = 9;

    private final Supplier<IndexOffsets> offsets;
    private final Duration patience;
    private @Nullable HBaseSearchException failure;
    private long failingNanos;

    /** @param patience of the callers that wait for the offsets to move; a little less is used here, so that they see the cause first */
    public OffsetPoller(Supplier<IndexOffsets> offsets, Duration patience) {
        this.offsets = Objects.requireNonNull(offsets, "offsets");
        this.patience = patience.multipliedBy(PATIENCE_TENTHS).dividedBy(10);
    }

    /**
     * Returns the current offsets; empty if Kafka is unavailable.
     *
     * @throws HBaseSearchException if the failure is not transient, or has lasted too long
     */
    @Override
    public Optional<IndexOffsets> get() {
        long beganNanos = System.nanoTime();
        try {
            IndexOffsets now = offsets.get();
            succeeded();
            return Optional.of(now);
        } catch (HBaseSearchException e) {
            failed(e, beganNanos);
            return Optional.empty();
        }
    }

    private synchronized void succeeded() {
        failure = null;
    }

    private synchronized void failed(HBaseSearchException e, long beganNanos) {
        if (failure == null) {
            LOG.warn("cannot read the index's offsets, retrying: {}", e.getMessage());
            failingNanos = beganNanos;
        }
        failure = e;
        if (!e.failureClass().isRetryable() || System.nanoTime() - failingNanos > patience.toNanos()) {
            throw e;
        }
    }
}
