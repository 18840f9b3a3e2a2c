/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.SortedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that fail for a moment or for ever, and reads that are too old when they are written. */
@Timeout(60)
class ReindexTroubleTest extends ReindexRig {
    private static final Selection MATCHING =
            new Selection(KeyRange.all(), OptionalLong.empty(), OptionalLong.empty(), List.of("d:body"));

    private volatile HBaseSearchException offsetsFail;
    private volatile HBaseSearchException markersLost;
    private volatile RowCursor matching;
    private volatile boolean shrunk;
    private volatile boolean putBack;

    @Override
    public synchronized IndexOffsets offsets() {
        if (offsetsFail != null) {
            throw offsetsFail;
        }
        IndexOffsets now = super.offsets();
        return shrunk && steps.contains("scan") ? new IndexOffsets(now.acknowledged(), Map.of(0, 0L, 1, 0L)) : now;
    }

    @Override
    public void requireThere(MarkerPositions gone) {
        if (markersLost != null) {
            throw markersLost;
        }
    }

    @Override
    RowCursor matching(TableId of, RowFilter filter, KeyRange range) {
        return matching;
    }

    private static HBaseSearchException failure(ErrorCode code) {
        return new HBaseSearchException(code, "the broker says no");
    }

    private void runFor(Duration patience) {
        reindex(100, Selection.all(), patience).run(done, counts, listener());
    }

    @Test
    void aRefreshThatFailsForAMomentIsTriedAgain() {
        rows(5);
        index.put(RowKey.utf8("gone"), "old life");
        AtomicInteger refreshes = new AtomicInteger();
        index.onRefresh = () -> {
            if (refreshes.getAndIncrement() == 0) {
                throw failure(ErrorCode.SERVER_UNREACHABLE);
            }
        };
        assertThat(run(100)).isTrue();
        assertThat(refreshes).hasValueGreaterThan(1);
        assertThat(touched).containsExactly(RowKey.utf8("gone"));
    }

    @Test
    void aPieceWhoseMarkersAreLostIsNotDone() {
        rows(5);
        markersLost = failure(ErrorCode.INDEX_INCOMPATIBLE);
        assertThatThrownBy(() -> run(100)).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.INDEX_INCOMPATIBLE));
        assertThat(index.documents).hasSize(5);
        assertThat(done.ranges()).isEmpty();
    }

    @Test
    void markersAreNotedBeforeAnythingIsReadThatIsWrittenAtThem() {
        rows(10);
        List<String> before = new ArrayList<>();
        onNote = () -> before.add(steps.get(steps.size() - 1));
        assertThat(run(3)).isTrue();
        assertThat(before).hasSizeGreaterThan(3).containsOnly("mark");
        assertThat(marked.positions()).containsOnlyKeys(0, 1);
        assertThat(marked.positions().get(0).nextOffset())
                .isEqualTo(offsets().ends().get(0));
    }

    @Test
    void whatCannotBeNotedIsNotWritten() {
        rows(5);
        onNote = () -> {
            throw failure(ErrorCode.INDEX_LOCKED);
        };
        assertThatThrownBy(() -> run(100)).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.INDEX_LOCKED));
        assertThat(index.documents).isEmpty();
    }

    @Test
    void lostMarkersOfAnEarlierStartEndTheRunBeforeItAppends() {
        rows(5);
        assertThat(run(100)).isTrue();
        steps.clear();
        markersLost = failure(ErrorCode.INDEX_INCOMPATIBLE);
        assertThatThrownBy(() -> run(100)).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.INDEX_INCOMPATIBLE));
        assertThat(steps).isEmpty();
    }

    /** The log lost its end while a new leader was elected: what is appended now says nothing of that. */
    @Test
    void aLossIsNotForgottenForLaterMarkersOfAnotherLeader() {
        rows(10);
        table.onRow = row -> {
            if (row.equals(row(4))) {
                leader = 2;
                markersLost = failure(ErrorCode.INDEX_INCOMPATIBLE);
            }
        };
        onNote = () -> assertThat(leader).isEqualTo(1);
        acknowledged = 0L;
        assertThatThrownBy(() -> run(3)).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.INDEX_INCOMPATIBLE));
        assertThat(marked.positions().get(0).leaderEpoch()).hasValue(1);
    }

    @Test
    void aTopicThatEndsBeforeWhatIsWaitedForIsNotWaitedFor() {
        rows(5);
        acknowledged = 0L;
        shrunk = true;
        assertThatThrownBy(() -> runFor(Duration.ofMinutes(10)))
                .hasMessageContaining("has lost its end")
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(e.hint()).hasValueSatisfying(hint -> assertThat(hint)
                            .as("where no rebuild is unfinished, cancel has nothing to end")
                            .startsWith(
                                    "Build the index anew while searches continue: hbase-search reindex test --rebuild")
                            .contains("reindex cancel test"));
                });
        assertThat(done.ranges()).isEmpty();
    }

    @Test
    void lostMarkersAreLookedForBeforeAnybodyIsBlamedForStandingStill() {
        rows(5);
        acknowledged = 0L;
        markersLost = failure(ErrorCode.INDEX_INCOMPATIBLE);
        assertThatThrownBy(() -> runFor(Duration.ofMillis(500)))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE));
    }

    /** As those do that compare the range of a bulk load. */
    @Test
    void presentIndexersMayStallLongerThanAbsentOnesAreAwaited() throws InterruptedException {
        rows(5);
        acknowledged = 0L;
        attended = true;
        Thread running = new Thread(() -> runFor(Duration.ofMillis(300)));
        running.start();
        Awaitility.await().until(() -> notes.stream().anyMatch(note -> note.contains("have made no progress for")));
        assertThat(done.ranges()).isEmpty();
        acknowledged = null;
        running.join();
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void indexersThatGoAwayWhileTheyStandStillAreMissed() {
        rows(5);
        acknowledged = 0L;
        attended = true;
        new Thread(() -> {
                    Awaitility.await()
                            .until(() -> notes.stream().anyMatch(note -> note.contains("have made no progress for")));
                    attended = false;
                })
                .start();
        assertThatThrownBy(() -> runFor(Duration.ofMillis(300)))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
    }

    /** To start an indexer, which is what the advice would be else, does not help. */
    @Test
    void anIndexThatIsPutBackMeanwhileIsNotWaitedFor() {
        rows(5);
        acknowledged = 0L;
        putBack = true;
        assertThatThrownBy(() -> runFor(Duration.ofMillis(300))).hasMessageContaining("it was put back");
        for (int i = 0; i < 5; i++) {
            edit(row(i), "edited");
        }
        Reindex bounded = bounded();
        assertThatThrownBy(() -> bounded.run(done, counts, listener())).hasMessageContaining("it was put back");
    }

    @Override
    void requireWhole() {
        if (putBack) {
            throw new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "it was put back");
        }
    }

    @Test
    void heldBackRunDoesNotWaitForeverForAbsentIndexers() {
        rows(5);
        for (int i = 0; i < 5; i++) {
            edit(row(i), "edited");
        }
        acknowledged = 0L;
        Reindex bounded = bounded();
        assertThatThrownBy(() -> bounded.run(done, counts, listener()))
                .hasMessageContaining("no process has indexed anything")
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
        assertThat(steps).doesNotContain("scan");
    }

    @Test
    void norDoesItGiveUpWhileTheyAreThere() throws InterruptedException {
        rows(5);
        for (int i = 0; i < 5; i++) {
            edit(row(i), "edited");
        }
        acknowledged = 0L;
        attended = true;
        Thread running = new Thread(() -> bounded().run(done, counts, listener()));
        running.start();
        Awaitility.await().until(() -> notes.stream().anyMatch(note -> note.contains("behind with live edits")));
        Awaitility.await().during(Duration.ofSeconds(1)).until(running::isAlive);
        acknowledged = null;
        running.join();
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    /** Reads nothing while more than two events wait. */
    private Reindex bounded() {
        return new Reindex(
                context(),
                Selection.all(),
                new Limits(1, 0, 0, 2),
                PieceScan.Bounds.standard(),
                Duration.ofMillis(400));
    }

    @Test
    void offsetsThatNobodyHereMayReadEndTheRunAtOnceWithTheReason() {
        rows(5);
        offsetsFail = failure(ErrorCode.ACCESS_DENIED);
        assertThatThrownBy(() -> runFor(Duration.ofMinutes(1)))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
    }

    @Test
    void offsetsThatStayAwayAreWhatARunFailsOf() {
        rows(5);
        offsetsFail = failure(ErrorCode.SERVER_UNREACHABLE);
        assertThatThrownBy(() -> runFor(Duration.ofMillis(1500)))
                .hasMessageContaining("the broker says no")
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE));
    }

    @Test
    void nothingIsReadWhileNobodyCanTellHowFarTheIndexIs() throws InterruptedException {
        rows(5);
        offsetsFail = failure(ErrorCode.SERVER_UNREACHABLE);
        Thread running = new Thread(() -> run(100));
        running.start();
        Awaitility.await().until(() -> !fractions.isEmpty());
        Awaitility.await().during(Duration.ofMillis(300)).until(steps::isEmpty);
        offsetsFail = null;
        running.join();
        assertThat(index.documents).hasSize(5);
    }

    @Test
    void tableWithAlwaysTooOldRowsEndsTheRunAndNamesTheSetting() {
        rows(5);
        writer.verdict = operation -> new WriteResult.ReadTooOld();
        assertThatThrownBy(() -> runFor(Duration.ofMinutes(1)))
                .hasMessageContaining("indexer.stubRetention")
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.CONFIGURATION_INVALID));
        assertThat(done.ranges()).isEmpty();
    }

    @Test
    void piecesAreMadeSmallerUntilTheirRowsAreYoungEnough() {
        rows(30);
        table.onRow = row -> LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        writer.verdict = operation ->
                System.currentTimeMillis() - operation.readStartedMillis() > 200 ? new WriteResult.ReadTooOld() : null;
        assertThat(run(100)).isTrue();
        assertThat(index.documents).hasSize(30);
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    /** A few rows a second, and the first of them must not wait for the hundredth. */
    @Test
    void aSlowPaceDoesNotMakeRowsOld() {
        rows(8);
        writer.verdict = operation ->
                System.currentTimeMillis() - operation.readStartedMillis() > 1500 ? new WriteResult.ReadTooOld() : null;
        Reindex slow = new Reindex(
                context(),
                Selection.all(),
                new Limits(1, 4, 0, 0),
                new PieceScan.Bounds(1000, Duration.ofMillis(500)),
                Duration.ofSeconds(20));
        assertThat(slow.run(done, counts, listener())).isTrue();
        assertThat(index.documents).hasSize(8);
        assertThat(writer.operations).hasSize(8);
    }

    @Test
    void rowsThatAreHardToFindAreAsOldAsTheirOwnRead() {
        rows(3);
        matching = new SlowKeys(table.scan(DEFINITION.table(), ColumnSelection.everything(), KeyRange.all()));
        long began = System.currentTimeMillis();
        assertThat(run(100, MATCHING)).isTrue();
        assertThat(writer.operations).hasSize(3).allMatch(operation -> operation.readStartedMillis() - began >= 200);
    }

    /** Looks long for each. */
    private record SlowKeys(RowCursor keys) implements RowCursor {
        @Override
        public boolean hasNext() {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return keys.hasNext();
        }

        @Override
        public Row next() {
            return keys.next();
        }

        @Override
        public void close() {
            keys.close();
        }
    }

    @Test
    void nothingOfAPieceIsDoneOnceTheIndexHasRefusedAStubOfIt() throws Exception {
        SortedTable found = new SortedTable();
        for (int i = 0; i < 700; i++) {
            found.rows.put(row(i), ByteArray.empty());
            if (i != 7) {
                table.rows.put(row(i), ByteArray.utf8("body"));
            }
        }
        matching = found.scan(DEFINITION.table(), ColumnSelection.everything(), KeyRange.all());
        writer.verdict = operation -> operation instanceof IndexOperation.MarkDeleted
                        || operation.row().equals(row(3))
                ? new WriteResult.Rejected("no")
                : null;
        StopSignal stop = new StopSignal();
        Throttle throttle = new Throttle(
                "test", Limits.standard(1), this::offsets, () -> false, () -> {}, stop, Duration.ofMinutes(1));
        ReindexContext context = context();
        PieceScan scan = new PieceScan(
                context,
                RowSources.of(
                        context.table().rows(), DEFINITION, context.table().readTimeout(), MATCHING, context.clock()),
                new PieceScan.Bounds(10_000, Duration.ofMinutes(1)),
                new RunCounters(counts),
                new PieceScan.Control(throttle, RetryPolicy.within(Duration.ofSeconds(1), stop), stop),
                reached -> {});
        PieceScan.Scanned piece = scan.scan(KeyRange.all());
        assertThat(piece.failure())
                .hasValueSatisfying(e -> assertThat(e.getMessage()).contains("rejects a stub"));
        assertThat(piece.keys().isEmpty()).isTrue();
    }
}
