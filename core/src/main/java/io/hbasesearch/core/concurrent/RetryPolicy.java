/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries a step while its failures are retryable: forever, for a number of attempts or for a time. Waits on the stop signal between
 * two attempts, with full-jitter backoff. Safe for use by several threads.
 */
public final class RetryPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(RetryPolicy.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));
    private static final Report NOTHING = new Report() {
        @Override
        public void failedAgain(Throwable failure) {}

        @Override
        public void close() {}
    };

    private final StopSignal stop;
    private final Backoff backoff;
    private final int attempts;
    private final @Nullable Duration limit;
    private final Reporter reporter;

    /** Reports steps that fail and are retried. */
    public interface Reporter {
        /** @param step what fails: a participle and its object */
        Report failing(String step, Throwable failure);
    }

    /** Reports one step that fails, until it succeeds or is given up, and the report is closed. */
    public interface Report extends AutoCloseable {
        void failedAgain(Throwable failure);

        @Override
        void close();
    }

    private RetryPolicy(StopSignal stop, Backoff backoff, int attempts, @Nullable Duration limit, Reporter reporter) {
        this.stop = Objects.requireNonNull(stop, "stop");
        this.backoff = Objects.requireNonNull(backoff, "backoff");
        this.attempts = attempts;
        this.limit = limit;
        this.reporter = Objects.requireNonNull(reporter, "reporter");
    }

    /** Retries without limit, as an indexer does. */
    public static RetryPolicy forever(StopSignal stop, Backoff backoff, Reporter reporter) {
        return new RetryPolicy(stop, backoff, Integer.MAX_VALUE, null, reporter);
    }

    /** Retries some times, as a comparison does, which reports where to continue. */
    public static RetryPolicy attempts(int attempts, StopSignal stop) {
        return new RetryPolicy(stop, BACKOFF, attempts, null, (step, failure) -> NOTHING);
    }

    /**
     * Retries for some time, and logs the first failure. A short outage must not end a run of many hours, and a run must not wait
     * forever in a terminal.
     *
     * @param limit from the first failure of a step until the step counts as failed
     */
    public static RetryPolicy within(Duration limit, StopSignal stop) {
        Objects.requireNonNull(limit, "limit");
        return new RetryPolicy(stop, BACKOFF, Integer.MAX_VALUE, limit, (step, failure) -> {
            LOG.warn("{} failed, retrying: {}", step, failure.getMessage());
            return NOTHING;
        });
    }

    /**
     * Calls an action until it succeeds.
     *
     * @param step what is tried: a participle and its object
     * @throws HBaseSearchException the last failure, if it is not retryable or the limit is reached
     * @throws StoppedException if an action failed at or before the stop; a step that succeeds is never abandoned
     */
    public <T> T call(String step, Supplier<T> action) throws StoppedException {
        Failures failures = failures(step);
        try {
            while (true) {
                try {
                    return action.get();
                } catch (HBaseSearchException e) {
                    failures.await(e);
                }
            }
        } finally {
            failures.reset();
        }
    }

    /** Returns the failures of a step that makes progress between them. */
    public Failures failures(String step) {
        return new Failures(step);
    }

    /** The consecutive failures of one step. For one thread. */
    public final class Failures {
        private final String step;
        private int failures;
        private long firstNanos;
        private @Nullable Report report;

        private Failures(String step) {
            this.step = Objects.requireNonNull(step, "step");
        }

        /** Records progress, or the end of the step: the next failure counts as a first one. */
        public void reset() {
            failures = 0;
            if (report != null) {
                report.close();
                report = null;
            }
        }

        /** Waits before the next attempt, or throws as {@link RetryPolicy#call} does. */
        public void await(HBaseSearchException failure) throws StoppedException {
            // A run with a limit is cancelled by the stop, whatever else fails; an indexer finishes what it has begun.
            if (limit != null && stop.isFired()) {
                throw new StoppedException(step);
            }
            long now = System.nanoTime();
            firstNanos = failures == 0 ? now : firstNanos;
            if (!failure.failureClass().isRetryable() || isLimitReached(now)) {
                throw failure;
            }
            if (report == null) {
                report = reporter.failing(step, failure);
            } else {
                report.failedAgain(failure);
            }
            if (stop.await(backoff.delay(failures, ThreadLocalRandom.current()))) {
                throw new StoppedException(step);
            }
            failures++;
        }

        private boolean isLimitReached(long now) {
            return failures + 1 >= attempts || (limit != null && now - firstNanos > limit.toNanos());
        }
    }
}
