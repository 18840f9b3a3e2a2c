/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.BarrierMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Counters of one peer in this JVM, shared by its endpoint instances. Thread-safe, never blocks. */
final class SinkMetrics implements SinkMetricsMXBean {
    final LongAdder shippedEvents = new LongAdder();
    final LongAdder shippedBytes = new LongAdder();
    final LongAdder failedAttempts = new LongAdder();
    final LongAdder unroutedRows = new LongAdder();
    final LongAdder degradedEvents = new LongAdder();
    final LongAdder bulkLoads = new LongAdder();
    final LongAdder barrierWaits = new LongAdder();
    final LongAdder barrierWaitNanos = new LongAdder();
    final LongAdder barrierAlarms = new LongAdder();
    final AtomicInteger instances = new AtomicInteger();

    private final LongSupplier clockMillis;
    /** Oldest write time by shipment in flight; a shipment is removed when it is acknowledged or its endpoint stops. */
    private final Map<Shipment, Long> underWay = new ConcurrentHashMap<>();
    /** By the endpoint instance that owns them. */
    private final Map<Object, Backlog> backlogs = new ConcurrentHashMap<>();

    /** Problems of topics that a shipment in flight waits for. */
    private final Map<Shipment, String> waitingFor = new ConcurrentHashMap<>();

    private final Trend queuedWalsTrend = new Trend();
    private final Trend unshippedAgeTrend = new Trend();

    private volatile String barrier = "";
    private volatile String lastError = "";
    private volatile long lastShippedMillis;
    private volatile long lagAlarmMillis = Long.MAX_VALUE;

    SinkMetrics(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    /** Records a shipment in flight; called again after progress, because its oldest edit is a younger one then. */
    void underWay(Shipment shipment) {
        underWay.put(shipment, shipment.oldestWriteTime());
    }

    void ended(Shipment shipment) {
        underWay.remove(shipment);
        waitingFor.remove(shipment);
    }

    /** @param topics the problem of each topic that the shipment waits for; empty if it waits for none */
    void waitsFor(Shipment shipment, String topics) {
        if (topics.isEmpty()) {
            waitingFor.remove(shipment);
        } else {
            waitingFor.put(shipment, topics);
        }
    }

    void watch(Object owner, Backlog backlog) {
        backlogs.put(owner, backlog);
    }

    /** Idempotent. */
    void unwatch(Object owner) {
        backlogs.remove(owner);
    }

    void shipped(long events, long bytes) {
        shippedEvents.add(events);
        shippedBytes.add(bytes);
        lastShippedMillis = clockMillis.getAsLong();
        lastError = "";
    }

    void failed(String error) {
        failedAttempts.increment();
        lastError = error;
    }

    void configured(BarrierMode mode, long lagAlarm) {
        barrier = mode.toString();
        lagAlarmMillis = lagAlarm;
    }

    long lagMillis() {
        long oldest =
                underWay.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        return oldest == Long.MAX_VALUE ? 0 : Math.max(0, clockMillis.getAsLong() - oldest);
    }

    private long unshippedMillis() {
        long oldest = lagMillis();
        for (Backlog backlog : backlogs.values()) {
            oldest = Math.max(oldest, backlog.unshippedAgeMillis());
        }
        return oldest;
    }

    @Override
    public String getVersion() {
        String version = SinkMetrics.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public int getInstances() {
        return instances.get();
    }

    @Override
    public long getShippedEventsTotal() {
        return shippedEvents.sum();
    }

    @Override
    public long getShippedBytesTotal() {
        return shippedBytes.sum();
    }

    @Override
    public long getFailedAttemptsTotal() {
        return failedAttempts.sum();
    }

    @Override
    public long getUnroutedRowsTotal() {
        return unroutedRows.sum();
    }

    @Override
    public long getDegradedEventsTotal() {
        return degradedEvents.sum();
    }

    @Override
    public long getBulkLoadsTotal() {
        return bulkLoads.sum();
    }

    @Override
    public long getBarrierWaitsTotal() {
        return barrierWaits.sum();
    }

    @Override
    public double getBarrierWaitSecondsTotal() {
        return (double) barrierWaitNanos.sum() / TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public long getBarrierAlarmsTotal() {
        return barrierAlarms.sum();
    }

    @Override
    public String getBarrier() {
        return barrier;
    }

    @Override
    public double getLastShippedTimestampSeconds() {
        return lastShippedMillis / 1e3;
    }

    @Override
    public double getLagSeconds() {
        return lagMillis() / 1e3;
    }

    @Override
    public long getHeldBytes() {
        return underWay.keySet().stream().mapToLong(Shipment::bytes).sum();
    }

    @Override
    public int getQueuedWals() {
        Map<String, Integer> bySource = new HashMap<>();
        backlogs.values().forEach(backlog -> bySource.put(backlog.source(), backlog.queuedWals()));
        return bySource.isEmpty()
                ? -1
                : bySource.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public double getQueuedWalsPerSecond() {
        return queuedWalsTrend.perSecond(clockMillis.getAsLong(), getQueuedWals());
    }

    @Override
    public double getUnshippedAgeSeconds() {
        return unshippedMillis() / 1e3;
    }

    @Override
    public double getUnshippedAgeGrowth() {
        return unshippedAgeTrend.perSecond(clockMillis.getAsLong(), getUnshippedAgeSeconds());
    }

    @Override
    public boolean isLagAlarm() {
        return unshippedMillis() > lagAlarmMillis;
    }

    @Override
    public String getLastError() {
        return lastError;
    }

    @Override
    public String getWaitingFor() {
        return waitingFor.values().stream().distinct().sorted().collect(Collectors.joining("; "));
    }

    /**
     * Computes how fast a value changes, from the samples that are taken when it is requested. The rate is over the last ten minutes, or the
     * part of them with samples. Thread-safe.
     */
    static final class Trend {
        static final long WINDOW_MILLIS = TimeUnit.MINUTES.toMillis(10);
        /** Closer samples add no information; this bounds their number. */
        private static final long SPACING_MILLIS = 5_000;

        private final Deque<Sample> samples = new ArrayDeque<>();

        /**
         * Adds a sample.
         *
         * @return change for each second since the oldest sample in the window; 0 if there is no other
         */
        synchronized double perSecond(long nowMillis, double value) {
            while (!samples.isEmpty() && nowMillis - samples.peekFirst().millis > WINDOW_MILLIS) {
                samples.removeFirst();
            }
            if (samples.isEmpty() || nowMillis - samples.peekLast().millis >= SPACING_MILLIS) {
                samples.addLast(new Sample(nowMillis, value));
            }
            Sample oldest = samples.peekFirst();
            long elapsed = nowMillis - oldest.millis;
            return elapsed <= 0 ? 0 : (value - oldest.value) * 1_000 / elapsed;
        }

        private static final class Sample {
            private final long millis;
            private final double value;

            Sample(long millis, double value) {
                this.millis = millis;
                this.value = value;
            }
        }
    }
}
