/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds edits back until a get can see them. HBase syncs a WAL entry first and makes it visible later, so an edit
 * announced at once may be re-read too early, and then its document would stay stale for good. Thread-safe.
 *
 * <p>A chunk of edits waits for the highest sequence id of each of its regions: a region's read point only grows, so
 * whatever is below is readable as well.
 */
final class ReadabilityBarrier {
    private static final long LONGEST_TURN_MILLIS = 10;

    private final ReadPoints readPoints;
    private final StopSignal stop;
    private final LongSupplier clockMillis;
    private final SinkMetrics metrics;
    private final QuietLog log;

    /** @param readPoints null where regions cannot be asked */
    ReadabilityBarrier(
            ReadPoints readPoints, StopSignal stop, LongSupplier clockMillis, SinkMetrics metrics, QuietLog log) {
        this.readPoints = readPoints;
        this.stop = stop;
        this.clockMillis = clockMillis;
        this.metrics = metrics;
        this.log = log;
    }

    /** What {@code configured} comes to on this server. */
    BarrierMode effective(BarrierMode configured) {
        return configured == BarrierMode.REGION && readPoints == null ? BarrierMode.SETTLE : configured;
    }

    /** Returns once all {@code edits} are readable; waits for as long as it takes, and gives alarm meanwhile. */
    void await(List<? extends Announcement> edits, SinkConfig config) throws InterruptedException, StoppedException {
        switch (effective(config.barrier())) {
            case REGION:
                for (Map.Entry<String, Announcement> newest :
                        newestByRegion(edits).entrySet()) {
                    awaitRegion(newest.getValue(), config);
                }
                return;
            case SETTLE:
                awaitSettled(
                        edits.stream().mapToLong(edit -> edit.writeTime).max().orElse(0), config);
                return;
            case UNSAFE_OFF:
                return;
        }
    }

    private static Map<String, Announcement> newestByRegion(List<? extends Announcement> edits) {
        Map<String, Announcement> newest = new HashMap<>();
        for (Announcement edit : edits) {
            newest.merge(edit.region, edit, (one, other) -> one.sequenceId >= other.sequenceId ? one : other);
        }
        return newest;
    }

    private void awaitRegion(Announcement edit, SinkConfig config) throws InterruptedException, StoppedException {
        try {
            if (!readPoints.isReadable(edit.region, edit.sequenceId)) {
                awaitReadPoint(edit, config);
            }
        } catch (RuntimeException | LinkageError e) {
            log.warn(
                    "read point",
                    "cannot ask region " + edit.region + " for its read point; its edits settle for "
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
            for (long turn = 1; !readPoints.isReadable(edit.region, edit.sequenceId); turn++) {
                stop.pause(Math.min(turn, LONGEST_TURN_MILLIS));
                if (!alarmed && System.nanoTime() - start > alarmNanos) {
                    alarmed = true;
                    metrics.barrierAlarms.increment();
                    log.warn(
                            "barrier",
                            "an edit of region " + edit.region + " of table " + edit.qualifiedTable()
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

    /** Never longer than the delay, whatever the clocks of other servers said when the edit was written. */
    private void awaitSettled(long writeTime, SinkConfig config) throws InterruptedException, StoppedException {
        long end = Math.min(writeTime, clockMillis.getAsLong()) + config.settleDelayMillis();
        for (long left = end - clockMillis.getAsLong(); left > 0; left = end - clockMillis.getAsLong()) {
            stop.pause(Math.min(left, config.settleDelayMillis()));
        }
    }
}
