/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches which part of an index's writes are deletions. A user that loses a permission or a visibility label reads rows as
 * gone, without an error: then every row that changes is deleted, and nothing else fails. So a jump is an alarm; nothing stops,
 * as rows may really be deleted, and a row that is visible again is written again when it is touched. What counts as usual is
 * learnt from the time before, and not while the alarm lasts. Counted by many threads; {@link #tell} is for one.
 */
final class DeletionWatch {
    /** Fewer of them in five minutes are no alarm. */
    static final long LEAST_DELETIONS = 1_000;

    private static final int MINUTES = 5;
    private static final double MANY = 0.5;
    private static final double JUMP = 2;
    /** So much of the time before is remembered, and the newest of it counts most. */
    private static final long REMEMBERED = 1_000_000;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final String STEP = "watching deletions";

    private static final class Minute {
        private final long startNanos;
        private long writes;
        private long deletions;

        Minute(long startNanos) {
            this.startNanos = startNanos;
        }
    }

    private final LongSupplier nanoClock;
    // Guarded by this; so is the rest.
    private final Deque<Minute> minutes = new ArrayDeque<>();
    private long writesBefore;
    private long deletionsBefore;
    private Health.@Nullable Ailment ailment;

    DeletionWatch(String index, Metrics metrics, LongSupplier nanoClock) {
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
        metrics.gauge(
                "hbase_search_indexer_deletions_ratio",
                "Part of the writes of the last five minutes that were deletions; 0 without writes",
                this,
                DeletionWatch::share,
                "index",
                index);
    }

    /** Writes that the index has taken. */
    synchronized void written(boolean isDeletion) {
        pass();
        Minute minute = minutes.peekLast();
        if (minute == null || nanoClock.getAsLong() - minute.startNanos >= MINUTE_NANOS) {
            minute = new Minute(nanoClock.getAsLong());
            minutes.add(minute);
        }
        minute.writes++;
        minute.deletions += isDeletion ? 1 : 0;
    }

    /** What is no longer new becomes what is usual. */
    private void pass() {
        long now = nanoClock.getAsLong();
        for (Minute oldest = minutes.peek();
                oldest != null && now - oldest.startNanos >= MINUTES * MINUTE_NANOS;
                oldest = minutes.peek()) {
            minutes.remove();
            if (ailment == null) {
                writesBefore += oldest.writes;
                deletionsBefore += oldest.deletions;
            }
        }
        while (writesBefore > REMEMBERED) {
            writesBefore /= 2;
            deletionsBefore /= 2;
        }
    }

    private synchronized double share() {
        pass();
        long writes = minutes.stream().mapToLong(minute -> minute.writes).sum();
        return writes == 0 ? 0 : deletions() / (double) writes;
    }

    private long deletions() {
        return minutes.stream().mapToLong(minute -> minute.deletions).sum();
    }

    /** Raises the alarm or ends it; to be called now and then. */
    synchronized void tell(Health health) {
        double share = share();
        double usual = writesBefore == 0 ? 0 : deletionsBefore / (double) writesBefore;
        boolean jumps = deletions() >= LEAST_DELETIONS && share > MANY && share > JUMP * usual;
        if (jumps && ailment == null) {
            ailment = health.ailing(
                    STEP,
                    new IllegalStateException("of the writes of the last minutes " + Math.round(100 * share)
                            + " % were deletions, and " + Math.round(100 * usual)
                            + " % before: unless so many rows were deleted, the indexer's user has lost a permission or a"
                            + " visibility label; give it back, then: hbase-search verify --repair"));
        } else if (!jumps) {
            close();
        }
    }

    /** Takes the alarm off the health. Idempotent. */
    synchronized void close() {
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }
}
