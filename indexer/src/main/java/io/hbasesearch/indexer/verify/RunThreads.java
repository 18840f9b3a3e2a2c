/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.pipeline.StoppedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one comparison or backfill: some that work through a table, and one for each stage behind them. None of them is
 * interrupted as long as it heeds the stop signal, since an embedded index takes an interrupt for a broken disk. For the thread that
 * runs it, once; owns the others.
 */
public final class RunThreads {
    private static final long PROGRESS_MILLIS = 200;
    // A read of HBase that hangs is given up then.
    private static final long STOP_MILLIS = 10_000;

    private final String name;
    private final StopSignal stop;
    private final Runnable whenStopped;
    private final Runnable progress;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param name that every thread's name begins with
     * @param whenStopped wakes threads that wait for something else than the stop signal
     * @param progress called all the time, on the calling thread; what it throws ends the run
     */
    public RunThreads(String name, StopSignal stop, Runnable whenStopped, Runnable progress) {
        this.name = Objects.requireNonNull(name, "name");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.whenStopped = Objects.requireNonNull(whenStopped, "whenStopped");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /** What a thread does. */
    public interface Task {
        void run() throws StoppedException, InterruptedException;
    }

    /**
     * What happens to that which the threads before have worked through.
     *
     * @param name of its thread
     * @param finish tells it that no more will come
     */
    public record Following(String name, Task task, Runnable finish) {
        public Following {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(task, "task");
            Objects.requireNonNull(finish, "finish");
        }
    }

    /**
     * Returns when all of them have ended.
     *
     * @param number of the threads that work through the table, each of which runs {@code first}
     * @param following the stages behind, in their order
     * @return false if it was stopped before its end, by an interrupt of the calling thread, which stays set
     */
    public boolean run(int number, String firstName, Task first, List<Following> following) {
        List<Thread> working = new ArrayList<>();
        List<Thread> behind = new ArrayList<>();
        boolean ended = false;
        boolean interrupted = false;
        try {
            following.forEach(stage -> behind.add(start(stage.name(), stage.task())));
            for (int i = 0; i < number; i++) {
                working.add(start(firstName + "-" + i, first));
            }
            awaitEnd(working);
            for (int i = 0; i < behind.size(); i++) {
                following.get(i).finish().run();
                awaitEnd(List.of(behind.get(i)));
            }
            ended = true;
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            // Also when the progress throws: no thread goes on without an owner.
            if (!ended) {
                stopAll();
            }
            working.addAll(behind);
            interrupted |= join(working);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow();
        return !stop.isFired();
    }

    private Thread start(String what, Task task) {
        Thread thread = new Thread(() -> guard(task), name + "-" + what);
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

    private void awaitEnd(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(PROGRESS_MILLIS);
                progress.run();
            }
        }
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
