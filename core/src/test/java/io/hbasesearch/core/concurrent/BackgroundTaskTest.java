/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTaskTest {
    private static final Duration SOON = Duration.ofMillis(1);

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void runsAgainAfterAnyFailureOnItsOwnDaemonThread() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(5);
        AtomicReference<Thread> thread = new AtomicReference<>();
        try (BackgroundTask task = new BackgroundTask("some-task", SOON, () -> {
            thread.set(Thread.currentThread());
            runs.countDown();
            if (runs.getCount() % 2 == 0) {
                throw new IllegalStateException("no luck");
            }
            throw new StackOverflowError("no luck either");
        })) {
            task.start();
            await(runs);
        }
        assertThat(thread.get().getName()).isEqualTo("some-task");
        assertThat(thread.get().isDaemon()).isTrue();
        assertThat(thread.get().isAlive()).isFalse();
    }

    @Test
    void theFirstRunIsAtOnceOrAfterTheInterval() throws InterruptedException {
        CountDownLatch now = new CountDownLatch(1);
        CountDownLatch later = new CountDownLatch(1);
        try (BackgroundTask atOnce = new BackgroundTask("at-once", Duration.ofDays(1), now::countDown);
                BackgroundTask delayed = new BackgroundTask("delayed", Duration.ofDays(1), later::countDown)) {
            delayed.startAfterInterval();
            atOnce.start();
            await(now);
        }
        assertThat(later.getCount()).isEqualTo(1);
    }

    @Test
    void closeWaitsForABodyThatRunsAndForNoOther() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        BackgroundTask task = new BackgroundTask("a-task", SOON, () -> {});
        BackgroundTask busy = new BackgroundTask("busy", SOON, () -> {
            running.countDown();
            task.await(Duration.ofMillis(50));
            ended.countDown();
        });
        busy.start();
        await(running);
        Thread.currentThread().interrupt();
        busy.close();
        assertThat(Thread.interrupted()).as("the flag of the caller").isTrue();
        assertThat(ended.getCount()).as("it waited nevertheless").isZero();
        task.close();
        task.start();
        assertThat(task.stop(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void anInterruptEndsABodyThatWaitsAndTheTask() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        BackgroundTask task = new BackgroundTask("waits", SOON, () -> {
            running.countDown();
            never.await();
        });
        task.start();
        await(running);
        task.interrupt();
        assertThat(task.stop(Duration.ofSeconds(30))).isTrue();
        assertThat(task.isStopping()).isTrue();
        task.close();
    }

    @Test
    void aBodyMayEndItsTask() throws InterruptedException {
        AtomicReference<BackgroundTask> own = new AtomicReference<>();
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch ending = new CountDownLatch(1);
        BackgroundTask task = new BackgroundTask("ends", Duration.ofDays(1), () -> {
            thread.set(Thread.currentThread());
            own.get().requestStop();
            ending.countDown();
        });
        own.set(task);
        task.start();
        await(ending);
        thread.get().join(30_000);
        assertThat(thread.get().isAlive()).isFalse();
    }
}
