/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates threads with a name, and numbers those of a pool: {@code name-1}, {@code name-2}. They are daemons, so that a thread that
 * ignores its interrupt does not keep the process alive, unless the caller asks for lasting ones. Only this package creates
 * threads. Safe for use by several threads.
 */
public final class NamedThreads implements ThreadFactory {
    private final String name;
    private final boolean isDaemon;
    private final AtomicInteger number = new AtomicInteger();

    /** @param name of the threads, before their numbers */
    public NamedThreads(String name) {
        this(name, true);
    }

    private NamedThreads(String name, boolean isDaemon) {
        this.name = Objects.requireNonNull(name, "name");
        this.isDaemon = isDaemon;
    }

    /** Creates threads that keep the process alive until they end, unless a daemon creates them. */
    public static NamedThreads lasting(String name) {
        return new NamedThreads(name, false);
    }

    /** Returns a daemon thread that is not started yet. */
    public static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, Objects.requireNonNull(name, "name"));
        thread.setDaemon(true);
        return thread;
    }

    /** Returns a thread that is not started yet. It keeps the process alive until it ends, unless a daemon creates it. */
    public static Thread lasting(String name, Runnable work) {
        return new Thread(work, Objects.requireNonNull(name, "name"));
    }

    @Override
    public Thread newThread(Runnable work) {
        String numbered = name + "-" + number.incrementAndGet();
        return isDaemon ? daemon(numbered, work) : lasting(numbered, work);
    }

    /** Returns a pool of at most {@code size} threads, with an unbounded queue. */
    public ExecutorService pool(int size) {
        return Executors.newFixedThreadPool(size, this);
    }

    /** Returns a pool without a limit, which the caller must ensure: each task that finds no idle thread gets a new one. */
    public ExecutorService growingPool() {
        return Executors.newCachedThreadPool(this);
    }

    /**
     * Waits for the end of a thread, and interrupts the thread if it does not end in time. Waits as long if the caller is
     * interrupted; the interrupt flag stays set. Returns at once if the thread was not started.
     *
     * @param grace time until the interrupt
     * @param last time to wait after the interrupt
     * @return false if the thread still runs
     */
    public static boolean end(Thread thread, Duration grace, Duration last) {
        boolean isEnded = awaitEnd(thread, grace);
        if (!isEnded) {
            thread.interrupt();
            isEnded = awaitEnd(thread, last);
        }
        return isEnded;
    }

    /**
     * Waits for the end of a thread. Waits as long if the caller is interrupted; the interrupt flag stays set.
     *
     * @return false if the thread still runs
     */
    public static boolean awaitEnd(Thread thread, Duration atMost) {
        Deadline deadline = Deadline.after(atMost);
        boolean isInterrupted = false;
        while (thread.isAlive() && !deadline.isOver()) {
            try {
                thread.join(deadline.leftMillis());
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
