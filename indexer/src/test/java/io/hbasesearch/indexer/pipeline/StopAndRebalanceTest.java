/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopAndRebalanceTest extends PipelineTests {
    @Test
    void aStopFinishesWhatIsInFlight() {
        CountDownLatch release = new CountDownLatch(1);
        rig.table.delay = () -> PipelineRig.awaitLatch(release);
        for (int i = 0; i < 10; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() == 2);
        CompletableFuture<Integer> stopped = CompletableFuture.supplyAsync(rig::stop);
        release.countDown();
        assertThat(stopped.join()).isZero();
        assertThat(rig.isCommitted()).isTrue();
    }

    @Test
    void aStopDoesNotWaitForAServerThatIsDown() {
        rig.put(A, "here");
        rig.table.failures = PipelineRig::unreachable;
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() > 1);
        long start = System.nanoTime();
        assertThat(rig.stop()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
    }

    @Test
    void allStepsOfAStopShareOneTime() {
        drainAtMost(Duration.ofSeconds(1));
        CountDownLatch never = new CountDownLatch(1);
        rig.put(B, "done");
        rig.start().awaitCommitted();
        rig.table.delay = () -> PipelineRig.awaitLatch(never);
        rig.put(A, "stuck");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() > 1);
        long start = System.nanoTime();
        assertThat(rig.stop()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofSeconds(1), PollLoop.stopTime(rig.config));
        assertThat(rig.source.timeToLeave).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(3));
    }

    private void drainAtMost(Duration time) {
        rig.config = new IndexerConfig(
                20,
                5,
                3,
                new IndexerConfig.Buffer(100, 1 << 20),
                new IndexerConfig.Timings(Duration.ofMillis(5), Duration.ofSeconds(30), time),
                Duration.ofHours(1),
                IndexerConfig.rowBytesOfHeap());
    }

    /** Else others would read as many again while the writer is being closed. */
    @Test
    void rowsThatTheWriterHoldsCountUntilItIsClosed() {
        drainAtMost(Duration.ofMillis(50));
        rig.index.held = row -> true;
        rig.put(A, "here");
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().containsKey(A));
        long held = rig.room.rowBytes();
        assertThat(held).isPositive();
        assertThat(rig.stop()).isEqualTo(1);
        assertThat(rig.room.rowBytes()).isEqualTo(held);
        rig.close();
        assertThat(rig.room.rowBytes()).isZero();
    }

    @Test
    void aRevokedPartitionIsCommittedOnceItsEventsAreDone() {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch reading = new CountDownLatch(1);
        rig.table.delay = () -> {
            reading.countDown();
            PipelineRig.awaitLatch(release);
        };
        rig.put(A, "here");
        rig.start();
        PipelineRig.awaitLatch(reading);
        List<Long> committedAtRevocation = new CopyOnWriteArrayList<>();
        rig.source.onPoll(listener -> {
            CompletableFuture.runAsync(release::countDown);
            rig.source.revoke(Set.of(0));
            committedAtRevocation.add(rig.topic.committed.get(0).nextOffset());
        });
        await().atMost(PipelineRig.PATIENCE).until(() -> !committedAtRevocation.isEmpty());
        assertThat(committedAtRevocation).containsExactly(1L);
        assertThat(rig.progress.last().partitions()).isZero();
        assertThat(rig.stop()).isZero();
    }

    @Test
    void aLostPartitionIsNotCommitted() {
        CountDownLatch release = new CountDownLatch(1);
        rig.table.delay = () -> PipelineRig.awaitLatch(release);
        rig.put(A, "here");
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() == 1);
        List<Boolean> lost = new ArrayList<>();
        rig.source.onPoll(listener -> {
            listener.lost(Set.of(0));
            lost.add(true);
        });
        await().atMost(PipelineRig.PATIENCE).until(() -> lost.size() == 1);
        release.countDown();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().containsKey(A));
        assertThat(rig.stop()).isZero();
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
    }

    @Test
    void partitionsThatStayGoOnWhileOthersAreChecked() {
        try (PipelineRig two = new PipelineRig(2)) {
            RowKey stays = rowOf(0);
            RowKey comes = rowOf(1);
            AtomicBoolean known = new AtomicBoolean(true);
            two.identity = partitions -> {
                if (partitions.contains(1) && !known.get()) {
                    throw PipelineRig.unreachable();
                }
            };
            two.start();
            two.put(stays, "before");
            two.put(comes, "before");
            two.awaitCommitted();
            known.set(false);
            two.source.onPoll(listener -> {
                two.source.revoke(Set.of(1));
                two.source.assign(Set.of(1));
            });
            await().atMost(PipelineRig.PATIENCE).until(() -> two.health.worst().isPresent());
            long before = two.topic.committed.get(1).nextOffset();
            two.put(comes, "later");
            for (int i = 0; i < 5; i++) {
                SourceEvent event = two.put(stays, "after " + i);
                await().atMost(PipelineRig.PATIENCE)
                        .until(() -> two.topic.committed.get(0).nextOffset() > event.offset());
            }
            assertThat(two.topic.committed.get(1).nextOffset()).isEqualTo(before);
            known.set(true);
            two.awaitCommitted();
        }
    }

    private static RowKey rowOf(int partition) {
        for (int i = 0; ; i++) {
            RowKey row = RowKey.utf8("row" + i);
            if (RowPartition.of(row.bytes().unsafeBytes(), 2) == partition) {
                return row;
            }
        }
    }
}
