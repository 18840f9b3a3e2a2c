/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the index of a table that was truncated or made anew, whoever has which partitions meanwhile. */
@Timeout(60)
class ReplacedTableTest extends PipelineTests {
    private static final Set<Integer> BOTH = Set.of(0, 1);

    ReplacedTableTest() {
        super(2);
        rig.repair.rows =
                IntStream.range(0, 100).mapToObj(i -> RowKey.utf8("row" + i)).toList();
    }

    /** Else what waits there would keep the rig from its end. */
    @AfterEach
    void openGate() {
        rig.repair.gate.countDown();
        rig.index.release.complete(null);
    }

    @Test
    void itIsComparedWholeAndAilsUntilThen() {
        rig.repair.gate = new CountDownLatch(1);
        rig.put(A, "here");
        rig.start().awaitCommitted();
        replaceAndAwaitBegin();
        assertThat(rig.health.worst().orElseThrow().message()).contains("truncated or recreated");
        rig.put(A, "again");
        rig.awaitCommitted();

        rig.repair.gate.countDown();
        awaitWell();
        assertThat(rig.repair.done).containsExactly(KeyRange.all());
    }

    @Test
    void aPartitionThatComesWhileItIsComparedIsComparedToo() {
        rig.repair.gate = new CountDownLatch(1);
        rig.start();
        revoke(Set.of(1));
        replaceAndAwaitBegin();
        assign(Set.of(1));

        rig.repair.gate.countDown();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 2);
        assertThat(rig.repair.wantedRows).containsExactlyInAnyOrderElementsOf(rig.repair.rows);
        awaitWell();
    }

    /** As if its owner had died in the middle of it. */
    @Test
    void aPartitionThatComesWhenAllOthersAreComparedIsComparedToo() {
        rig.start();
        revoke(Set.of(1));
        rig.replaced.set(true);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 1);
        awaitWell();
        assign(Set.of(1));
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 2);
        assertThat(rig.repair.wantedRows).containsExactlyInAnyOrderElementsOf(rig.repair.rows);
        awaitWell();
    }

    @Test
    void aPartitionThatWasComparedIsNotComparedWhenItComesBack() {
        rig.start();
        revoke(Set.of(1));
        rig.replaced.set(true);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 1);
        revoke(Set.of(0));
        assign(BOTH);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 2);
        awaitWell();
        assertThat(rig.repair.wantedRows).containsExactlyInAnyOrderElementsOf(rig.repair.rows);
    }

    @Test
    void partitionsThatGoTakeTheAilmentAlongAndBringItBack() {
        rig.repair.gate = new CountDownLatch(1);
        rig.start();
        awaitPolls();
        replaceAndAwaitBegin();
        revoke(BOTH);
        awaitWell();
        assertThat(rig.repair.done).isEmpty();

        assign(BOTH);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        rig.repair.gate.countDown();
        awaitWell();
        assertThat(rig.repair.done).containsExactly(KeyRange.all());
        assertThat(rig.repair.wantedRows).containsExactlyInAnyOrderElementsOf(rig.repair.rows);
    }

    @Test
    void whatIsSeenWhileNoPartitionIsHereIsRemembered() {
        rig.start();
        revoke(BOTH);
        rig.replaced.set(true);
        awaitPolls();
        assertThat(rig.replaced).isFalse();
        assertThat(rig.repair.begun).isEmpty();

        assign(BOTH);
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.done.isEmpty());
        awaitWell();
        assertThat(rig.repair.wantedRows).containsExactlyInAnyOrderElementsOf(rig.repair.rows);
    }

    @Test
    void oneThatIsReplacedWhileItIsComparedIsComparedAgain() {
        rig.repair.gate = new CountDownLatch(1);
        rig.start();
        awaitPolls();
        replaceAndAwaitBegin();
        for (int i = 0; i < 2; i++) {
            rig.replaced.set(true);
            awaitPolls();
        }
        rig.repair.gate.countDown();
        awaitWell();
        assertThat(rig.repair.done).containsExactly(KeyRange.all(), KeyRange.all());
    }

    @Test
    void aLoadIntoAllOfTheTableDoesNotStandForIt() {
        rig.repair.gate = new CountDownLatch(1);
        KeyRange first = new KeyRange(ByteArray.utf8("a"), ByteArray.utf8("b"));
        tell("first", first);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        tell("second", KeyRange.all());
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.remaining() == 0);
        rig.replaced.set(true);
        awaitPolls();

        rig.repair.gate.countDown();
        rig.awaitCommitted();
        awaitWell();
        assertThat(rig.repair.done).containsExactly(first, KeyRange.all(), KeyRange.all());
    }

    /** Else it would ask the index before a row that was read when it still existed comes there. */
    @Test
    void itWaitsForWhatWasReadBefore() {
        rig.index.held = A::equals;
        rig.put(A, "here");
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().containsKey(A));
        rig.replaced.set(true);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        awaitPolls();
        assertThat(rig.repair.begun).isEmpty();

        rig.index.release.complete(null);
        awaitWell();
        assertThat(rig.repair.done).containsExactly(KeyRange.all());
    }

    /** Else a former owner, which may have read a row of these events and still be writing it, would come too late. */
    @Test
    void itWaitsForEventsThatThisProcessHasNotTakenYet() {
        OffsetTracker tracker = new OffsetTracker();
        StopSignal stop = new StopSignal();
        RetryPolicy retrier =
                RetryPolicy.forever(stop, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), rig.health::ailing);
        Pipeline pipeline = new Pipeline(rig.context(), new InFlight(1, 1, rig.room), stop, retrier);
        BulkLoads loads = new BulkLoads(rig.context(), tracker, stop, retrier, pipeline, rig.health);
        AtomicReference<OptionalLong> remaining = new AtomicReference<>(OptionalLong.empty());
        Runnable tick = () -> loads.tick(Set.of(0), partition -> remaining.get());
        try {
            loads.tableReplaced();
            tick.run();
            remaining.set(OptionalLong.of(3));
            tick.run();
            tracker.track(0, 9, OptionalInt.empty()).acknowledge();
            tracker.passed(0, new Position(10, OptionalInt.empty()));
            remaining.set(OptionalLong.of(2));
            tick.run();
            tracker.track(0, 10, OptionalInt.empty()).acknowledge();
            remaining.set(OptionalLong.of(1));
            tick.run();
            OffsetTracker.Ticket last = tracker.track(0, 11, OptionalInt.empty());
            tracker.track(0, 12, OptionalInt.empty());
            remaining.set(OptionalLong.of(0));
            tick.run();
            assertThat(rig.health.worst()).isPresent();
            // Another thread would begin.
            await().during(Duration.ofMillis(300)).atMost(PipelineRig.PATIENCE).until(() -> rig.repair.begun.isEmpty());

            last.acknowledge();
            tick.run();
            await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.done.size() == 1);
        } finally {
            stop.fire();
            loads.close(Duration.ofSeconds(5));
            pipeline.close(Duration.ofSeconds(5));
        }
    }

    private void tell(String region, KeyRange range) {
        BOTH.forEach(partition -> rig.topic.append(partition, null, BulkLoadsTest.event(region, range)));
    }

    private void replaceAndAwaitBegin() {
        rig.replaced.set(true);
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
    }

    private void revoke(Set<Integer> partitions) {
        rig.source.onPoll(listener -> rig.source.revoke(partitions));
        awaitPolls();
    }

    private void assign(Set<Integer> partitions) {
        rig.source.onPoll(listener -> rig.source.assign(partitions));
        awaitPolls();
    }

    private void awaitPolls() {
        int polls = rig.source.polls.get();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.polls.get() > polls + 20);
    }

    private void awaitWell() {
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isEmpty());
    }
}
