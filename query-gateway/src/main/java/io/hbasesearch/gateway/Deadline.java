/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Time limit of a request. A search's limit also passes once its thread has used the processor time that one request may have, so that
 * checking hits and highlighting stop in time however large the rows are. Immutable.
 */
final class Deadline {
    /** Limit of the request's own thread. The search of an embedded index has its own. */
    static final Duration PROCESSOR_TIME = Duration.ofMillis(250);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long atNanos;
    private final LongSupplier nanoClock;
    private final Work work;

    private Deadline(long atNanos, LongSupplier nanoClock, Work work) {
        this.atNanos = atNanos;
        this.nanoClock = nanoClock;
        this.work = work;
    }

    /**
     * Limits the processor time of a thread.
     *
     * @param thread whose time is measured; the time of other threads does not count
     * @param untilNanos by that clock
     * @param clock processor time of the current thread; -1 if it is not known
     */
    private record Work(Thread thread, long untilNanos, LongSupplier clock) {
        static final Work ANY = new Work(Thread.currentThread(), Long.MAX_VALUE, () -> 0);

        boolean isDone() {
            return Thread.currentThread() == thread && clock.getAsLong() > untilNanos;
        }
    }

    static Deadline after(Duration timeout) {
        return after(timeout, System::nanoTime);
    }

    static Deadline after(Duration timeout, LongSupplier nanoClock) {
        return new Deadline(nanoClock.getAsLong() + timeout.toNanos(), nanoClock, Work.ANY);
    }

    /** Creates a deadline that also limits this thread to {@link #PROCESSOR_TIME}. */
    static Deadline ofSearch(Duration timeout) {
        return THREADS.isCurrentThreadCpuTimeSupported()
                ? ofSearch(timeout, System::nanoTime, THREADS::getCurrentThreadCpuTime)
                : after(timeout);
    }

    static Deadline ofSearch(Duration timeout, LongSupplier nanoClock, LongSupplier processorClock) {
        long until = processorClock.getAsLong() + PROCESSOR_TIME.toNanos();
        return new Deadline(
                nanoClock.getAsLong() + timeout.toNanos(),
                nanoClock,
                new Work(Thread.currentThread(), until, processorClock));
    }

    /** Returns the time left; never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, atNanos - nanoClock.getAsLong()));
    }

    /** @param share of the time left, within 0 and 1 */
    Duration left(double share) {
        return Duration.ofNanos((long) (left().toNanos() * share));
    }

    /**
     * Creates an earlier deadline for a part of the work, so that time remains for the rest.
     *
     * @param share as in {@link #left(double)}
     */
    Deadline part(double share) {
        return new Deadline(nanoClock.getAsLong() + left(share).toNanos(), nanoClock, work);
    }

    boolean passed() {
        return left().isZero() || work.isDone();
    }
}
