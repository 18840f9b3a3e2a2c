/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import java.time.Duration;

/**
 * Interrupts the thread that made it when the user wants to stop or the time is up, until it is closed. Closing also clears
 * the interruption, so that what is shut down afterwards has its time.
 */
public final class Guard implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final StopSignal signal;
    private final Thread watched = Thread.currentThread();
    private final Thread watcher;
    private boolean closed;
    private boolean expired;

    /** Without a deadline. */
    public Guard(StopSignal signal) {
        this(signal, FOR_EVER);
    }

    /** @param deadline from now */
    public Guard(StopSignal signal, Duration deadline) {
        this.signal = signal;
        this.watcher = new Thread(() -> watch(deadline), "hbase-search-guard");
        watcher.setDaemon(true);
        watcher.start();
    }

    private void watch(Duration deadline) {
        try {
            boolean stopped = signal.await(deadline);
            synchronized (this) {
                if (!closed) {
                    expired = !stopped;
                    watched.interrupt();
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** Whether the time ran out. */
    public synchronized boolean isExpired() {
        return expired;
    }

    @Override
    @SuppressWarnings("Interruption") // its own thread
    public void close() {
        synchronized (this) {
            closed = true;
        }
        watcher.interrupt();
        Thread.interrupted();
    }
}
