/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

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
 * How long a run bears with a server that does not answer: a backfill of many hours must not end with a short outage, and not
 * wait for ever in a terminal. What it has done is kept, so ending it costs little. Safe for use by several threads.
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
     * Tries a step again while its failures may pass.
     *
     * @throws HBaseSearchException what makes no sense to try again, or did not pass in time
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

    /** The failures of one step, in a row. For one thread. */
    final class Trial {
        private final String step;
        private int failures;
        private long firstNanos;

        Trial(String step) {
            this.step = step;
        }

        /** It went on: the next failure is a first one. */
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
                LOG.warn("{} fails and is tried again: {}", step, failure.getMessage());
            }
            if (stop.await(BACKOFF.delay(failures, ThreadLocalRandom.current()))) {
                throw new StoppedException(step);
            }
            failures++;
        }
    }
}
