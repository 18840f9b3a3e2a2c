/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Retries the calls of a comparison for a limited time: about half a minute longer than the clients do. Unlike an indexer the
 * comparison then ends, and reports where to continue. Safe for use by several threads.
 */
final class BoundedRetry {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));
    private static final int ATTEMPTS = 8;

    private final StopSignal stop;

    BoundedRetry(StopSignal stop) {
        this.stop = stop;
    }

    /** Returns the result of the call once it succeeds. */
    <T> T retry(Supplier<T> call) {
        for (int failures = 1; ; failures++) {
            try {
                return call.get();
            } catch (HBaseSearchException e) {
                await(e, failures);
            }
        }
    }

    /**
     * Waits before the next attempt.
     *
     * @param failures consecutive failures, including this one
     * @throws HBaseSearchException the failure itself, if another attempt makes no sense
     */
    void await(HBaseSearchException failure, int failures) {
        boolean passes =
                switch (failure.failureClass()) {
                    case TRANSIENT, THROTTLED -> true;
                    case CONFLICT, POISON, FATAL -> false;
                };
        if (!passes || failures >= ATTEMPTS || stop.await(BACKOFF.delay(failures, RandomGenerator.getDefault()))) {
            throw failure;
        }
    }
}
