/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.replication.settings.BarrierMode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;

class SinkMetricsTest {
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final SinkMetrics metrics = new SinkMetrics(now::get);

    @Test
    void sumsTheQueuesOfAllInstancesAndShowsTheOldestEdit() {
        assertThat(metrics.getQueuedWals()).isEqualTo(-1);
        FakeBacklog live = new FakeBacklog("live", 3, 2_000);
        FakeBacklog recovered = new FakeBacklog("live-dead1", 2, 90_000);
        metrics.watch("live", live);
        metrics.watch("recovered", recovered);
        assertThat(metrics.getQueuedWals()).isEqualTo(5);
        assertThat(metrics.getUnshippedAgeSeconds()).isEqualTo(90);

        metrics.watch("of the same JVM", new FakeBacklog("live", 3, 1_000));
        assertThat(metrics.getQueuedWals()).isEqualTo(5);

        metrics.unwatch("recovered");
        metrics.unwatch("recovered");
        assertThat(metrics.getQueuedWals()).isEqualTo(3);
        assertThat(metrics.getUnshippedAgeSeconds()).isEqualTo(2);
    }

    @Test
    void raisesTheAlarmForWhatHBaseHoldsBackToo() {
        metrics.configured(BarrierMode.REGION, 60_000);
        FakeBacklog backlog = new FakeBacklog("live", 1, 60_000);
        metrics.watch("live", backlog);
        assertThat(metrics.isLagAlarm()).isFalse();

        backlog.age = 60_001;
        assertThat(metrics.isLagAlarm()).isTrue();
    }

    @Test
    void showsHowFastTheBacklogGrowsAndDrains() {
        FakeBacklog backlog = new FakeBacklog("live", 1, 0);
        metrics.watch("live", backlog);
        assertThat(metrics.getQueuedWalsPerSecond()).isZero();
        assertThat(metrics.getUnshippedAgeGrowth()).isZero();

        now.addAndGet(TimeUnit.MINUTES.toMillis(5));
        backlog.wals = 31;
        backlog.age = TimeUnit.MINUTES.toMillis(5);
        assertThat(metrics.getQueuedWalsPerSecond()).isEqualTo(0.1, within(1e-9));
        assertThat(metrics.getUnshippedAgeGrowth()).isEqualTo(1, within(1e-9));

        now.addAndGet(SinkMetrics.Trend.WINDOW_MILLIS);
        backlog.wals = 1;
        backlog.age = 0;
        assertThat(metrics.getQueuedWalsPerSecond()).isEqualTo(-0.05, within(1e-9));
        assertThat(metrics.getUnshippedAgeGrowth()).isEqualTo(-0.5, within(1e-9));
    }

    @Test
    void tellsNothingOfATimeThatNobodyLookedAt() {
        FakeBacklog backlog = new FakeBacklog("live", 1, 0);
        metrics.watch("live", backlog);
        assertThat(metrics.getQueuedWalsPerSecond()).isZero();
        now.addAndGet(2 * SinkMetrics.Trend.WINDOW_MILLIS);
        backlog.wals = 31;
        assertThat(metrics.getQueuedWalsPerSecond()).isZero();
        now.addAndGet(TimeUnit.MINUTES.toMillis(5));
        backlog.wals = 61;
        assertThat(metrics.getQueuedWalsPerSecond()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void countsTheMemoryOfEditsUnderWay() {
        Entry entry = WalEntries.entry().put("a", "d", "q", "v").build();
        Shipment shipment = new Shipment(List.of(entry));
        metrics.underWay(shipment);
        assertThat(metrics.getHeldBytes()).isEqualTo(entry.getEdit().heapSize());

        metrics.ended(shipment);
        assertThat(metrics.getHeldBytes()).isZero();
    }

    private static final class FakeBacklog implements Backlog {
        private final String source;
        private int wals;
        private long age;

        FakeBacklog(String source, int wals, long age) {
            this.source = source;
            this.wals = wals;
            this.age = age;
        }

        @Override
        public String source() {
            return source;
        }

        @Override
        public int queuedWals() {
            return wals;
        }

        @Override
        public long unshippedAgeMillis() {
            return age;
        }
    }
}
