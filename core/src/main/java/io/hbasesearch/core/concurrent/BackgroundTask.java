/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a body on its own daemon thread, again and again at an interval, until it is closed. A body that throws is logged, and runs
 * again at the next interval. Starts once; safe for use by several threads.
 */
public final class BackgroundTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundTask.class);
    /** Time for which {@link #close} waits for a body that runs before it interrupts the body. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final String name;
    private final Duration interval;
    private final Body body;
    private final StopSignal stop = new StopSignal();
    private final Thread thread;
    private volatile boolean isDelayed;
    private boolean isFailing; // only for the thread

    /** The work of a task. An interrupt ends the task. */
    public interface Body {
        void run() throws InterruptedException;
    }

    /**
     * Does not start the thread.
     *
     * @param interval between the end of one run and the start of the next
     */
    public BackgroundTask(String name, Duration interval, Body body) {
        this.name = Objects.requireNonNull(name, "name");
        this.interval = Objects.requireNonNull(interval, "interval");
        this.body = Objects.requireNonNull(body, "body");
        this.thread = NamedThreads.daemon(name, this::run);
    }

    /** Starts the thread, which runs the body at once. */
    public void start() {
        thread.start();
    }

    /** Starts the thread, which runs the body after the first interval. */
    public void startAfterInterval() {
        isDelayed = true;
        thread.start();
    }

    private void run() {
        boolean isOver = isDelayed ? stop.await(interval) : stop.isFired();
        while (!isOver) {
            runOnce();
            isOver = stop.await(interval);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // any failure: the thread would end unnoticed
    private void runOnce() {
        try {
            body.run();
            isFailing = false;
        } catch (InterruptedException e) {
            stop.fire();
        } catch (Throwable e) {
            if (isFailing || stop.isFired()) {
                LOG.debug("{} failed again", name, e);
            } else {
                LOG.warn("{} failed; it runs again in {} ms", name, interval.toMillis(), e);
            }
            isFailing = true;
        }
    }

    /** Waits in the body. @return true if the task is stopping */
    public boolean await(Duration time) {
        return stop.await(time);
    }

    public boolean isStopping() {
        return stop.isFired();
    }

    /** Begins a stop: the body does not run again. Returns at once. */
    public void requestStop() {
        stop.fire();
    }

    /** Begins a stop, and interrupts the body if it runs. Returns at once. */
    public void interrupt() {
        stop.fire();
        thread.interrupt();
    }

    /** Begins a stop, and waits for the thread without interrupting it. @return false if it still runs */
    public boolean stop(Duration atMost) {
        stop.fire();
        return NamedThreads.awaitEnd(thread, atMost);
    }

    /** Waits some seconds for the body if it runs, then interrupts it. Idempotent; the caller's interrupt flag stays set. */
    @Override
    public void close() {
        stop.fire();
        if (!NamedThreads.end(thread, GRACE, AFTER_INTERRUPT)) {
            LOG.warn("{} did not stop in time", name);
        }
    }
}
