/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter.OffsetPoller;
import io.hbasesearch.indexer.reindex.scan.CatchUpWaiter.StallDetector;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Pace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Throttles a run: keeps it below its limits of rows and bytes per second, and stops it while it is paused or live edits wait. Safe
 * for use by several threads.
 */
final class Throttle {
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Rows after which the pace is checked, if that is less than the rows of one second. */
    private static final int PACE_ROWS = 100;

    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NEVER_NANOS = Duration.ofDays(1).toNanos();

    private final Limits limits;
    private final Pace rows;
    private final Pace bytes;
    private final StopSignal stop;
    private final OffsetPoller offsets;
    private final Supplier<StallDetector> standstill;
    /** When the lag is polled next, by the first thread that sees that it is due. */
    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());

    private volatile Optional<IndexOffsets> known = Optional.empty();
    private volatile boolean paused;
    private volatile boolean lagging;

    /**
     * @param offsets the index's offsets
     * @param attended whether any process is known to index
     * @param loss throws if the index has lost something: no process indexes into it then
     * @param patience of the callers that wait for the offsets to move
     */
    Throttle(
            String index,
            Limits limits,
            Supplier<IndexOffsets> offsets,
            BooleanSupplier attended,
            Runnable loss,
            StopSignal stop,
            Duration patience) {
        this.standstill = () -> new StallDetector(index, patience, attended, loss);
        this.limits = limits;
        this.rows = new Pace(limits.rowsPerSecond(), stop);
        this.bytes = new Pace(limits.bytesPerSecond(), stop);
        this.offsets = new OffsetPoller(offsets, patience);
        this.stop = stop;
    }

    /**
     * Returns the index's current offsets; empty if Kafka is unavailable.
     *
     * @throws HBaseSearchException if the failure is not transient, or has lasted too long
     */
    Optional<IndexOffsets> offsets() {
        try {
            Optional<IndexOffsets> now = offsets.get();
            known = now;
            return now;
        } catch (HBaseSearchException e) {
            known = Optional.empty();
            throw e;
        }
    }

    void pause(boolean wanted) {
        paused = wanted;
    }

    /** Returns whether reading is suspended at present. */
    boolean isClosed() {
        return paused || lagging || stop.isFired();
    }

    /** Waits as the limits require after this many rows and bytes were read. */
    void await(long readRows, long readBytes) {
        rows.await(readRows);
        bytes.await(readBytes);
        if (limits.maxLag() > 0) {
            lagging = isLagging();
        }
    }

    /** Returns whether {@link #await} is to be called now, so that it never takes much longer than a second. */
    boolean isDue(long readRows, long readBytes) {
        return readRows >= PACE_ROWS
                || (limits.rowsPerSecond() > 0 && readRows >= limits.rowsPerSecond())
                || (limits.bytesPerSecond() > 0 && readBytes >= limits.bytesPerSecond());
    }

    /**
     * Returns whether the lag exceeds the limit, as of the last poll: one thread polls while the others continue. An unknown lag
     * counts as too large, so that the limit is always kept.
     */
    private boolean isLagging() {
        long due = dueNanos.get();
        long now = System.nanoTime();
        if (now - due >= 0 && dueNanos.compareAndSet(due, now + NEVER_NANOS)) {
            try {
                Optional<IndexOffsets> unused = offsets();
            } finally {
                dueNanos.set(System.nanoTime() + INTERVAL_NANOS);
            }
        }
        return known.map(offsetsThen -> offsetsThen.behind() > limits.maxLag()).orElse(true);
    }

    /**
     * Waits until reading may continue, or the stop signal fires.
     *
     * @throws HBaseSearchException TIMED_OUT if no process reduces the index's lag
     */
    void awaitOpen() {
        StallDetector waiting = standstill.get();
        while (!stop.isFired()) {
            lagging = limits.maxLag() > 0 && isLagging();
            if (!isClosed()) {
                return;
            }
            Optional<IndexOffsets> now = known;
            if (paused || now.isEmpty()) {
                // While Kafka is unavailable, polling the offsets throws the cause.
                waiting = standstill.get();
            } else {
                waiting.look(now);
            }
            stop.await(LOOK);
        }
    }

    /** Describes why reading is suspended; empty if it is not. */
    String reason() {
        if (paused) {
            return "paused";
        }
        if (!lagging) {
            return "";
        }
        return known.map(now -> "waiting, as the index is " + now.behind() + " events behind with live edits")
                .orElse("waiting, as the lag of the index is unknown");
    }
}
