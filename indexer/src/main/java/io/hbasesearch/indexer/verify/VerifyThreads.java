/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The threads of one run: some that compare, one that looks again. None of them is interrupted as long as it heeds the stop
 * signal, since an embedded index takes an interrupt for a broken disk. For the thread that runs it, once; owns the others.
 */
final class VerifyThreads {
    private static final long PROGRESS_MILLIS = 200;
    // A read of HBase that hangs is given up then.
    private static final long STOP_MILLIS = 10_000;

    private final String index;
    private final Tally tally;
    private final WorkQueue queue;
    private final StopSignal stop = new StopSignal();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    VerifyThreads(String index, Tally tally, WorkQueue queue) {
        this.index = index;
        this.tally = tally;
        this.queue = queue;
    }

    StopSignal stop() {
        return stop;
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    /** @return the report; not complete if the calling thread was interrupted */
    VerifyReport run(int number, RangeComparison comparison, Rechecks rechecks) {
        Thread looking = start("rechecks", rechecks::run, rechecks);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            all.add(start("compare-" + i, comparison::run, rechecks));
        }
        boolean interrupted = false;
        try {
            for (Thread thread : all) {
                awaitEnd(thread, rechecks);
            }
            rechecks.finish();
            awaitEnd(looking, rechecks);
        } catch (InterruptedException e) {
            interrupted = true;
            stop(rechecks);
        }
        all.add(looking);
        interrupted |= join(all);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow();
        return tally.report(unfinished(rechecks));
    }

    private Thread start(String name, Task task, Rechecks rechecks) {
        Thread thread = new Thread(() -> guard(task, rechecks), "hbase-search-verify-" + index + "-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the run must end with it
    private void guard(Task task, Rechecks rechecks) {
        try {
            task.run();
        } catch (InterruptedException e) {
            stop(rechecks);
        } catch (Throwable e) {
            if (!stop.isFired()) {
                failure.compareAndSet(null, e);
            }
            stop(rechecks);
        }
    }

    private void stop(Rechecks rechecks) {
        stop.fire();
        queue.stop();
        rechecks.finish();
    }

    private void awaitEnd(Thread thread, Rechecks rechecks) throws InterruptedException {
        while (thread.isAlive()) {
            thread.join(PROGRESS_MILLIS);
            tally.progress(unfinished(rechecks));
        }
    }

    private Optional<ByteArray> unfinished(Rechecks rechecks) {
        return Stream.of(queue.unfinished(), rechecks.lowest())
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /** @return whether this thread was interrupted meanwhile */
    @SuppressWarnings("Interruption") // its own threads
    private static boolean join(List<Thread> threads) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                    thread.join(Math.max(1, millis));
                    if (millis <= 0) {
                        thread.interrupt();
                        thread.join(STOP_MILLIS);
                        break;
                    }
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
