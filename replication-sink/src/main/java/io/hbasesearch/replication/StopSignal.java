/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.concurrent.TimeUnit;

/** Ends the waits of an endpoint's threads: permanently once it stops, or early when something has changed. Thread-safe. */
final class StopSignal {
    private volatile boolean stopped;
    private long news;

    boolean isStopped() {
        return stopped;
    }

    /** Idempotent; returns at once. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Ends current pauses early, because what they wait for may have changed. */
    synchronized void wake() {
        news++;
        notifyAll();
    }

    /**
     * Waits for {@code millis}, for {@link #stop()} or for {@link #wake()}, whichever is first.
     *
     * @throws StoppedException if stopped, before or meanwhile
     */
    synchronized void pause(long millis) throws InterruptedException, StoppedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long seen = news;
        while (!stopped && seen == news) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        throwIfStopped();
    }

    /** @throws StoppedException if stopped */
    void throwIfStopped() throws StoppedException {
        if (stopped) {
            throw new StoppedException();
        }
    }
}
