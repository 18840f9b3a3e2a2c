/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Time limit of a request. That of a search is over, too, once the request has had its {@link ProcessorTime}: what checks hits
 * and marks words can then go on for no longer, however large the rows are. Immutable, but for the processor time.
 */
public final class Deadline {
    private final long atNanos;
    private final LongSupplier nanoClock;
    private final ProcessorTime work;

    private Deadline(long atNanos, LongSupplier nanoClock, ProcessorTime work) {
        this.atNanos = atNanos;
        this.nanoClock = nanoClock;
        this.work = work;
    }

    public static Deadline after(Duration timeout) {
        return after(timeout, System::nanoTime);
    }

    public static Deadline after(Duration timeout, LongSupplier nanoClock) {
        return new Deadline(nanoClock.getAsLong() + timeout.toNanos(), nanoClock, ProcessorTime.unlimited());
    }

    /** Creates a deadline that also limits the processor time of a request that this thread answers. */
    public static Deadline ofSearch(Duration timeout) {
        return ofSearch(timeout, System::nanoTime, ProcessorTime.ofThisThread());
    }

    static Deadline ofSearch(Duration timeout, LongSupplier nanoClock, ProcessorTime work) {
        return new Deadline(nanoClock.getAsLong() + timeout.toNanos(), nanoClock, work);
    }

    /** Returns the time left; never negative. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, atNanos - nanoClock.getAsLong()));
    }

    /** @param share of the time left, within 0 and 1 */
    public Duration left(double share) {
        return Duration.ofNanos((long) (left().toNanos() * share));
    }

    /**
     * Creates an earlier deadline for a part of the work, so that time remains for the rest.
     *
     * @param share as in {@link #left(double)}
     */
    public Deadline part(double share) {
        return new Deadline(nanoClock.getAsLong() + left(share).toNanos(), nanoClock, work);
    }

    public boolean passed() {
        return left().isZero() || work.isOver();
    }

    /** What the request has had of the processors. */
    public ProcessorTime work() {
        return work;
    }
}
