/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Pace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a run back: below its rows and bytes in a second, while it is paused, and while live edits wait. Safe for use by several
 * threads.
 */
final class Throttle {
    private static final Logger LOG = LoggerFactory.getLogger(Throttle.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int PATIENCE_TENTHS = 9;
    /** Rows after which the pace is looked at, if they are fewer than those of a second. */
    private static final int PACE_ROWS = 100;

    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NEVER_NANOS = Duration.ofDays(1).toNanos();

    private final Limits limits;
    private final Pace rows;
    private final Pace bytes;
    private final StopSignal stop;
    private final Supplier<IndexOffsets> offsets;
    private final Duration patience;
    /** When it is asked again how far the index is, by whoever is first to see that it is time. */
    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());

    private volatile Optional<IndexOffsets> known = Optional.empty();
    private @Nullable HBaseSearchException failure;
    private long failingNanos;
    private volatile boolean paused;
    private volatile boolean lagging;

    /** @param patience of those who wait for the offsets to move; here a little less, so that it is told what was in the way */
    Throttle(Limits limits, Supplier<IndexOffsets> offsets, StopSignal stop, Duration patience) {
        this.limits = limits;
        this.rows = new Pace(limits.rowsPerSecond(), stop);
        this.bytes = new Pace(limits.bytesPerSecond(), stop);
        this.offsets = offsets;
        this.stop = stop;
        this.patience = patience.multipliedBy(PATIENCE_TENTHS).dividedBy(10);
    }

    /**
     * How far the index is now; empty if Kafka does not answer.
     *
     * @throws HBaseSearchException what will not pass, or has not passed for long
     */
    Optional<IndexOffsets> offsets() {
        long beganNanos = System.nanoTime();
        try {
            Optional<IndexOffsets> now = Optional.of(offsets.get());
            known = now;
            succeeded();
            return now;
        } catch (HBaseSearchException e) {
            known = Optional.empty();
            failed(e, beganNanos);
            return Optional.empty();
        }
    }

    private synchronized void succeeded() {
        failure = null;
    }

    private synchronized void failed(HBaseSearchException e, long beganNanos) {
        if (failure == null) {
            LOG.warn("cannot tell how far the index is, and asks again: {}", e.getMessage());
            failingNanos = beganNanos;
        }
        failure = e;
        boolean passes =
                switch (e.failureClass()) {
                    case TRANSIENT, THROTTLED -> true;
                    case CONFLICT, POISON, FATAL -> false;
                };
        if (!passes || System.nanoTime() - failingNanos > patience.toNanos()) {
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

    /** Waits until something may be read, or the stop signal comes. */
    void awaitOpen() {
        while (!stop.isFired()) {
            lagging = limits.maxLag() > 0 && isLagging();
            if (!isClosed()) {
                return;
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
