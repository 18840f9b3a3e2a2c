/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How long a comparison bears with servers that do not answer: half a minute or so beyond what their clients do. Unlike an
 * indexer it ends then, and says where to go on. Safe for use by several threads.
 */
final class BoundedRetry {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));
    private static final int ATTEMPTS = 8;

    private final StopSignal stop;

    BoundedRetry(StopSignal stop) {
        this.stop = stop;
    }

    /** What the call returns once it succeeds. */
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
     * @param failures in a row, this one included
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
