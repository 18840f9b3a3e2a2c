/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PollLoopTest {
    private static final RowKey A = RowKey.utf8("a");
    private static final RowKey B = RowKey.utf8("b");

    private final PipelineRig rig = new PipelineRig(1);

    @AfterEach
    void close() {
        rig.close();
    }

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
    void anUnmappableRowGoesToTheDeadLettersBeforeItsStub() {
        SourceEvent event = rig.put(A, FakeTable.POISON);
        rig.put(B, "fine");
        AtomicBoolean letterCameFirst = new AtomicBoolean();
        rig.index.verdict = operation -> {
            if (operation instanceof IndexOperation.MarkFailed) {
                letterCameFirst.set(rig.deadLetters.stored().size() == 1);
            }
            return null;
        };
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.MarkFailed.class);
        assertThat(rig.index.documents().get(B)).isInstanceOf(IndexOperation.Upsert.class);
        assertThat(letterCameFirst).isTrue();
        DeadLetter letter = rig.deadLetters.stored().get(0);
        assertThat(letter.stage()).isEqualTo(DeadLetter.Stage.MAP);
        assertThat(letter.code()).isEqualTo(ErrorCode.ROW_UNMAPPABLE);
        assertThat(letter.event().value()).isEqualTo(event.value());
        assertThat(letter.event().key()).isEqualTo(A.bytes().unsafeBytes());
    }

    @Test
    void aRefusedDocumentBecomesADeadLetterAndAStubAtTheSameVersion() {
        rig.put(B, "before");
        SourceEvent event = rig.put(A, "refused");
        rig.index.verdict = operation ->
                operation instanceof IndexOperation.Upsert && operation.row().equals(A)
                        ? new WriteResult.Rejected("mapper_parsing_exception")
                        : null;
        rig.start().awaitCommitted();
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.MarkFailed.class);
        assertThat(rig.index.documents().get(A).version()).isEqualTo(RowVersion.of(1, event.offset()));
        assertThat(rig.deadLetters.stored()).singleElement().satisfies(letter -> {
            assertThat(letter.stage()).isEqualTo(DeadLetter.Stage.WRITE);
            assertThat(letter.message()).contains("mapper_parsing_exception");
        });
    }

    @Test
    void anOffsetDoesNotAdvanceBeforeItsDeadLetterIsStored() {
        rig.put(A, FakeTable.POISON);
        AtomicBoolean down = new AtomicBoolean(true);
        rig.deadLetters.failures = () -> down.get() ? PipelineRig.unreachable() : null;
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        down.set(false);
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(1);
        assertThat(rig.health.worst()).isEmpty();
    }

    @Test
    void poisonThatCannotBeStoredHoldsUpNoOther() {
        AtomicBoolean down = new AtomicBoolean(true);
        rig.deadLetters.failures = () -> down.get() ? PipelineRig.unreachable() : null;
        // More than there are reading threads, in as many batches.
        for (int i = 0; i < 40; i++) {
            rig.put(RowKey.utf8("bad" + i), FakeTable.POISON);
            rig.topic.append(0, null, "garbage".getBytes(UTF_8));
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        rig.put(B, "fine");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().containsKey(B));
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        down.set(false);
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(80);
        assertThat(rig.index.documents()).hasSize(41);
    }

    @Test
    void lettersThatComeTogetherAreStoredTogether() {
        CountDownLatch release = new CountDownLatch(1);
        rig.deadLetters.delay = () -> awaitLatch(release);
        for (int i = 0; i < 60; i++) {
            rig.put(RowKey.utf8("bad" + i), FakeTable.POISON);
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.rowsRead.get() == 60);
        release.countDown();
        rig.awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(60);
        assertThat(rig.deadLetters.calls).hasValueLessThan(12);
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

    @Test
    void theKeyOfAnUnreadableEventStillHasItsRowRead() {
        rig.table.put(A, "here");
        rig.topic.append(0, A.bytes().toBytes(), "garbage".getBytes(UTF_8));
        rig.topic.append(0, null, "garbage".getBytes(UTF_8));
        rig.start().awaitCommitted();
        assertThat(rig.deadLetters.stored()).hasSize(2).allSatisfy(letter -> assertThat(letter.stage())
                .isEqualTo(DeadLetter.Stage.DECODE));
        assertThat(rig.index.documents()).containsOnlyKeys(A);
        assertThat(rig.index.documents().get(A)).isInstanceOf(IndexOperation.Upsert.class);
        await().until(() -> rig.progress.last().bufferedEvents() == 0);
        assertThat(rig.progress.last().bufferedBytes()).isZero();
    }

    @Test
    void anEventOutsideItsPartitionEndsTheLoopAndIsNotPassed() {
        try (PipelineRig two = new PipelineRig(2)) {
            int home = RowPartition.of(A.bytes().unsafeBytes(), 2);
            two.topic.append(1 - home, A.bytes().toBytes(), FakeTopic.event(RowMutation.Cause.EDIT, A, 1));
            two.start();
            assertThatThrownBy(two::await).hasMessageContaining("partition count");
            assertThat(two.topic.committed.get(1 - home).nextOffset()).isZero();
            assertThat(two.deadLetters.stored()).isEmpty();
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
        rig.table.failures = () -> new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "no such table");
        rig.put(B, "lost");
        assertThatThrownBy(rig::await).hasMessage("no such table");
        assertThat(rig.topic.committed.get(0).nextOffset()).isEqualTo(1);
        assertThat(rig.source.closed).isTrue();
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
        rig.table.delay = () -> awaitLatch(release);
        for (int i = 0; i < 500; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.pausedPolls.get() > 50);
        assertThat(rig.progress.last().bufferedEvents()).isPositive().isLessThanOrEqualTo(100);
        assertThat(rig.progress.last().lag()).isEqualTo(500);
        release.countDown();
        rig.awaitCommitted();
        assertThat(rig.index.documents()).hasSize(500);
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
                100,
                1 << 20,
                Duration.ofHours(1),
                Duration.ofMillis(50),
                Duration.ofHours(1),
                PipelineRig.PATIENCE);
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

    @Test
    void aStopFinishesWhatIsInFlight() {
        CountDownLatch release = new CountDownLatch(1);
        rig.table.delay = () -> awaitLatch(release);
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
        rig.config = new IndexerConfig(
                20,
                5,
                3,
                100,
                1 << 20,
                Duration.ofMillis(5),
                Duration.ofSeconds(30),
                Duration.ofHours(1),
                Duration.ofSeconds(1));
        CountDownLatch never = new CountDownLatch(1);
        rig.put(B, "done");
        rig.start().awaitCommitted();
        rig.table.delay = () -> awaitLatch(never);
        rig.put(A, "stuck");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.table.reads.get() > 1);
        long start = System.nanoTime();
        assertThat(rig.stop()).isEqualTo(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofSeconds(1), PollLoop.stopTime(rig.config));
        assertThat(rig.source.timeToLeave).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aRevokedPartitionIsCommittedOnceItsEventsAreDone() {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch reading = new CountDownLatch(1);
        rig.table.delay = () -> {
            reading.countDown();
            awaitLatch(release);
        };
        rig.put(A, "here");
        rig.start();
        awaitLatch(reading);
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
        rig.table.delay = () -> awaitLatch(release);
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

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
