/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

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
 * Watches the share of deletions in an index's writes. A user that loses a permission or a visibility label reads rows as gone,
 * without an error: then every row that changes is deleted, and nothing else fails. So a jump is a warning. Nothing stops, as rows
 * may really have been deleted, and a row that is visible again is written again when it is touched. The normal share is learned
 * from earlier writes: until it is known there is no jump. A share that has lasted for an hour is the new normal, as tables used as
 * queues delete all that they put. Counted by many threads; {@link #tell} is for one.
 */
public final class DeletionWatch {
    /** Minimum number of deletions in five minutes for a jump, and of earlier writes for a normal share. */
    static final long LEAST_DELETIONS = 1_000;

    /** After this time a jump counts as normal. */
    static final Duration LASTING = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(DeletionWatch.class);
    private static final int MINUTES = 5;
    private static final double MANY = 0.5;
    private static final double JUMP = 2;
    /** Number of earlier writes that are remembered; the newest of them weigh most. */
    private static final long REMEMBERED = 1_000_000;

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int ALL_PERCENT = 100;

    /** The counts of one minute or of several. */
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
    // Guarded by this, like the fields below.
    private final Deque<Minute> minutes = new ArrayDeque<>();
    private Counts before = new Counts();
    private Counts duringAlarm = new Counts();
    private long raisedNanos;
    private PipelineHealth.@Nullable HealthIssue alarm;

    public DeletionWatch(String index, Metrics metrics, LongSupplier nanoClock) {
        this.index = Objects.requireNonNull(index, "index");
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
        metrics.gauge(
                "hbase_search_indexer_deletions_ratio",
                "Share of deletions among the writes of the last five minutes; 0 without writes",
                this,
                DeletionWatch::share,
                "index",
                index);
    }

    /** Counts a write that the index has accepted. */
    public synchronized void written(boolean isDeletion) {
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

    /** Moves old minutes to the normal counts, or to the counts that become normal if the alarm lasts. */
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

    /** Raises or ends the alarm; to be called at intervals. */
    public synchronized void tell(PipelineHealth health) {
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

    private void raise(PipelineHealth health, Counts recent) {
        raisedNanos = nanoClock.getAsLong();
        alarm = health.warning(
                "unusually many deletions",
                "deletions were " + recent.percent() + " % of the writes of the last minutes, and " + before.percent()
                        + " % before. Unless that many rows were deleted, the indexer's user has lost a permission or a"
                        + " visibility label; restore it, then run: hbase-search verify " + index
                        + " --repair. A share that lasts for an hour counts as normal");
    }

    private void becomeUsual() {
        LOG.info(
                "index {}: {} % of the writes of the last hour were deletions: from now on that counts as normal",
                index, duringAlarm.percent());
        before = duringAlarm;
        close();
    }

    /** Removes the alarm from the health. Idempotent. */
    public synchronized void close() {
        if (alarm != null) {
            alarm.close();
            alarm = null;
            duringAlarm = new Counts();
        }
    }
}
