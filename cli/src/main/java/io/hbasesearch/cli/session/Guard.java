/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import io.hbasesearch.core.concurrent.NamedThreads;
import java.time.Duration;

/**
 * Interrupts the thread that created it when a stop signal arrives or the deadline passes, until it is closed. Closing also
 * clears the interrupt flag, so that the shutdown afterwards is not interrupted.
 */
public final class Guard implements AutoCloseable {
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    private final StopSignal signal;
    private final Thread watched = Thread.currentThread();
    private final Thread watcher;
    private boolean closed;
    private boolean expired;

    /** Creates a guard without a deadline. */
    public Guard(StopSignal signal) {
        this(signal, FOR_EVER);
    }

    /** @param deadline from now */
    public Guard(StopSignal signal, Duration deadline) {
        this.signal = signal;
        this.watcher = NamedThreads.daemon("hbase-search-guard", () -> watch(deadline));
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

    /** Returns whether the deadline has passed. */
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
