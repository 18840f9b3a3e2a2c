/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.UserFacingException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Makes one call with up to two attempts and returns the first success. If the first attempt fails before the second has begun, the call
 * fails: this class does not retry failures. The slower attempt continues until its own deadline. For one thread.
 */
final class HedgedCall<T> {
    private final HedgeBudget budget;
    private final Outcomes outcomes;
    private final Supplier<T> work;
    private final ExecutorCompletionService<T> attempts;

    /** @param work must end by itself; runs once or twice, on other threads */
    HedgedCall(Executor threads, HedgeBudget budget, Outcomes outcomes, Supplier<T> work) {
        this.budget = budget;
        this.outcomes = outcomes;
        this.work = work;
        this.attempts = new ExecutorCompletionService<>(threads);
    }

    /** Counts the outcomes of slow calls. */
    record Outcomes(Metrics.Counter won, Metrics.Counter lost, Metrics.Counter spared) {
        private static final String NAME = "hbase_search_gateway_hedged_reads_total";
        private static final String HELP = "Reads that took long enough for a second attempt, by what became of it.";

        static Outcomes of(Metrics metrics) {
            return new Outcomes(
                    metrics.counter(NAME, HELP, "outcome", "won"),
                    metrics.counter(NAME, HELP, "outcome", "lost"),
                    metrics.counter(NAME, HELP, "outcome", "spared"));
        }
    }

    /** @param patience delay after which a second attempt begins, if the budget allows it */
    T run(Duration patience) {
        Future<T> first;
        try {
            first = attempts.submit(work::get);
        } catch (RejectedExecutionException e) {
            // Earlier attempts hang; this thread is free.
            return work.get();
        }
        try {
            Future<T> done = attempts.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (done != null) {
                return result(done);
            }
            return second() ? firstSuccess(first) : result(attempts.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserFacingException(
                    ErrorCode.SERVER_UNREACHABLE, "the gateway is stopping", "Try again in a moment.", e);
        }
    }

    private boolean second() {
        if (budget.spend()) {
            try {
                attempts.submit(work::get);
                return true;
            } catch (RejectedExecutionException e) {
                budget.giveBack();
            }
        }
        outcomes.spared().increment();
        return false;
    }

    private T firstSuccess(Future<T> first) throws InterruptedException {
        Future<T> earlier = attempts.take();
        try {
            return counted(result(earlier), earlier == first);
        } catch (RuntimeException failure) {
            Future<T> later = attempts.take();
            try {
                return counted(result(later), later == first);
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
                throw failure;
            }
        }
    }

    private T counted(T result, boolean ofFirst) {
        (ofFirst ? outcomes.lost() : outcomes.won()).increment();
        return result;
    }

    private static <T> T result(Future<T> done) throws InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            if (e.getCause() instanceof Error fatal) {
                throw fatal;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
