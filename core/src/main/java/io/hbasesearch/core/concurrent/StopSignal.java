/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Fires once, on a stop or on a fatal failure; every wait between attempts waits on it. Safe for use by several threads. */
public final class StopSignal {
    /** A value that the clock never returns. */
    private static final long NOT_FIRED = Long.MIN_VALUE;

    private final CountDownLatch fired = new CountDownLatch(1);
    private final AtomicLong firedNanos = new AtomicLong(NOT_FIRED);

    public void fire() {
        firedNanos.compareAndSet(NOT_FIRED, System.nanoTime());
        fired.countDown();
    }

    /** Returns what is left of a period that began with the signal, so that all steps of a stop share it; never negative. */
    public Duration left(Duration whole) {
        long since = firedNanos.get() == NOT_FIRED ? 0 : System.nanoTime() - firedNanos.get();
        return Duration.ofNanos(Math.max(0, whole.toNanos() - since));
    }

    /** Returns the same as {@link #left}, but no more than one step may take. */
    public Duration left(Duration whole, Duration step) {
        Duration left = left(whole);
        return left.compareTo(step) < 0 ? left : step;
    }

    public boolean isFired() {
        return fired.getCount() == 0;
    }

    /**
     * Waits, at most {@code timeout}. An interrupt counts as a stop; the interrupt flag stays set.
     *
     * @return true if it has been fired
     */
    public boolean await(Duration timeout) {
        try {
            return fired.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
