/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.StopSignal;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Pace;
import java.time.Duration;
import java.util.Optional;
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

    private final Limits limits;
    private final Pace rows;
    private final Pace bytes;
    private final StopSignal stop;
    private final Supplier<IndexOffsets> offsets;
    private Optional<IndexOffsets> known = Optional.empty();
    private boolean asked;
    private long askedNanos;
    private volatile boolean paused;
    private volatile boolean lagging;

    Throttle(Limits limits, Supplier<IndexOffsets> offsets, StopSignal stop) {
        this.limits = limits;
        this.rows = new Pace(limits.rowsPerSecond(), stop);
        this.bytes = new Pace(limits.bytesPerSecond(), stop);
        this.offsets = offsets;
        this.stop = stop;
    }

    /** How far the index was a moment ago; empty if Kafka does not answer. */
    synchronized Optional<IndexOffsets> offsets() {
        if (!asked || System.nanoTime() - askedNanos >= INTERVAL_NANOS) {
            asked = true;
            try {
                known = Optional.of(offsets.get());
            } catch (HBaseSearchException e) {
                LOG.debug("cannot tell how far the index is: {}", e.getMessage());
                known = Optional.empty();
            }
            askedNanos = System.nanoTime();
        }
        return known;
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

    private long lag() {
        return offsets().map(IndexOffsets::behind).orElse(0L);
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
