/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.BarrierMode;
import io.hbasesearch.replication.settings.SinkConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Holds edits back until a get can see them. HBase syncs a WAL entry first and makes it visible later. An edit that is announced at once
 * may therefore be read too early, and its document would stay stale forever. Thread-safe.
 *
 * <p>Edits that are offered together wait for the highest sequence id of each of their regions: a region's read point only grows, so all
 * lower ids are readable as well.
 */
final class ReadabilityBarrier {
    private static final long LONGEST_TURN_MILLIS = 10;

    private final ReadPoints readPoints;
    private final StopSignal stop;
    private final LongSupplier clockMillis;
    private final SinkMetrics metrics;
    private final QuietLog log;

    /** @param readPoints null if regions cannot be asked */
    ReadabilityBarrier(
            ReadPoints readPoints, StopSignal stop, LongSupplier clockMillis, SinkMetrics metrics, QuietLog log) {
        this.readPoints = readPoints;
        this.stop = stop;
        this.clockMillis = clockMillis;
        this.metrics = metrics;
        this.log = log;
    }

    /** Returns the mode that {@code configured} results in on this server. */
    BarrierMode effective(BarrierMode configured) {
        return configured == BarrierMode.REGION && readPoints == null ? BarrierMode.SETTLE : configured;
    }

    /** Returns once all {@code edits} are readable; waits as long as necessary, and raises the alarm meanwhile. */
    void await(List<? extends Announcement> edits, SinkConfig config) throws InterruptedException, StoppedException {
        switch (effective(config.barrier())) {
            case REGION:
                for (Announcement newest : newestByRegion(edits)) {
                    awaitRegion(newest, config);
                }
                return;
            case SETTLE:
                awaitSettled(newestWriteTime(edits), config);
                return;
            case UNSAFE_OFF:
                return;
        }
    }

    /** Tells whether {@link #await} would return at once. */
    boolean isOpen(List<? extends Announcement> edits, SinkConfig config) {
        switch (effective(config.barrier())) {
            case REGION:
                return newestByRegion(edits).stream().allMatch(this::isKnownReadable);
            case SETTLE:
                return settledAt(newestWriteTime(edits), config) <= clockMillis.getAsLong();
            case UNSAFE_OFF:
                return true;
        }
        throw new AssertionError(config.barrier());
    }

    private boolean isKnownReadable(Announcement edit) {
        try {
            return readPoints.isReadable(edit.regionName(), edit.sequenceId);
        } catch (RuntimeException | LinkageError e) {
            return false; // await() reports it
        }
    }

    private static long newestWriteTime(List<? extends Announcement> edits) {
        return edits.stream().mapToLong(edit -> edit.writeTime).max().orElse(0);
    }

    private static Collection<Announcement> newestByRegion(List<? extends Announcement> edits) {
        Map<byte[], Announcement> newest = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        for (Announcement edit : edits) {
            newest.merge(edit.region, edit, (one, other) -> one.sequenceId >= other.sequenceId ? one : other);
        }
        return newest.values();
    }

    private void awaitRegion(Announcement edit, SinkConfig config) throws InterruptedException, StoppedException {
        try {
            if (!readPoints.isReadable(edit.regionName(), edit.sequenceId)) {
                awaitReadPoint(edit, config);
            }
        } catch (RuntimeException | LinkageError e) {
            log.warn(
                    "read point",
                    "cannot ask region " + edit.regionName() + " for its read point; its edits wait for "
                            + config.settleDelayMillis() + " ms instead",
                    e);
            awaitSettled(edit.writeTime, config);
        }
    }

    private void awaitReadPoint(Announcement edit, SinkConfig config) throws InterruptedException, StoppedException {
        long start = System.nanoTime();
        long alarmNanos = TimeUnit.MILLISECONDS.toNanos(config.barrierAlarmMillis());
        boolean alarmed = false;
        metrics.barrierWaits.increment();
        try {
            for (long turn = 1; !readPoints.isReadable(edit.regionName(), edit.sequenceId); turn++) {
                stop.pause(Math.min(turn, LONGEST_TURN_MILLIS));
                if (!alarmed && System.nanoTime() - start > alarmNanos) {
                    alarmed = true;
                    metrics.barrierAlarms.increment();
                    log.warn(
                            "barrier",
                            "an edit of region " + edit.regionName() + " of table " + edit.qualifiedTable()
                                    + " was written more than " + config.barrierAlarmMillis()
                                    + " ms ago and no get can see it yet; shipping waits for it. A coprocessor or a"
                                    + " handler of that region may hang",
                            null);
                }
            }
        } finally {
            metrics.barrierWaitNanos.add(System.nanoTime() - start);
        }
    }

    private void awaitSettled(long writeTime, SinkConfig config) throws InterruptedException, StoppedException {
        long end = settledAt(writeTime, config);
        for (long left = end - clockMillis.getAsLong(); left > 0; left = end - clockMillis.getAsLong()) {
            stop.pause(Math.min(left, config.settleDelayMillis()));
        }
    }

    /**
     * Returns when the edit counts as settled; never later than the delay from now, whatever the clocks of other servers said when it was
     * written.
     */
    private long settledAt(long writeTime, SinkConfig config) {
        return Math.min(writeTime, clockMillis.getAsLong()) + config.settleDelayMillis();
    }
}
