/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

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
 * How far an index is, for who waits for that to move: bears for a while with nobody answering, and then says what was in the way, which
 * is another thing than an index that stands still. Safe for use by several threads.
 */
public final class OffsetPoller implements Supplier<Optional<IndexOffsets>> {
    private static final Logger LOG = LoggerFactory.getLogger(OffsetPoller.class);
    private static final int PATIENCE_TENTHS = 9;

    private final Supplier<IndexOffsets> offsets;
    private final Duration patience;
    private @Nullable HBaseSearchException failure;
    private long failingNanos;

    /** @param patience of those who wait for the offsets to move; here a little less, so that they hear of it first */
    public OffsetPoller(Supplier<IndexOffsets> offsets, Duration patience) {
        this.offsets = Objects.requireNonNull(offsets, "offsets");
        this.patience = patience.multipliedBy(PATIENCE_TENTHS).dividedBy(10);
    }

    /**
     * As it is now; empty if Kafka does not answer.
     *
     * @throws HBaseSearchException what will not pass, or has not passed for long
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
            LOG.warn("cannot tell how far the index is, and asks again: {}", e.getMessage());
            failingNanos = beganNanos;
        }
        failure = e;
        boolean passes =
                switch (e.failureClass()) {
                    case TRANSIENT, THROTTLED -> true;
                    case CONFLICT, POISON, FATAL -> false;
                };
        if (!passes || System.nanoTime() - failingNanos > patience.toNanos()) {
            throw e;
        }
    }
}
