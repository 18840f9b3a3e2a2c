/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.BarrierMode;
import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.SinkConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReadabilityBarrierTest {
    private final StopSignal stop = new StopSignal();
    private final SinkMetrics metrics = new SinkMetrics(System::currentTimeMillis);
    private final QuietLog log = new QuietLog(LoggerFactory.getLogger(ReadabilityBarrierTest.class), System::nanoTime);
    private final Map<String, Long> readPoints = new ConcurrentHashMap<>();

    @Test
    void letsPassWhatIsReadable() throws Exception {
        readPoints.put("r1", 7L);

        regions().await(edits(edit("r1", 6), edit("r1", 7), edit("moved away", 100)), config("region"));

        assertThat(metrics.getBarrierWaitsTotal()).isZero();
    }

    @Test
    void isOpenWhereNothingWouldWait() {
        readPoints.put("r1", 7L);
        List<RowEdit> readable = edits(edit("r1", 7), edit("moved away", 100));
        List<RowEdit> early = edits(edit("r1", 8), edit("r1", 7));

        assertThat(regions().isOpen(readable, config("region"))).isTrue();
        assertThat(regions().isOpen(early, config("region"))).isFalse();
        assertThat(regions().isOpen(early, config("unsafe-off"))).isTrue();
    }

    @Test
    void isOpenOnceTheNewestEditHasSettled() {
        ReadabilityBarrier blind = new ReadabilityBarrier(null, stop, () -> 1_000, metrics, log);

        assertThat(blind.isOpen(edits(edit("r1", 7, 900), edit("r1", 8, 950)), config("settle")))
                .isTrue();
        assertThat(blind.isOpen(edits(edit("r1", 7, 951), edit("r1", 8, 900)), config("settle")))
                .isFalse();
        assertThat(blind.isOpen(edits(edit("r1", 7, Long.MAX_VALUE)), config("settle")))
                .isFalse();
    }

    @Test
    void waitsForTheHighestSequenceIdOfEachRegion() {
        readPoints.put("r1", 8L);
        readPoints.put("r2", 1L);
        Thread waiting = start(regions(), edits(edit("r1", 7), edit("r1", 9), edit("r1", 8), edit("r2", 2)));

        awaitWaiting(waiting);
        readPoints.put("r2", 2L);
        awaitWaiting(waiting);
        readPoints.put("r1", 9L);

        awaitEnd(waiting);
        assertThat(metrics.getBarrierWaitsTotal()).isPositive();
        assertThat(metrics.getBarrierWaitSecondsTotal()).isPositive();
    }

    @Test
    void waitsNoLongerForARegionThatMovedAway() {
        readPoints.put("r1", 1L);
        Thread waiting = start(regions(), edits(edit("r1", 7)));

        awaitWaiting(waiting);
        readPoints.remove("r1");

        awaitEnd(waiting);
    }

    @Test
    void givesAlarmAndGoesOnWaiting() {
        readPoints.put("r1", 1L);
        Thread waiting = start(regions(), edits(edit("r1", 7)));

        Awaitility.await().until(() -> metrics.getBarrierAlarmsTotal() == 1);
        awaitWaiting(waiting);
        readPoints.put("r1", 7L);

        awaitEnd(waiting);
    }

    @Test
    void stopsWaitingWhenStopped() {
        readPoints.put("r1", 1L);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = start(regions(), edits(edit("r1", 7)), thrown);

        awaitWaiting(waiting);
        stop.stop();

        awaitEnd(waiting);
        assertThat(thrown.get()).isInstanceOf(StoppedException.class);
    }

    @Test
    void settlesWhereRegionsCannotBeAsked() throws Exception {
        ReadabilityBarrier blind = new ReadabilityBarrier(null, stop, System::currentTimeMillis, metrics, log);
        assertThat(blind.effective(BarrierMode.REGION)).isEqualTo(BarrierMode.SETTLE);

        long written = System.currentTimeMillis();
        blind.await(edits(edit("r1", 7, written - 10_000), edit("r1", 8, written)), config("region"));

        assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(written + 50);
    }

    @Test
    void settlesWhenARegionCannotBeAskedAfterAll() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ReadabilityBarrier broken = new ReadabilityBarrier(
                (region, sequenceId) -> {
                    asked.incrementAndGet();
                    throw new NoSuchMethodError("getMVCC");
                },
                stop,
                System::currentTimeMillis,
                metrics,
                log);

        long written = System.currentTimeMillis();
        broken.await(edits(edit("r1", 7, written)), config("region"));

        assertThat(asked).hasValue(1);
        assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(written + 50);
    }

    @Test
    void settlesNoLongerThanTheDelayWhateverTheWritersClockSaid() throws Exception {
        ReadabilityBarrier blind = new ReadabilityBarrier(null, stop, System::currentTimeMillis, metrics, log);

        blind.await(edits(edit("r1", 7, System.currentTimeMillis() + 3_600_000)), config("settle"));
    }

    @Test
    void doesNotWaitWhenSwitchedOff() throws Exception {
        readPoints.put("r1", 1L);

        regions().await(edits(edit("r1", 7)), config("unsafe-off"));
    }

    private ReadabilityBarrier regions() {
        ReadPoints points = (region, sequenceId) -> readPoints.getOrDefault(region, Long.MAX_VALUE) >= sequenceId;
        return new ReadabilityBarrier(points, stop, System::currentTimeMillis, metrics, log);
    }

    private static Thread start(ReadabilityBarrier barrier, List<RowEdit> edits) {
        return start(barrier, edits, new AtomicReference<>());
    }

    private static Thread start(ReadabilityBarrier barrier, List<RowEdit> edits, AtomicReference<Throwable> thrown) {
        Thread thread = new Thread(
                () -> {
                    try {
                        barrier.await(edits, config("region"));
                    } catch (Exception e) {
                        thrown.set(e);
                    }
                },
                "waits at the barrier");
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        Awaitility.await()
                .during(Duration.ofMillis(60))
                .atMost(Duration.ofSeconds(10))
                .until(thread::isAlive);
    }

    private static void awaitEnd(Thread thread) {
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !thread.isAlive());
    }

    private static List<RowEdit> edits(RowEdit... edits) {
        return new ArrayList<>(List.of(edits));
    }

    private static RowEdit edit(String region, long sequenceId) {
        return edit(region, sequenceId, System.currentTimeMillis());
    }

    private static RowEdit edit(String region, long sequenceId, long writeTime) {
        Entry entry = WalEntries.entry()
                .region(region)
                .sequenceId(sequenceId)
                .writeTime(writeTime)
                .put("row", "d", "q", "v")
                .build();
        return RowEdit.group(entry, entry.getEdit().getCells()).get(0);
    }

    private static SinkConfig config(String barrier) {
        try {
            return SinkConfig.parse(FakePeer.validWith(
                    "hbase-search.barrier", barrier,
                    "hbase-search.settle.delay.ms", "50",
                    "hbase-search.barrier.alarm.ms", "100"));
        } catch (InvalidSinkConfigException e) {
            throw new AssertionError(e);
        }
    }
}
