/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The threads of one run: some that compare, and one for each stage behind. None of them is interrupted as long as it heeds the stop
 * signal, since an embedded index takes an interrupt for a broken disk. For the thread that runs it, once; owns the others.
 */
final class VerifyThreads {
    private static final long PROGRESS_MILLIS = 200;
    // A read of HBase that hangs is given up then.
    private static final long STOP_MILLIS = 10_000;

    private final String index;
    private final Tally tally;
    private final WorkQueue queue;
    private final StopSignal stop;
    private final List<Stage> stages;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** @param stages in the order in which differences go through them */
    VerifyThreads(String index, Tally tally, WorkQueue queue, StopSignal stop, List<Stage> stages) {
        this.index = index;
        this.tally = tally;
        this.queue = queue;
        this.stop = stop;
        this.stages = List.copyOf(stages);
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    /** @return the report; cancelled if the calling thread was interrupted. What the listener throws ends the run, too */
    VerifyReport run(int number, RangeComparison comparison) {
        List<Thread> working = new ArrayList<>();
        for (Stage stage : stages) {
            working.add(start(stage.getClass().getSimpleName().toLowerCase(Locale.ROOT), stage::run));
        }
        List<Thread> comparing = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            comparing.add(start("compare-" + i, comparison::run));
        }
        boolean ended = false;
        boolean interrupted = false;
        try {
            awaitEnd(comparing);
            for (int i = 0; i < stages.size(); i++) {
                stages.get(i).finish();
                awaitEnd(List.of(working.get(i)));
            }
            ended = true;
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            // Also when the listener throws: no thread goes on without an owner.
            if (!ended) {
                stopAll();
            }
            interrupted |=
                    join(Stream.concat(comparing.stream(), working.stream()).toList());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow();
        return tally.report(unfinished(), stop.isFired());
    }

    private Thread start(String name, Task task) {
        Thread thread = new Thread(() -> guard(task), "hbase-search-verify-" + index + "-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, the run must end with it
    private void guard(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
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
        queue.stop();
        stages.forEach(Stage::finish);
    }

    private void awaitEnd(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(PROGRESS_MILLIS);
                tally.progress(unfinished(), stop.isFired());
            }
        }
    }

    private Optional<ByteArray> unfinished() {
        return Stream.concat(Stream.of(queue.unfinished()), stages.stream().map(Stage::lowest))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /**
     * Waits for them all, and then, all together once more, for those that had to be interrupted.
     *
     * @return whether this thread was interrupted meanwhile
     */
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
