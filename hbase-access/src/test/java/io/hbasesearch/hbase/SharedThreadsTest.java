/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two helpers for all, and at most three threads for one. */
@Timeout(60)
class SharedThreadsTest {
    private static final int PATIENCE = 10;

    private final SharedThreads threads = new SharedThreads("shared-threads-test", 2, 3);

    @AfterEach
    void close() {
        threads.close();
    }

    /** Steps each of which waits until it is let go on. */
    private static final class Wide implements BooleanSupplier {
        private final AtomicInteger left;
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore released = new Semaphore(0);

        Wide(int steps) {
            left = new AtomicInteger(steps);
        }

        @Override
        public boolean getAsBoolean() {
            if (left.decrementAndGet() < 0) {
                return false;
            }
            begun.release();
            released.acquireUninterruptibly();
            return true;
        }

        void awaitBegun(int steps) throws InterruptedException {
            assertThat(begun.tryAcquire(steps, PATIENCE, SECONDS)).isTrue();
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
        threads.run(5, () -> steps.decrementAndGet() >= 0).get(PATIENCE, SECONDS);

        assertThat(steps).hasNegativeValue();
        assertThat(one).isNotDone();
        assertThat(two).isNotDone();
        first.released.release(100);
        second.released.release(100);
        one.get(PATIENCE, SECONDS);
        two.get(PATIENCE, SECONDS);
        assertThat(threads.lent()).isZero();
    }

    @Test
    void whoHasMoreThanItsShareGivesAHelperToTheOther() throws Exception {
        Wide first = new Wide(100);
        Wide second = new Wide(100);
        threads.run(100, first);
        first.awaitBegun(3);
        threads.run(100, second);
        second.awaitBegun(1);

        // One of the three gives way, and the other two go on.
        first.released.release(3);
        first.awaitBegun(2);
        // With the next step that it begins the second has the helper as well.
        while (threads.lent() > 1) {
            Thread.onSpinWait();
        }
        second.released.release(1);
        second.awaitBegun(2);

        assertThat(first.begun.availablePermits()).isZero();
        assertThat(threads.lent()).isEqualTo(2);
        first.released.release(100);
        second.released.release(100);
    }

    @Test
    void oneStepTakesOneThread() throws Exception {
        Wide only = new Wide(1);
        CompletableFuture<Void> done = threads.run(1, only);
        only.awaitBegun(1);

        assertThat(threads.lent()).isZero();
        only.released.release(1);
        done.get(PATIENCE, SECONDS);
    }

    @Test
    void whatAStepThrowsIsTheRequestsFailureAndItsThreadsGoBack() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        CompletableFuture<Void> done = threads.run(10, () -> {
            thrown.countDown();
            throw new IllegalStateException("broken");
        });

        assertThat(thrown.await(PATIENCE, SECONDS)).isTrue();
        assertThatThrownBy(() -> done.get(PATIENCE, SECONDS)).hasRootCauseMessage("broken");
        AtomicInteger steps = new AtomicInteger(3);
        threads.run(3, () -> steps.decrementAndGet() >= 0).get(PATIENCE, SECONDS);
        assertThat(threads.run(0, () -> false)).isDone();
    }
}
