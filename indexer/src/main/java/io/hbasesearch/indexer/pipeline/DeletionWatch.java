/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches which part of an index's writes are deletions. A user that loses a permission or a visibility label reads rows as
 * gone, without an error: then every row that changes is deleted, and nothing else fails. So a jump is a warning; nothing stops,
 * as rows may really be deleted, and a row that is visible again is written again when it is touched. What counts as usual is
 * learnt from the time before: until something of it is known there is no jump, and one that has lasted for an hour is what is
 * usual now, as tables that are queues delete all that they put. Counted by many threads; {@link #tell} is for one.
 */
final class DeletionWatch {
    /** Fewer of them in five minutes are no jump, and fewer writes before are no usual part. */
    static final long LEAST_DELETIONS = 1_000;

    /** After so long a jump is none any more. */
    static final Duration LASTING = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(DeletionWatch.class);
    private static final int MINUTES = 5;
    private static final double MANY = 0.5;
    private static final double JUMP = 2;
    /** So much of the time before is remembered, and the newest of it counts most. */
    private static final long REMEMBERED = 1_000_000;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int ALL_PERCENT = 100;

    /** Of one minute or of several. */
    private static final class Counts {
        private int minutes;
        private long writes;
        private long deletions;

        void add(Counts other) {
            minutes += other.minutes;
            writes += other.writes;
            deletions += other.deletions;
            while (writes > REMEMBERED) {
                writes /= 2;
                deletions /= 2;
            }
        }

        double share() {
            return writes == 0 ? 0 : deletions / (double) writes;
        }

        long percent() {
            return Math.round(ALL_PERCENT * share());
        }
    }

    private record Minute(long startNanos, Counts counts) {}

    private final String index;
    private final LongSupplier nanoClock;
    // Guarded by this; so is the rest.
    private final Deque<Minute> minutes = new ArrayDeque<>();
    private Counts before = new Counts();
    private Counts duringAlarm = new Counts();
    private long raisedNanos;
    private Health.@Nullable HealthIssue alarm;

    DeletionWatch(String index, Metrics metrics, LongSupplier nanoClock) {
        this.index = Objects.requireNonNull(index, "index");
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
        if (minute == null || nanoClock.getAsLong() - minute.startNanos() >= MINUTE_NANOS) {
            minute = new Minute(nanoClock.getAsLong(), new Counts());
            minute.counts().minutes = 1;
            minutes.add(minute);
        }
        minute.counts().writes++;
        minute.counts().deletions += isDeletion ? 1 : 0;
    }

    /** What is no longer new becomes what is usual, or what may become it if the alarm lasts. */
    private void pass() {
        long now = nanoClock.getAsLong();
        for (Minute oldest = minutes.peek();
                oldest != null && now - oldest.startNanos() >= MINUTES * MINUTE_NANOS;
                oldest = minutes.peek()) {
            minutes.remove();
            (alarm == null ? before : duringAlarm).add(oldest.counts());
        }
    }

    private synchronized double share() {
        return recent().share();
    }

    private Counts recent() {
        pass();
        Counts recent = new Counts();
        minutes.forEach(minute -> recent.add(minute.counts()));
        return recent;
    }

    /** Raises the alarm or ends it; to be called now and then. */
    synchronized void tell(Health health) {
        Counts recent = recent();
        if (!jumps(recent)) {
            close();
        } else if (alarm == null) {
            raise(health, recent);
        } else if (nanoClock.getAsLong() - raisedNanos >= LASTING.toNanos()) {
            becomeUsual();
        }
    }

    private boolean jumps(Counts recent) {
        boolean usualIsKnown = before.minutes >= MINUTES && before.writes >= LEAST_DELETIONS;
        return usualIsKnown
                && recent.deletions >= LEAST_DELETIONS
                && recent.share() > MANY
                && recent.share() > JUMP * before.share();
    }

    private void raise(Health health, Counts recent) {
        raisedNanos = nanoClock.getAsLong();
        alarm = health.warning(
                "unusually many deletions",
                "of the writes of the last minutes " + recent.percent() + " % were deletions, and " + before.percent()
                        + " % before: unless so many rows were deleted, the indexer's user has lost a permission or a"
                        + " visibility label; give it back, then: hbase-search verify " + index
                        + " --repair. What lasts for an hour counts as usual");
    }

    private void becomeUsual() {
        LOG.info(
                "index {}: for an hour {} % of the writes were deletions: from now on that counts as usual",
                index, duringAlarm.percent());
        before = duringAlarm;
        close();
    }

    /** Takes the alarm off the health. Idempotent. */
    synchronized void close() {
        if (alarm != null) {
            alarm.close();
            alarm = null;
            duringAlarm = new Counts();
        }
    }
}
