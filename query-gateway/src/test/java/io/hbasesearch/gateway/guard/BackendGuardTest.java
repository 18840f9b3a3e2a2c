/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BackendGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration ALLOWANCE = Duration.ofMillis(200);
    private static final String PART = "words";

    /** One probe decides whether it closes: a permission that nobody gives back keeps everybody out for good. */
    private static final GatewayResilience.Breaker ONE_PROBE =
            new GatewayResilience.Breaker(1, 1, 50, Duration.ofMillis(50), 1);

    @Test
    void aCallForWhichNoThreadCanBeHadKeepsNoOtherOut() {
        AtomicBoolean isPoor = new AtomicBoolean();
        CountDownLatch release = new CountDownLatch(1);
        try (BackendGuard guard =
                new BackendGuard("index", ALLOWANCE, new BackendGuard.Bounds(4, 0), ONE_PROBE, Metrics.none(), work -> {
                    if (isPoor.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return new Thread(work);
                })) {
            // Its thread stays in it, so that the next call needs another one.
            assertThatThrownBy(() -> guard.call(PART, ALLOWANCE, () -> waitFor(release)))
                    .isInstanceOf(HBaseSearchException.class);
            assertThat(guard.isOpen(PART)).isTrue();
            await().atMost(PATIENCE).until(() -> !guard.isOpen(PART));
            isPoor.set(true);
            assertThatThrownBy(() -> guard.call(PART, ALLOWANCE, () -> "never")).isInstanceOf(OutOfMemoryError.class);
            isPoor.set(false);

            assertThat(guard.call(PART, PATIENCE, () -> "answer")).isEqualTo("answer");
        } finally {
            release.countDown();
        }
    }

    /** Who lets something be done later is at something else, which must not fail for it. */
    @Test
    void whatNobodyWaitsForIsLeftOutIfNoThreadCanBeHadForIt() {
        AtomicBoolean isDone = new AtomicBoolean();
        try (BackendGuard guard =
                new BackendGuard("index", ALLOWANCE, new BackendGuard.Bounds(4, 0), ONE_PROBE, Metrics.none(), work -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })) {
            guard.callLater(() -> isDone.set(true));
        }
        assertThat(isDone).isFalse();
    }

    @Test
    void whatNobodyWaitsForIsDone() {
        AtomicBoolean isDone = new AtomicBoolean();
        try (BackendGuard guard =
                new BackendGuard("index", ALLOWANCE, new BackendGuard.Bounds(4, 0), ONE_PROBE, Metrics.none())) {
            guard.callLater(() -> isDone.set(true));

            await().atMost(PATIENCE).untilTrue(isDone);
        }
    }

    private static boolean waitFor(CountDownLatch release) {
        try {
            release.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
