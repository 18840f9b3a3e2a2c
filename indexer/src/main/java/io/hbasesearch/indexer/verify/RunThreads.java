/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one comparison or backfill: some that process the table, and one for each following stage. None of them is
 * interrupted as long as it obeys the stop signal, since an embedded index mistakes an interrupt for a broken disk. For the thread
 * that runs it, once; owns the others.
 */
public final class RunThreads {
    private static final Logger LOG = LoggerFactory.getLogger(RunThreads.class);
    private static final long PROGRESS_MILLIS = 200;
    // Then an HBase read that hangs is interrupted.
    private static final Duration STOP = Duration.ofSeconds(10);

    private final String name;
    private final StopSignal stop;
    private final Runnable whenStopped;
    private final Runnable progress;
    private final HeapThreads lent;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param name prefix of every thread's name
     * @param whenStopped wakes threads that wait for something else than the stop signal
     * @param progress called continually on the calling thread; an exception that it throws ends the run
     */
    public RunThreads(String name, StopSignal stop, Runnable whenStopped, Runnable progress) {
        this(name, stop, whenStopped, progress, HeapThreads.OF_PROCESS);
    }

    /** @param lent beside the one that each run has */
    RunThreads(String name, StopSignal stop, Runnable whenStopped, Runnable progress, HeapThreads lent) {
        this.lent = lent;
        this.name = Objects.requireNonNull(name, "name");
        this.stop = Objects.requireNonNull(stop, "stop");
        this.whenStopped = Objects.requireNonNull(whenStopped, "whenStopped");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /** The work of a thread. */
    public interface Task {
        void run() throws StoppedException, InterruptedException;
    }

    /**
     * A stage that processes the results of the threads before it.
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
     * Runs all threads and returns when they have ended.
     *
     * @param number of the threads that process the table, each of which runs {@code first}; fewer if the heap has no room for them
     * @param following the later stages, in their order
     * @return false if it was stopped early, by an interrupt of the calling thread, which stays set
     */
    public boolean run(int number, String firstName, Task first, List<Following> following) {
        int more = lent.borrow(number - 1);
        if (more < number - 1) {
            LOG.info(
                    "{}: {} threads instead of {}, as the heap of this process has room for the rows of no more (-Xmx)",
                    name,
                    more + 1,
                    number);
        }
        try {
            return runAll(more + 1, firstName, first, following);
        } finally {
            lent.giveBack(more);
        }
    }

    private boolean runAll(int number, String firstName, Task first, List<Following> following) {
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
            // Also when the progress throws: no thread continues without an owner.
            if (!ended) {
                stopAll();
            }
            working.addAll(behind);
            join(working);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow();
        return !stop.isFired();
    }

    private Thread start(String what, Task task) {
        Thread thread = NamedThreads.daemon(name + "-" + what, () -> guard(task));
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

    /** Waits for all threads, and then once more for those that had to be interrupted, all together. */
    @SuppressWarnings("Interruption") // its own threads
    private static void join(List<Thread> threads) {
        joinInTime(threads);
        threads.stream().filter(Thread::isAlive).forEach(Thread::interrupt);
        joinInTime(threads);
    }

    private static void joinInTime(List<Thread> threads) {
        Deadline deadline = Deadline.after(STOP);
        threads.forEach(thread -> NamedThreads.awaitEnd(thread, deadline.left()));
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
