/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines whether the events that would explain a difference are in the index. However long a row was left alone, its difference
 * proves nothing while the index lags by more than that: row and document are then compared across the events between them. Polls
 * offsets at intervals, and takes as long as the brokers do. Safe for use by several threads.
 */
final class CatchUpTracker {
    private static final Logger LOG = LoggerFactory.getLogger(CatchUpTracker.class);
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);
    /** An index that is written to always lags a little. */
    private static final long TOLERANCE_NANOS = Duration.ofSeconds(10).toNanos();

    private record Sample(long nanos, Map<Integer, Long> ends) {}

    private final @Nullable Supplier<IndexOffsets> offsets;
    private final long patienceNanos;
    private final long intervalNanos;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private Optional<IndexOffsets> known = Optional.empty();
    private boolean asked;
    private long askedNanos;

    /**
     * @param offsets the index's offsets; null if they cannot be known, and then all events count as indexed
     * @param patience how long a difference waits for the events before it
     * @param settle how long it is left alone between two checks
     */
    CatchUpTracker(@Nullable Supplier<IndexOffsets> offsets, Duration patience, Duration settle) {
        this.offsets = offsets;
        this.patienceNanos = patience.toNanos();
        this.intervalNanos = (settle.compareTo(LONGEST_INTERVAL) < 0 ? settle : LONGEST_INTERVAL).toNanos();
    }

    /**
     * The offsets that a difference waits for.
     *
     * @param ends of the topic when the difference was first about to count; empty while Kafka does not report them
     */
    record Goal(Optional<Map<Integer, Long>> ends, long giveUpNanos) {
        boolean isGivenUp() {
            return giveUpNanos - System.nanoTime() <= 0;
        }

        boolean isReached(Optional<IndexOffsets> now, Difference difference) {
            return ends.isPresent() && now.isPresent() && now.get().reach(ends.get(), difference.row());
        }
    }

    boolean areKnown() {
        return offsets != null;
    }

    /** Returns the offsets as of a moment ago; empty if Kafka is unavailable. */
    synchronized Optional<IndexOffsets> now() {
        if (offsets != null && (!asked || System.nanoTime() - askedNanos >= intervalNanos)) {
            asked = true;
            known = ask(offsets);
            askedNanos = System.nanoTime();
            known.ifPresent(answer -> samples.add(new Sample(askedNanos, answer.ends())));
            samples.removeIf(sample -> askedNanos - sample.nanos() > TOLERANCE_NANOS);
        }
        return known;
    }

    private static Optional<IndexOffsets> ask(Supplier<IndexOffsets> offsets) {
        try {
            return Optional.of(Objects.requireNonNull(offsets.get(), "offsets"));
        } catch (HBaseSearchException e) {
            LOG.debug("cannot read the index's offsets: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** @param before what the difference has waited for so far, if for anything */
    Goal goal(@Nullable Goal before, Optional<IndexOffsets> now) {
        long giveUp = before == null ? System.nanoTime() + patienceNanos : before.giveUpNanos();
        return before != null && before.ends().isPresent() ? before : new Goal(now.map(IndexOffsets::ends), giveUp);
    }

    /** Returns whether the index lacks what was in its topic a while ago: a difference that cannot wait may have no other cause. */
    synchronized boolean areLate() {
        if (offsets == null) {
            return false;
        }
        Optional<IndexOffsets> now = now();
        return now.isEmpty() || samples.stream().noneMatch(sample -> now.get().reach(sample.ends()));
    }

    /** Returns the index's lag in events, as far as known. */
    long behind() {
        return now().map(IndexOffsets::behind).orElse(0L);
    }
}
