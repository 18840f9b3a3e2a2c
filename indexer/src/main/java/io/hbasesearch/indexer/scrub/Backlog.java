/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines whether the index is up to date: everything that was in its topic a while ago is acknowledged, by whichever process. A
 * number of events would be no criterion: a busy index always has many in flight, and one that makes no progress has few. While a
 * bulk load is being compared the index is not up to date either. For one thread.
 */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);
    private static final int SAMPLES = 8;

    private record Sample(long nanos, Map<Integer, Long> ends) {}

    private final Supplier<IndexOffsets> offsets;
    private final long toleranceNanos;
    private final long intervalNanos;
    private final LongSupplier nanoClock;
    private final List<Sample> samples = new ArrayList<>();
    private boolean upToDate;
    private boolean asked;
    private long askedNanos;

    /** @param tolerance how late an event may be */
    Backlog(Supplier<IndexOffsets> offsets, Duration tolerance, LongSupplier nanoClock) {
        this.offsets = Objects.requireNonNull(offsets, "offsets");
        this.intervalNanos = Math.max(SHORTEST_INTERVAL.toNanos(), tolerance.toNanos() / SAMPLES);
        // The last sample must still be usable.
        this.toleranceNanos = Math.max(2 * intervalNanos, tolerance.toNanos());
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
    }

    /**
     * Returns whether the index is up to date. Polls the brokers at intervals, and takes as long as they do; false if they are
     * unavailable.
     */
    boolean isUpToDate() {
        long now = nanoClock.getAsLong();
        if (!asked || now - askedNanos >= intervalNanos) {
            asked = true;
            upToDate = look(now);
            askedNanos = nanoClock.getAsLong();
        }
        return upToDate;
    }

    private boolean look(long now) {
        IndexOffsets current;
        try {
            current = offsets.get();
        } catch (HBaseSearchException e) {
            LOG.debug("cannot read the index's offsets: {}", e.getMessage());
            return false;
        }
        samples.add(new Sample(now, current.ends()));
        samples.removeIf(sample -> now - sample.nanos() > toleranceNanos);
        return samples.stream().anyMatch(sample -> current.reach(sample.ends()));
    }
}
