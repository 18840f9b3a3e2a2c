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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a run back: below its rows and bytes in a second, while it is paused, and while live edits wait. Safe for use by several
 * threads.
 */
final class Throttle {
    private static final Logger LOG = LoggerFactory.getLogger(Throttle.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NEVER_NANOS = Duration.ofDays(1).toNanos();

    private final Limits limits;
    private final Pace rows;
    private final Pace bytes;
    private final StopSignal stop;
    private final Supplier<IndexOffsets> offsets;
    /** When it is asked again how far the index is, by whoever is first to see that it is time. */
    private final AtomicLong dueNanos = new AtomicLong(System.nanoTime());

    private volatile long behind;
    private volatile boolean paused;
    private volatile boolean lagging;

    Throttle(Limits limits, Supplier<IndexOffsets> offsets, StopSignal stop) {
        this.limits = limits;
        this.rows = new Pace(limits.rowsPerSecond(), stop);
        this.bytes = new Pace(limits.bytesPerSecond(), stop);
        this.offsets = offsets;
        this.stop = stop;
    }

    /** How far the index is now; empty if Kafka does not answer. */
    Optional<IndexOffsets> offsets() {
        try {
            IndexOffsets now = offsets.get();
            behind = now.behind();
            return Optional.of(now);
        } catch (HBaseSearchException e) {
            LOG.debug("cannot tell how far the index is: {}", e.getMessage());
            behind = 0;
            return Optional.empty();
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
            lagging = lag() > limits.maxLag();
        }
    }

    /** Of a moment ago: one thread asks while the others go on. 0 if Kafka does not answer. */
    private long lag() {
        long due = dueNanos.get();
        long now = System.nanoTime();
        if (now - due >= 0 && dueNanos.compareAndSet(due, now + NEVER_NANOS)) {
            try {
                Optional<IndexOffsets> unused = offsets();
            } finally {
                dueNanos.set(System.nanoTime() + INTERVAL_NANOS);
            }
        }
        return behind;
    }

    /** Waits until something may be read, or the stop signal comes. */
    void awaitOpen() {
        while (!stop.isFired()) {
            lagging = limits.maxLag() > 0 && lag() > limits.maxLag();
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
        return lagging ? "waiting, as the index is " + lag() + " events behind with live edits" : "";
    }
}
