/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.RowRange;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BulkLoadsTest extends PipelineTests {
    private static final KeyRange G_TO_M = new KeyRange(ByteArray.utf8("g"), ByteArray.utf8("m"));

    BulkLoadsTest() {
        super(2);
    }

    /** Else what waits there would keep the rig from its end. */
    @AfterEach
    void openGate() {
        rig.repair.gate.countDown();
    }

    @Test
    void aLoadIsComparedOnceForAllItsPartitionsAndThenAcknowledged() {
        tell("load", G_TO_M, 0, 1);
        rig.start().awaitCommitted();
        assertThat(rig.repair.done).containsExactly(G_TO_M);
    }

    @Test
    void whatComesBehindALoadIsIndexedMeanwhileButNotCommitted() {
        rig.repair.gate = new CountDownLatch(1);
        tell("load", G_TO_M, 0, 1);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        for (int i = 0; i < 5_000; i++) {
            rig.put(RowKey.utf8("row" + i), "state");
        }
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.index.documents().size() == 5_000);
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
        assertThat(rig.topic.committed.get(1).nextOffset()).isZero();
        rig.repair.gate.countDown();
        rig.awaitCommitted();
    }

    @Test
    void aLoadWaitsUntilEverythingBeforeItIsWritten() {
        CountDownLatch read = new CountDownLatch(1);
        rig.table.delay = () -> PipelineRig.awaitLatch(read);
        int home = RowPartition.of(A.bytes().unsafeBytes(), 2);
        rig.put(A, "here");
        tell("load", G_TO_M, home);
        rig.start();
        rig.source.onPoll(listener -> rig.source.revoke(Set.of(1 - home)));
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.polls.get() > 100);
        assertThat(rig.repair.begun).isEmpty();
        read.countDown();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.done.isEmpty());
    }

    @Test
    void onlyRowsOfThePartitionsThatToldOfItAreCompared() {
        rig.repair.rows =
                IntStream.range(0, 100).mapToObj(i -> RowKey.utf8("row" + i)).toList();
        tell("load", G_TO_M, 1);
        rig.start();
        rig.source.onPoll(listener -> rig.source.revoke(Set.of(0)));
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.done.isEmpty());
        assertThat(rig.repair.wantedRows)
                .hasSizeBetween(1, 99)
                .allMatch(row -> RowPartition.of(row.bytes().unsafeBytes(), 2) == 1);
    }

    @Test
    void loadsIntoTheSameRangeAreComparedTogether() {
        rig.repair.gate = new CountDownLatch(1);
        tell("first", new KeyRange(ByteArray.utf8("a"), ByteArray.utf8("b")), 0, 1);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        tell("second", KeyRange.all(), 0, 1);
        tell("third", G_TO_M, 0, 1);
        tell("second", KeyRange.all(), 0, 1);
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.remaining() == 0);
        rig.repair.gate.countDown();
        rig.awaitCommitted();
        assertThat(rig.repair.done)
                .containsExactly(new KeyRange(ByteArray.utf8("a"), ByteArray.utf8("b")), KeyRange.all());
    }

    @Test
    void twoThousandLoadsOfOverlappingRangesAreTwoComparisons() {
        rig.repair.gate = new CountDownLatch(1);
        tell("first", KeyRange.all(), 0, 1);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        for (int i = 2_000; i > 0; i--) {
            KeyRange range =
                    new KeyRange(ByteArray.utf8("row%04d".formatted(i)), ByteArray.utf8("row%04d".formatted(i + 2)));
            tell("load" + i, i % 2 == 0 ? range : KeyRange.all(), 0, 1);
        }
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.source.remaining() == 0);
        rig.repair.gate.countDown();
        rig.awaitCommitted();
        assertThat(rig.repair.done).containsExactly(KeyRange.all(), KeyRange.all());
    }

    @Test
    void loadsOfOneNameAndDifferentRangesAreAllCompared() {
        KeyRange other = new KeyRange(ByteArray.utf8("p"), ByteArray.utf8("q"));
        tell("load", G_TO_M, 0, 1);
        tell("load", other, 0, 1);
        rig.start().awaitCommitted();
        assertThat(rig.repair.done).containsExactlyInAnyOrder(G_TO_M, other);
    }

    @Test
    void aPieceThatFailsIsTriedAgainAndThoseBeforeItAreNot() {
        KeyRange low = new KeyRange(ByteArray.utf8("g"), ByteArray.utf8("i"));
        KeyRange high = new KeyRange(ByteArray.utf8("i"), ByteArray.utf8("m"));
        rig.repair.division = range -> List.of(low, high);
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean isToldOf = new AtomicBoolean();
        rig.repair.failures = () -> asked.incrementAndGet() >= 2 && !isToldOf.get() ? PipelineRig.unreachable() : null;
        tell("load", G_TO_M, 0, 1);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        isToldOf.set(true);
        rig.awaitCommitted();
        assertThat(rig.repair.begun).startsWith(low, high, high).containsOnlyOnce(low);
        assertThat(rig.health.worst()).isEmpty();
    }

    @Test
    void aStopLeavesALoadToTheNextStart() {
        rig.repair.gate = new CountDownLatch(1);
        tell("load", G_TO_M, 0, 1);
        rig.put(A, "here");
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        long start = System.nanoTime();
        assertThat(rig.stop()).isGreaterThanOrEqualTo(2);
        // A stop that waited for the load would take the whole drain time-out.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PipelineRig.PATIENCE);
        assertThat(rig.repair.done).isEmpty();

        rig.repair.gate.countDown();
        rig.start().awaitCommitted();
        assertThat(rig.repair.done).containsExactly(G_TO_M);
    }

    @Test
    void aRevokedPartitionTakesItsLoadAlongAndIsNotWaitedFor() {
        rig.repair.gate = new CountDownLatch(1);
        tell("load", G_TO_M, 0, 1);
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> !rig.repair.begun.isEmpty());
        List<Duration> revocations = new CopyOnWriteArrayList<>();
        rig.source.onPoll(listener -> {
            long start = System.nanoTime();
            rig.source.revoke(Set.of(0, 1));
            revocations.add(Duration.ofNanos(System.nanoTime() - start));
        });
        await().atMost(PipelineRig.PATIENCE).until(() -> !revocations.isEmpty());
        // One that waited for the load would take ten seconds.
        assertThat(revocations.get(0)).isLessThan(Duration.ofSeconds(10));
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();

        rig.source.onPoll(listener -> rig.source.assign(Set.of(0, 1)));
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.repair.begun.size() == 2);
        assertThat(rig.repair.done).isEmpty();
        rig.repair.gate.countDown();
        rig.awaitCommitted();
        assertThat(rig.repair.done).containsExactly(G_TO_M);
    }

    @Test
    void aFatalFailureEndsTheLoopAndTheLoadIsNotPassed() {
        rig.repair.failures = () -> new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no such user");
        tell("load", G_TO_M, 0, 1);
        rig.start();
        assertThatThrownBy(rig::await).hasMessage("no such user");
        assertThat(rig.topic.committed.get(0).nextOffset()).isZero();
    }

    /** HBase takes its regions out of its own table for a while. */
    @Test
    void aTableThatIsBeingTruncatedIsComparedOnceItIsBack() {
        AtomicInteger asked = new AtomicInteger();
        rig.repair.failures = () -> asked.incrementAndGet() <= 3
                ? new HBaseSearchException(ErrorCode.TABLE_NOT_FOUND, "no such table")
                : null;
        tell("load", G_TO_M, 0, 1);
        rig.start().awaitCommitted();
        assertThat(asked).hasValueGreaterThan(3);
        assertThat(rig.repair.done).containsExactly(G_TO_M);
    }

    @Test
    void aLoadOfFamiliesThatAreNotMappedIsNotCompared() {
        rig.topic.append(0, null, event("load", G_TO_M, "another"));
        rig.topic.append(1, null, event("load", G_TO_M, "another"));
        rig.start().awaitCommitted();
        assertThat(rig.repair.begun).isEmpty();
    }

    private void tell(String region, KeyRange range, int... partitions) {
        for (int partition : partitions) {
            rig.topic.append(partition, null, event(region, range));
        }
    }

    static byte[] event(String region, KeyRange range, String... families) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.BULK_LOAD)
                .setNamespace(FakeTopic.TABLE.namespace())
                .setTable(FakeTopic.TABLE.qualifier())
                .setRegion(region)
                .setRange(RowRange.newBuilder()
                        .setStart(ByteString.copyFrom(range.start().unsafeBytes()))
                        .setStop(ByteString.copyFrom(range.stop().unsafeBytes())))
                .addAllFamilies(
                        Stream.of(families).map(ByteString::copyFromUtf8).toList())
                .build()
                .toByteArray();
    }
}
