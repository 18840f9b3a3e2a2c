/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NamedThreadsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void threadsOfAPoolAreNumberedDaemonsUnlessTheyAreLasting() throws Exception {
        ExecutorService pool = new NamedThreads("reader").growingPool();
        ExecutorService lasting = NamedThreads.lasting("writer").pool(1);
        try {
            CountDownLatch both = new CountDownLatch(2);
            var first = pool.submit(() -> name(both));
            var second = pool.submit(() -> name(both));
            assertThat(new String[] {first.get(), second.get()})
                    .containsExactlyInAnyOrder("reader-1 daemon", "reader-2 daemon");
            assertThat(lasting.submit(() -> name(new CountDownLatch(1))).get()).isEqualTo("writer-1 lasting");
        } finally {
            pool.shutdownNow();
            lasting.shutdownNow();
        }
    }

    private static String name(CountDownLatch both) throws InterruptedException {
        both.countDown();
        both.await();
        Thread current = Thread.currentThread();
        return current.getName() + (current.isDaemon() ? " daemon" : " lasting");
    }

    @Test
    void endInterruptsWhatDoesNotEndInTime() {
        Thread waiting = NamedThreads.daemon("waiting", () -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // The test's interrupt.
            }
        });
        waiting.start();
        assertThat(NamedThreads.awaitEnd(waiting, Duration.ofMillis(1))).isFalse();
        assertThat(NamedThreads.end(waiting, Duration.ZERO, LONG)).isTrue();
    }

    @Test
    void endReturnsAtOnceForAThreadThatWasNeverStarted() {
        assertThat(NamedThreads.end(NamedThreads.daemon("never", () -> {}), LONG, LONG))
                .isTrue();
    }
}
