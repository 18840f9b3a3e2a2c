/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run: some that scan, and one that finishes what they have scanned. None of them is interrupted as long as
 * it heeds the stop signal, since an embedded index takes an interrupt for a broken disk. For the thread that runs it, once; owns
 * the others.
 */
final class ReindexThreads {
    private static final long PROGRESS_MILLIS = 200;
    // A read of HBase that hangs is given up then.
    private static final long STOP_MILLIS = 10_000;

    private final String index;
    private final StopSignal stop;
    private final Runnable whenStopped;
    private final Runnable progress;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param whenStopped wakes threads that wait for something else than the stop signal
     * @param progress called all the time, on the calling thread; what it throws ends the run
     */
    ReindexThreads(String index, StopSignal stop, Runnable whenStopped, Runnable progress) {
        this.index = index;
        this.stop = stop;
        this.whenStopped = whenStopped;
        this.progress = progress;
    }

    interface Task {
        void run() throws StoppedException, InterruptedException;
    }

    /**
     * @param finish tells the finisher that no more will come
     * @return false if it was stopped before its end, by an interrupt of the calling thread, which stays set
     */
    boolean run(int number, Task scan, Task finisher, Runnable finish) {
        List<Thread> threads = new ArrayList<>();
        boolean interrupted = false;
        try {
            List<Thread> scanning = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                scanning.add(start("scan-" + i, scan));
            }
            threads.addAll(scanning);
            threads.add(start("finish", finisher));
            awaitEnd(scanning);
            finish.run();
            awaitEnd(threads);
        } catch (InterruptedException e) {
            interrupted = true;
            stopAll();
        } finally {
            // Also when the progress throws: no thread goes on without an owner.
            if (threads.stream().anyMatch(Thread::isAlive)) {
                stopAll();
            }
            interrupted |= join(threads);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow();
        return !stop.isFired();
    }

    private Thread start(String name, Task task) {
        Thread thread = new Thread(() -> guard(task), "hbase-search-reindex-" + index + "-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the run must end with it
    private void guard(Task task) {
        try {
            task.run();
        } catch (StoppedException | InterruptedException e) {
            stopAll();
        } catch (Throwable e) {
            if (!stop.isFired()) {
                failure.compareAndSet(null, e);
            }
            stopAll();
        }
    }

    private void stopAll() {
        stop.fire();
        whenStopped.run();
    }

    private void awaitEnd(List<Thread> awaited) throws InterruptedException {
        for (Thread thread : awaited) {
            while (thread.isAlive()) {
                thread.join(PROGRESS_MILLIS);
                progress.run();
            }
        }
    }

    /** @return whether this thread was interrupted meanwhile */
    @SuppressWarnings("Interruption") // its own threads
    private static boolean join(List<Thread> threads) {
        boolean interrupted = joinInTime(threads);
        threads.stream().filter(Thread::isAlive).forEach(Thread::interrupt);
        return interrupted | joinInTime(threads);
    }

    private static boolean joinInTime(List<Thread> threads) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        boolean interrupted = false;
        for (Thread thread : threads) {
            long millis = STOP_MILLIS;
            while (thread.isAlive() && millis > 0) {
                try {
                    millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                    thread.join(Math.max(1, millis));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        return interrupted;
    }

    private void rethrow() {
        Throwable thrown = failure.get();
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
    }
}
