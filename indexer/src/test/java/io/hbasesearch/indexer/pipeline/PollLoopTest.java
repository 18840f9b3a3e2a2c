/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.MisplacedEvents;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PollLoopTest extends PipelineTests {
    @Test
    void rowsAreUpsertedAndRowsThatAreGoneBecomeStubs() {
        rig.put(A, "here");
        SourceEvent gone = rig.topic.edit(B);
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A))
                .isInstanceOfSatisfying(
                        IndexOperation.Upsert.class,
                        upsert -> assertThat(upsert.document().fields()).containsEntry("state", "here"));
        assertThat(rig.index.documents().get(B)).isInstanceOf(IndexOperation.MarkDeleted.class);
        assertThat(rig.index.documents().get(B).version()).isEqualTo(RowVersion.of(1, gone.offset()));
    }

    @Test
    void eventsOfOnePollAreOneRead() {
        for (int i = 0; i < 15; i++) {
            rig.put(A, "state " + i);
        }
        rig.start().awaitCommitted();
        assertThat(rig.table.rowsRead).hasValue(1);
        assertThat(rig.index.documents().get(A).version()).isEqualTo(RowVersion.of(1, 14));
    }

    @Test
    void markersAndGapsAreAcknowledgedWithoutWork() {
        rig.topic.append(0, new byte[0], FakeTopic.event(RowMutation.Cause.MARKER, A, 1));
        rig.topic.gap(0, 3);
        rig.start().awaitCommitted();
        assertThat(rig.topic.committed.get(0).nextOffset()).isEqualTo(4);
        assertThat(rig.table.reads).hasValue(0);
    }

    @Test
    void strayEventsAreDeadLettersAndRowsAreReadByTheirOwnPartition() {
        try (PipelineRig two = new PipelineRig(2)) {
            int home = RowPartition.of(A.bytes().unsafeBytes(), 2);
            two.table.put(A, "here");
            AtomicBoolean down = new AtomicBoolean(true);
            two.touchFailures = () -> down.get() ? PipelineRig.unreachable() : null;
            for (int i = 0; i < MisplacedEvents.MOST / 2; i++) {
                two.topic.append(1 - home, A.bytes().toBytes(), FakeTopic.event(RowMutation.Cause.EDIT, A, 1));
            }
            two.start();
            await().atMost(PipelineRig.PATIENCE).until(() -> two.health.worst().isPresent());
            assertThat(two.topic.committed.get(1 - home).nextOffset())
                    .as("nothing is done before its row is announced")
                    .isZero();
            down.set(false);
            two.awaitCommitted();
            await().atMost(PipelineRig.PATIENCE)
                    .until(() -> two.index.documents().containsKey(A));
            // At a version of its own partition, which has had no event but the touches.
            assertThat(two.index.documents().get(A).version().value())
                    .isLessThanOrEqualTo(
                            RowVersion.of(1, two.topic.end(home) - 1).value());
            assertThat(two.deadLetters.stored()).allMatch(letter -> letter.row().equals(Optional.of(A)));
            assertThat(two.deadLetters.stored()).hasSizeGreaterThanOrEqualTo(MisplacedEvents.MOST / 2);
        }
    }

    @Test
    void moreMisplacedEventsThanStrayOnesEndTheLoop() {
        try (PipelineRig two = new PipelineRig(2)) {
            int home = RowPartition.of(A.bytes().unsafeBytes(), 2);
            for (int i = 0; i < 2 * MisplacedEvents.MOST; i++) {
                two.topic.append(1 - home, A.bytes().toBytes(), FakeTopic.event(RowMutation.Cause.EDIT, A, 1));
            }
            two.start();
            assertThatThrownBy(two::await)
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(
                                    failure.hint().orElseThrow())
                            .contains("peer add --table ns:t")
                            .contains("index epoch test --bump --recreate test"))
                    .hasMessageContaining("wrong partition");
        }
    }

    @Test
    void aReadThatHasBecomeTooOldIsRepeated() {
        rig.put(A, "here");
        AtomicInteger refusals = new AtomicInteger(3);
        rig.index.verdict = operation -> refusals.getAndDecrement() > 0 ? new WriteResult.ReadTooOld() : null;
        rig.start().awaitCommitted();
        assertThat(rig.table.reads).hasValue(4);
        assertThat(rig.index.documents()).containsOnlyKeys(A);
    }

    @Test
    void transientFailuresAreRetriedAndHealthSaysSo() {
        rig.put(A, "here");
        AtomicBoolean down = new AtomicBoolean(true);
        rig.table.failures = () -> down.get() ? PipelineRig.unreachable() : null;
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() > 3);
        assertThat(rig.health.worst())
                .hasValueSatisfying(ailment -> assertThat(ailment.message()).isEqualTo("nobody there"));
        down.set(false);
        rig.awaitCommitted();
        assertThat(rig.health.worst()).isEmpty();
    }

    @Test
    void rowsThatTimeOutTogetherAreReadAlone() {
        rig.table.timesOut = keys -> keys.size() > 1;
        for (int i = 0; i < 10; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        rig.start().awaitCommitted();
        assertThat(rig.index.documents()).hasSize(10);
        await().until(() -> rig.progress.last().bufferedBytes() == 0);
    }

    @Test
    void oneRowThatCannotBeReadHoldsUpNoOther() {
        AtomicBoolean bad = new AtomicBoolean(true);
        rig.table.timesOut = keys -> bad.get() && keys.contains(A);
        rig.put(A, "bad");
        for (int i = 0; i < 4; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().size() == 4);
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        bad.set(false);
        rig.awaitCommitted();
        assertThat(rig.index.documents()).hasSize(5);
    }

    @Test
    void aFatalFailureEndsTheLoopAfterCommittingWhatIsDone() {
        rig.put(A, "here");
        rig.start().awaitCommitted();
        rig.table.failures = () -> new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no such user");
        rig.put(B, "lost");
        assertThatThrownBy(rig::await).hasMessage("no such user");
        assertThat(rig.topic.committed.get(0).nextOffset()).isEqualTo(1);
        assertThat(rig.source.closed).isTrue();
    }

    /** HBase takes its regions out of its own table for a while. */
    @Test
    void aTableThatIsBeingTruncatedIsWaitedFor() {
        AtomicInteger reads = new AtomicInteger();
        rig.table.failures = () -> reads.incrementAndGet() <= 3
                ? new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "no such table")
                : null;
        rig.put(A, "here");
        rig.start().awaitCommitted();
        assertThat(reads).hasValueGreaterThan(3);
        assertThat(rig.index.documents()).hasSize(1);
    }

    @Test
    void aFatalAnswerOfTheIndexEndsTheLoop() {
        rig.put(A, "here");
        rig.index.answers = answer ->
                CompletableFuture.failedFuture(new HBaseSearchException(ErrorCode.INDEX_NOT_FOUND, "no such index"));
        rig.start();
        assertThatThrownBy(rig::await).hasMessage("no such index");
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
    }

    @Test
    void whileBuffersAreFullItGoesOnPollingPaused() {
        CountDownLatch release = new CountDownLatch(1);
        rig.table.delay = () -> PipelineRig.awaitLatch(release);
        for (int i = 0; i < 500; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.pausedPolls.get() > 50);
        assertThat(rig.progress.last().bufferedEvents()).isPositive().isLessThanOrEqualTo(100);
        assertThat(rig.progress.last().lag()).isEqualTo(500);
        assertThat(rig.index.behind).isTrue();
        release.countDown();
        rig.awaitCommitted();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.index.behind);
        assertThat(rig.index.documents()).hasSize(500);
    }

    @Test
    void rowsThatTheIndexHoldsBackHoldUpNoOthersOfTheirBatches() {
        // One in each batch, more batches than the buffer holds events, and never the last of all.
        rig.index.held = row -> row.bytes().utf8().endsWith("0");
        for (int i = 0; i < 500; i++) {
            rig.put(RowKey.utf8(i % 10 == 0 ? "row" + i : "row." + i), "state");
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE)
                .until(() -> rig.index.documents().size() == 500
                        && rig.progress.last().bufferedEvents() == 50);
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        rig.index.release.complete(null);
        rig.awaitCommitted();
        await().atMost(PipelineRig.PATIENCE)
                .until(() -> rig.progress.last().bufferedEvents() == 0
                        && rig.progress.last().bufferedBytes() == 0);
    }

    @Test
    void nothingIsReadBeforeTheIdentityIsChecked() {
        rig.put(A, "here");
        AtomicBoolean known = new AtomicBoolean();
        rig.identity = partitions -> {
            if (!known.get()) {
                throw PipelineRig.unreachable();
            }
        };
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.pausedPolls.get() > 20);
        assertThat(rig.table.reads).hasValue(0);
        known.set(true);
        rig.awaitCommitted();
        assertThat(rig.index.documents()).containsOnlyKeys(A);
    }

    @Test
    void anIndexThatIsNotItselfAnyMoreCommitsNothing() {
        rig.config = new IndexerConfig(
                20,
                5,
                3,
                new IndexerConfig.Buffer(100, 1 << 20),
                new IndexerConfig.Timings(Duration.ofHours(1), Duration.ofMillis(50), PipelineRig.PATIENCE),
                Duration.ofHours(1),
                IndexerConfig.rowBytesOfHeap());
        AtomicBoolean replaced = new AtomicBoolean();
        rig.identity = partitions -> {
            if (replaced.get()) {
                throw new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "another topic");
            }
        };
        rig.put(A, "here");
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.index.documents().isEmpty());
        replaced.set(true);
        assertThatThrownBy(rig::await).hasMessage("another topic");
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
    }

    /** As of a topic that was deleted: the group assigns nothing of it any more. */
    @Test
    void anIndexWithoutPartitionsIsCheckedAllTheSame() {
        rig.config = new IndexerConfig(
                20,
                5,
                3,
                new IndexerConfig.Buffer(100, 1 << 20),
                new IndexerConfig.Timings(Duration.ofMillis(5), Duration.ofMillis(50), PipelineRig.PATIENCE),
                Duration.ofHours(1),
                IndexerConfig.rowBytesOfHeap());
        AtomicBoolean deleted = new AtomicBoolean();
        rig.identity = partitions -> {
            if (deleted.get()) {
                throw new HBaseSearchException(ErrorCode.TOPIC_NOT_FOUND, "no topic");
            }
        };
        rig.start();
        await().atMost(PipelineRig.PATIENCE)
                .until(() -> rig.progress.last().partitions() == rig.topic.partitionCount());
        rig.source.onPoll(listener -> rig.source.revoke(
                IntStream.range(0, rig.topic.partitionCount()).boxed().collect(Collectors.toSet())));
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.progress.last().partitions() == 0);
        deleted.set(true);
        assertThatThrownBy(rig::await).hasMessage("no topic");
    }

    @Test
    void failingCommitsShowInTheHealthUntilOneSucceeds() {
        AtomicBoolean down = new AtomicBoolean(true);
        rig.start();
        rig.source.commitFailures = () -> down.get() ? PipelineRig.unreachable() : null;
        rig.put(A, "here");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        down.set(false);
        rig.awaitCommitted();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isEmpty());
    }

    @Test
    void failingPollsAreTriedAgain() {
        rig.start();
        rig.source.nextPollFailure = PipelineRig.unreachable();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.nextPollFailure == null);
        rig.put(A, "here");
        rig.awaitCommitted();
        rig.source.nextPollFailure = new HBaseSearchException(ErrorCode.OFFSETS_LOST, "truncated");
        assertThatThrownBy(rig::await).hasMessage("truncated");
    }
}
