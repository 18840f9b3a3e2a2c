/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Pace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Holds a run back: below its rows and bytes in a second, while it is paused, and while live edits wait. Safe for use by several
 * threads.
 */
final class Throttle {
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Rows after which the pace is looked at, if they are fewer than those of a second. */
    private static final int PACE_ROWS = 100;

    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NEVER_NANOS = Duration.ofDays(1).toNanos();

    private final Limits limits;
    private final Pace rows;
    private final Pace bytes;
    private final StopSignal stop;
    private final OffsetPoller offsets;
    private final Supplier<StallDetector> standstill;
    /** When it is asked again how far the index is, by whoever is first to see that it is time. */
    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());

    private volatile Optional<IndexOffsets> known = Optional.empty();
    private volatile boolean paused;
    private volatile boolean lagging;

    /**
     * @param offsets how far the index is
     * @param attended whether any process is known to index
     * @param loss throws if the index has lost something: nobody indexes into it then
     * @param patience of those who wait for the offsets to move
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
     * How far the index is now; empty if Kafka does not answer.
     *
     * @throws HBaseSearchException what will not pass, or has not passed for long
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

    /** Whether nothing more is to be read at present. */
    boolean isClosed() {
        return paused || lagging || stop.isFired();
    }

    /** After so much was read. */
    void await(long readRows, long readBytes) {
        rows.await(readRows);
        bytes.await(readBytes);
        if (limits.maxLag() > 0) {
            lagging = isLagging();
        }
    }

    /** After how much {@link #await} is to be called, so that it never takes much longer than a second. */
    boolean isDue(long readRows, long readBytes) {
        return readRows >= PACE_ROWS
                || (limits.rowsPerSecond() > 0 && readRows >= limits.rowsPerSecond())
                || (limits.bytesPerSecond() > 0 && readBytes >= limits.bytesPerSecond());
    }

    /**
     * By what was known a moment ago: one thread asks while the others go on. While nobody can tell, as if it were: the bound is
     * there to be kept.
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
     * Waits until something may be read, or the stop signal comes.
     *
     * @throws HBaseSearchException TIMED_OUT if nobody brings the index what it is behind with
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
                // Of a Kafka that stays away the offsets themselves tell.
                waiting = standstill.get();
            } else {
                waiting.look(now);
            }
            stop.await(LOOK);
        }
    }

    /** Why nothing is read at present, for people; empty if something is. */
    String reason() {
        if (paused) {
            return "paused";
        }
        if (!lagging) {
            return "";
        }
        return known.map(now -> "waiting, as the index is " + now.behind() + " events behind with live edits")
                .orElse("waiting, as nobody can tell how far the index is behind");
    }
}
