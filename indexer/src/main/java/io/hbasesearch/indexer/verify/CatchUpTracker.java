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
 * Whether the events that would explain a difference are in the index. However long a row was left alone, its difference
 * tells nothing as long as an index is further behind than that: a row and its document are then compared across the events
 * that lie between them. Asks for offsets now and then, and takes as long as the brokers do. Safe for use by several threads.
 */
final class CatchUpTracker {
    private static final Logger LOG = LoggerFactory.getLogger(CatchUpTracker.class);
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);
    /** An index that is written to is always a little behind. */
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
     * @param offsets how far the index is; null if nobody can know, and then all events count as arrived
     * @param patience how long a difference waits for the events before it
     * @param settle how long it is left alone between two looks
     */
    CatchUpTracker(@Nullable Supplier<IndexOffsets> offsets, Duration patience, Duration settle) {
        this.offsets = offsets;
        this.patienceNanos = patience.toNanos();
        this.intervalNanos = (settle.compareTo(LONGEST_INTERVAL) < 0 ? settle : LONGEST_INTERVAL).toNanos();
    }

    /**
     * What a difference waits for.
     *
     * @param ends of the topic when it was first about to count; empty while Kafka does not tell
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

    /** As of a moment ago; empty if Kafka does not answer. */
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
            LOG.debug("cannot tell how far the index is: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** @param before what it waited for so far, if for anything */
    Goal goal(@Nullable Goal before, Optional<IndexOffsets> now) {
        long giveUp = before == null ? System.nanoTime() + patienceNanos : before.giveUpNanos();
        return before != null && before.ends().isPresent() ? before : new Goal(now.map(IndexOffsets::ends), giveUp);
    }

    /** Whether the index lacks what was in its topic a while ago: a difference that cannot wait may be no more than that. */
    synchronized boolean areLate() {
        if (offsets == null) {
            return false;
        }
        Optional<IndexOffsets> now = now();
        return now.isEmpty() || samples.stream().noneMatch(sample -> now.get().reach(sample.ends()));
    }

    /** Events that the index is behind with, as far as known. */
    long behind() {
        return now().map(IndexOffsets::behind).orElse(0L);
    }
}
