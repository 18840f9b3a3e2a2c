/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries a step for a limited time while a server is unavailable: a short outage must not end a backfill of many hours, and a
 * backfill must not wait forever in a terminal. Completed work is kept, so ending a run costs little. Safe for use by several
 * threads.
 */
public final class TimedRetry {
    private static final Logger LOG = LoggerFactory.getLogger(TimedRetry.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final StopSignal stop;
    private final Duration limit;

    /** @param limit from the first failure of a step until the step counts as failed */
    public TimedRetry(StopSignal stop, Duration limit) {
        this.stop = stop;
        this.limit = limit;
    }

    /**
     * Retries a step while its failures are transient.
     *
     * @throws HBaseSearchException if the failure is not transient, or lasted longer than the limit
     * @throws StoppedException if the stop signal came first
     */
    public <T> T call(String step, Supplier<T> action) throws StoppedException {
        Trial trial = new Trial(step);
        while (true) {
            try {
                return action.get();
            } catch (HBaseSearchException e) {
                trial.failed(e);
            }
        }
    }

    /** The consecutive failures of one step. For one thread. */
    final class Trial {
        private final String step;
        private int failures;
        private long firstNanos;

        Trial(String step) {
            this.step = step;
        }

        /** Records progress: the next failure counts as a first one. */
        void succeeded() {
            failures = 0;
        }

        /** Waits before the next attempt, or throws as {@link TimedRetry#call} does. */
        void failed(HBaseSearchException failure) throws StoppedException {
            if (stop.isFired()) {
                throw new StoppedException(step);
            }
            long now = System.nanoTime();
            firstNanos = failures == 0 ? now : firstNanos;
            boolean passes =
                    switch (failure.failureClass()) {
                        case TRANSIENT, THROTTLED -> true;
                        case CONFLICT, POISON, FATAL -> false;
                    };
            if (!passes || now - firstNanos > limit.toNanos()) {
                throw failure;
            }
            if (failures == 0) {
                LOG.warn("{} failed, retrying: {}", step, failure.getMessage());
            }
            if (stop.await(BACKOFF.delay(failures, ThreadLocalRandom.current()))) {
                throw new StoppedException(step);
            }
            failures++;
        }
    }
}
