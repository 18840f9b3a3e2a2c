/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.source.Health;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Retries a step without limit while its failures are transient, with full-jitter backoff that waits on the stop signal, and
 * reports the cause in the health. Throws any other failure at once. Safe for use by several threads.
 */
public final class Retrier {
    private final StopSignal stop;
    private final Health health;
    private final Backoff backoff;

    public Retrier(StopSignal stop, Health health, Backoff backoff) {
        this.stop = Objects.requireNonNull(stop, "stop");
        this.health = Objects.requireNonNull(health, "health");
        this.backoff = Objects.requireNonNull(backoff, "backoff");
    }

    /**
     * @param step what is tried: a participle and its object
     * @throws StoppedException if a failure came at or before the stop; a step that succeeds is never abandoned
     */
    public <T> T call(String step, Supplier<T> action) throws StoppedException {
        Health.@Nullable HealthIssue ailment = null;
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    return action.get();
                } catch (HBaseSearchException e) {
                    throwUnlessPassing(e);
                    if (ailment == null) {
                        ailment = health.ailing(step, e);
                    } else {
                        ailment.failedAgain(e);
                    }
                }
                if (stop.await(backoff.delay(attempt, ThreadLocalRandom.current()))) {
                    throw new StoppedException(step);
                }
            }
        } finally {
            if (ailment != null) {
                ailment.close();
            }
        }
    }

    private static void throwUnlessPassing(HBaseSearchException failure) {
        switch (failure.failureClass()) {
            case TRANSIENT, THROTTLED -> {}
            case CONFLICT, POISON, FATAL -> throw failure;
        }
    }
}
