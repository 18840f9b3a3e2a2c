/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Time limit of a request, and the memory of the rows that it holds. The limit of a search also ends once the request has used its
 * {@link ProcessorTime}: checks of hits and highlights stop then, however large the rows are. Immutable, except for the processor time,
 * the rows and the times of stages.
 */
public final class RequestDeadline {
    private final long atNanos;
    private final LongSupplier nanoClock;
    private final ProcessorTime work;
    private final RowRoom.Held held;
    private final StageTimes stages;

    private RequestDeadline(
            long atNanos, LongSupplier nanoClock, ProcessorTime work, RowRoom.Held held, StageTimes stages) {
        this.atNanos = atNanos;
        this.nanoClock = nanoClock;
        this.work = work;
        this.held = held;
        this.stages = stages;
    }

    public static RequestDeadline after(Duration timeout) {
        return after(timeout, System::nanoTime);
    }

    public static RequestDeadline after(Duration timeout, LongSupplier nanoClock) {
        return of(
                timeout,
                nanoClock,
                ProcessorTime.unlimited(),
                RowRoom.unlimited().held());
    }

    /** Creates a deadline of a request that reads rows. */
    public static RequestDeadline ofRows(Duration timeout, RowRoom.Held held) {
        return of(timeout, System::nanoTime, ProcessorTime.unlimited(), held);
    }

    /** Creates a deadline that also limits the processor time of a request that this thread answers. */
    public static RequestDeadline ofSearch(Duration timeout, RowRoom.Held held) {
        return of(timeout, System::nanoTime, ProcessorTime.ofThisThread(), held);
    }

    static RequestDeadline ofSearch(Duration timeout, LongSupplier nanoClock, ProcessorTime work) {
        return of(timeout, nanoClock, work, RowRoom.unlimited().held());
    }

    private static RequestDeadline of(Duration timeout, LongSupplier nanoClock, ProcessorTime work, RowRoom.Held held) {
        return new RequestDeadline(nanoClock.getAsLong() + timeout.toNanos(), nanoClock, work, held, new StageTimes());
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
    public RequestDeadline part(double share) {
        return new RequestDeadline(nanoClock.getAsLong() + left(share).toNanos(), nanoClock, work, held, stages);
    }

    public boolean passed() {
        return left().isZero() || work.isOver();
    }

    /** Returns the processor time that the request has used. */
    public ProcessorTime work() {
        return work;
    }

    /** Returns the times of the request's stages. */
    public StageTimes stages() {
        return stages;
    }

    /** Returns the rows that the request holds. */
    public RowRoom.Held held() {
        return held;
    }
}
