/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two helpers for all, and at most three threads for one. */
class SharedThreadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SharedThreads threads = new SharedThreads("shared-threads-test", 2, 3);

    @AfterEach
    void close() {
        threads.close();
    }

    /** Steps each of which waits until it, and no other, is let go on. */
    private static final class Wide implements BooleanSupplier {
        private final List<CountDownLatch> gates;
        private final AtomicInteger next = new AtomicInteger();

        Wide(int steps) {
            gates = IntStream.range(0, steps)
                    .mapToObj(any -> new CountDownLatch(1))
                    .toList();
        }

        @Override
        public boolean getAsBoolean() {
            int step = next.getAndIncrement();
            if (step >= gates.size()) {
                return false;
            }
            try {
                return gates.get(step).await(PATIENCE.toSeconds(), SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        int begun() {
            return next.get();
        }

        void awaitBegun(int steps) {
            await().atMost(PATIENCE).until(() -> begun() >= steps);
        }

        void release(int from, int to) {
            gates.subList(from, to).forEach(CountDownLatch::countDown);
        }
    }

    @Test
    void requestsThatHoldEveryHelperHoldNobodyElseBack() throws Exception {
        Wide first = new Wide(100);
        Wide second = new Wide(100);
        CompletableFuture<Void> one = threads.run(100, first);
        first.awaitBegun(3);
        CompletableFuture<Void> two = threads.run(100, second);
        second.awaitBegun(1);

        AtomicInteger steps = new AtomicInteger(5);
        threads.run(5, () -> steps.decrementAndGet() >= 0).get(PATIENCE.toSeconds(), SECONDS);

        assertThat(steps).hasNegativeValue();
        assertThat(one).isNotDone();
        assertThat(two).isNotDone();
        first.release(0, 100);
        second.release(0, 100);
        one.get(PATIENCE.toSeconds(), SECONDS);
        two.get(PATIENCE.toSeconds(), SECONDS);
        assertThat(threads.lent()).isZero();
    }

    @Test
    void whoHasMoreThanItsShareGivesAHelperToTheOther() {
        Wide first = new Wide(100);
        Wide second = new Wide(100);
        threads.run(100, first);
        first.awaitBegun(3);
        threads.run(100, second);
        second.awaitBegun(1);

        // Of its three threads one gives way, and two begin a step each.
        first.release(0, 3);
        first.awaitBegun(5);
        await().atMost(PATIENCE).until(() -> threads.lent() == 1);
        // Once its own thread is through with a step the second has the helper as well.
        second.release(0, 1);
        second.awaitBegun(3);

        assertThat(first.begun()).isEqualTo(5);
        assertThat(threads.lent()).isEqualTo(2);
        first.release(3, 100);
        second.release(1, 100);
    }

    @Test
    void oneStepTakesOneThread() throws Exception {
        Wide only = new Wide(1);
        CompletableFuture<Void> done = threads.run(1, only);
        only.awaitBegun(1);

        assertThat(threads.lent()).isZero();
        only.release(0, 1);
        done.get(PATIENCE.toSeconds(), SECONDS);
    }

    @Test
    void whatAStepThrowsIsTheRequestsFailureAndItsThreadsGoBack() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        CompletableFuture<Void> done = threads.run(10, () -> {
            thrown.countDown();
            throw new IllegalStateException("broken");
        });

        assertThat(thrown.await(PATIENCE.toSeconds(), SECONDS)).isTrue();
        assertThatThrownBy(() -> done.get(PATIENCE.toSeconds(), SECONDS)).hasRootCauseMessage("broken");
        AtomicInteger steps = new AtomicInteger(3);
        threads.run(3, () -> steps.decrementAndGet() >= 0).get(PATIENCE.toSeconds(), SECONDS);
        assertThat(threads.run(0, () -> false)).isDone();
    }
}
