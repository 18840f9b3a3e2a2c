/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.Reindex;
import io.hbasesearch.indexer.reindex.scan.ReindexRig;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReindexRunTest extends ReindexRig {
    private static final Task ALL = Task.inPlace(Selection.all(), Limits.standard(1));
    private static final Duration BEAT = Duration.ofMillis(20);
    private static final Duration SILENCE = Duration.ofMillis(600);

    private final MemoryLog.Store store = new MemoryLog.Store();
    private volatile boolean rebuilt;
    private final AtomicReference<RuntimeException> thrown = new AtomicReference<>();

    /** As a process of its own. */
    private ReindexRun process() {
        return new ReindexRun(new MemoryLog(store), context().metadata(), this::live, Clock.systemUTC(), BEAT, SILENCE);
    }

    private IndexMetadata live() {
        return rebuilt ? another() : context().metadata();
    }

    private IndexMetadata another() {
        return context().metadata().toBuilder()
                .physicalName("test-2")
                .uuid(new UUID(0, 2))
                .complete(true)
                .build();
    }

    private RunState last() {
        return store.entries.get().run().orElseThrow();
    }

    private RunState work(ReindexRun process, Selection selection) {
        RunState claimed = process.claim(Task.inPlace(selection, Limits.standard(1)), "");
        return process.run(claimed, RunWork.of(reindex(3, selection, Duration.ofSeconds(20))), (state, reached) -> {});
    }

    private Thread inBackground(ReindexRun process) {
        Thread thread = new Thread(() -> {
            try {
                work(process, Selection.all());
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void aRunLeavesWhatItHasDoneInTheLog() {
        rows(10);
        RunState end = work(process(), Selection.all());
        assertThat(end.state()).isEqualTo(RunState.State.DONE);
        assertThat(last()).isEqualTo(end);
        assertThat(last().progress().counts().rows()).isEqualTo(10);
        assertThat(last().progress().done().ranges()).containsExactly(KeyRange.all());
        assertThat(last().progress().fraction()).isEqualTo(1);
        assertThat(process().unfinished()).isEmpty();
    }

    @Test
    void aRunWhoseProcessWasKilledGoesOnWhereItWas() {
        rows(10);
        ReindexRun killed = process();
        RunState claimed = killed.claim(ALL, "");
        DoneRanges half = DoneRanges.none().plus(new KeyRange(ByteArray.empty(), row(5).bytes()));
        MemoryLog log = new MemoryLog(store);
        log.own();
        log.write(claimed.next(
                RunState.State.RUNNING,
                new ReindexProgress(half, new Counts(5, 0, 5, 0, 0, 0, 0), 0.5, "", MarkerHistory.none()),
                1,
                Optional.empty()));
        RunState end = work(process(), Selection.all());
        assertThat(end.id()).isEqualTo(claimed.id());
        assertThat(end.heartbeat().owner()).isNotEqualTo(claimed.heartbeat().owner());
        assertThat(end.progress().counts().rows()).isEqualTo(10);
        assertThat(index.documents).hasSize(5);
        assertThat(process().unfinished()).isEmpty();
    }

    @Test
    void appendedMarkersAreLoggedBeforeReadingAndKeptForTheNextRun() {
        rows(10);
        ReindexRun process = process();
        RunState claimed = process.claim(ALL, "");
        AtomicReference<MarkerPositions> beforeTheFirstRow = new AtomicReference<>();
        table.onRow = row -> beforeTheFirstRow.compareAndSet(
                null, last().progress().marks().of(last().generation().uuid()));
        process.run(claimed, RunWork.of(reindex(100, Selection.all(), Duration.ofSeconds(20))), (state, reached) -> {});
        assertThat(beforeTheFirstRow.get().positions()).containsOnlyKeys(0, 1);
        MarkerPositions noted = last().progress().marks().of(last().generation().uuid());
        assertThat(noted).isEqualTo(beforeTheFirstRow.get());
        assertThat(process()
                        .claim(ALL, "")
                        .progress()
                        .marks()
                        .of(last().generation().uuid()))
                .isEqualTo(noted);
    }

    @Test
    void secondProcessIsRefusedAndToldWhichOneIsRunning() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread first = inBackground(process());
        Awaitility.await().until(() -> store.entries.get().run().isPresent());
        assertThatThrownBy(() -> process().claim(ALL, ""))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED))
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        assertThatThrownBy(() -> process().cancelUnowned(run -> {})).isInstanceOf(HBaseSearchException.class);
        acknowledged = null;
        first.join();
        assertThat(thrown.get()).isNull();
        assertThat(last().state()).isEqualTo(RunState.State.DONE);
    }

    @Test
    void whoSawAnotherGenerationLiveThanTheOneThatIsNowWritesNothing() {
        rows(3);
        rebuilt = true;
        assertThatThrownBy(() -> work(process(), Selection.all()))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED))
                .hasMessageContaining("another generation");
        assertThat(store.entries.get().run()).isEmpty();
    }

    @Test
    void aRunOfAnotherGenerationIsNobodysToEnd() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread first = inBackground(process());
        Awaitility.await().until(() -> store.entries.get().run().isPresent());
        ReindexRun ofAnother =
                new ReindexRun(new MemoryLog(store), another(), this::another, Clock.systemUTC(), BEAT, SILENCE);
        assertThatThrownBy(() -> ofAnother.claim(ALL, ""))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED));
        acknowledged = null;
        first.join();
        assertThat(thrown.get()).isNull();
        assertThat(last().state()).isEqualTo(RunState.State.DONE);
    }

    @Test
    void aProcessThatWasTakenForDeadEndsAndWritesNothingMore() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread first = inBackground(process());
        Awaitility.await().until(() -> store.entries.get().run().isPresent());
        MemoryLog other = new MemoryLog(store);
        other.own();
        RunState taken = last().heldBy(RunState.Owner.here(), "", ALL, 1);
        other.write(taken);
        first.join();
        assertThat(thrown.get()).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.INDEX_LOCKED));
        assertThat(last()).isEqualTo(taken);
    }

    @Test
    void anUnfinishedRunOfOtherRowsIsNotForgotten() {
        rows(10);
        Selection part = Selection.of(new KeyRange(row(2).bytes(), row(4).bytes()));
        process().claim(Task.inPlace(part, Limits.standard(1)), "");
        assertThatThrownBy(() -> process().claim(ALL, ""))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
        assertThat(process().cancelUnowned(run -> {})).isTrue();
        assertThat(last().state()).isEqualTo(RunState.State.CANCELLED);
        assertThat(work(process(), Selection.all()).state()).isEqualTo(RunState.State.DONE);
        assertThat(process().cancelUnowned(run -> {})).isFalse();
    }

    @Test
    void itPausesGoesOnAndEndsAsItIsAsked() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread running = inBackground(process());
        Awaitility.await().until(() -> store.entries.get().run().isPresent());
        MemoryLog asking = new MemoryLog(store);
        asking.request(ReindexRequest.of(ReindexRequest.Verb.PAUSE, last()));
        Awaitility.await().until(() -> last().state() == RunState.State.PAUSED);
        asking.request(ReindexRequest.of(ReindexRequest.Verb.RESUME, last()));
        Awaitility.await().until(() -> last().state() == RunState.State.RUNNING);
        asking.request(ReindexRequest.of(ReindexRequest.Verb.STOP, last()));
        running.join();
        assertThat(last().state()).isEqualTo(RunState.State.STOPPED);
        assertThat(process().unfinished()).isPresent();
        acknowledged = null;
        assertThat(work(process(), Selection.all()).state()).isEqualTo(RunState.State.DONE);
    }

    /** As long as it looks at the cluster, say: it is shown as running then. */
    @Test
    void whatIsAskedForBetweenTheClaimAndTheWorkIsObeyed() {
        rows(10);
        acknowledged = 0L;
        ReindexRun process = process();
        RunState claimed = process.claim(ALL, "");
        new MemoryLog(store).request(ReindexRequest.of(ReindexRequest.Verb.CANCEL, claimed));
        Reindex work = reindex(3, Selection.all(), Duration.ofSeconds(20));
        assertThat(process.run(claimed, RunWork.of(work), (state, reached) -> {})
                        .state())
                .isEqualTo(RunState.State.CANCELLED);
    }

    @Test
    void whatEndedARunIsToldThoughTheLogDoesNotTakeIt() {
        ReindexRun process = process();
        RunState claimed = process.claim(ALL, "");
        IllegalStateException why = new IllegalStateException("what ended it");
        RunWork work = RunWork.of(new Backfill() {
            @Override
            public boolean run(DoneRanges before, Counts soFar, ReindexListener listener) {
                new MemoryLog(store).own();
                throw why;
            }

            @Override
            public void pause(boolean wanted) {}
        });
        assertThatThrownBy(() -> process.run(claimed, work, (state, reached) -> {}))
                .isSameAs(why);
    }

    @Test
    void whatWasWantedOfAnotherRunIsNotObeyed() {
        rows(10);
        RunState before = work(process(), Selection.all());
        done = DoneRanges.none();
        new MemoryLog(store).request(ReindexRequest.of(ReindexRequest.Verb.CANCEL, before));
        assertThat(work(process(), Selection.all()).state()).isEqualTo(RunState.State.DONE);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The beat waits for its read longer than the end waits for it. */
    @Test
    void theEndIsTheLastWordHoweverSlowTheLogIs() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        MemoryLog slow = new MemoryLog(store);
        Thread running =
                inBackground(new ReindexRun(slow, context().metadata(), this::live, Clock.systemUTC(), BEAT, SILENCE));
        Awaitility.await()
                .until(() -> store.entries.get().run().isPresent()
                        && last().heartbeat().count() > 1);
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        slow.onRead = () -> {
            reading.countDown();
            await(answered);
        };
        reading.await();
        acknowledged = null;
        running.join();
        assertThat(last().state()).isEqualTo(RunState.State.DONE);
        slow.onRead = () -> {};
        answered.countDown();
        Awaitility.await().during(Duration.ofMillis(500)).until(() -> last().state() == RunState.State.DONE);
    }

    @Test
    void whatEndsARunStandsInTheLog() {
        rows(3);
        table.onRow = row -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
        };
        assertThatThrownBy(() -> work(process(), Selection.all())).isInstanceOf(HBaseSearchException.class);
        assertThat(last().state()).isEqualTo(RunState.State.STOPPED);
        assertThat(last().failure())
                .hasValueSatisfying(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
    }
}
