/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.GenerationChange.Phase;
import io.hbasesearch.indexer.reindex.run.MemoryLog;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Verification;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RebuildTest extends RebuildRig {
    private static final ChangePlan PLAN = rebuilding(false, Verification.FULL);

    private Runnable beforeBegin = () -> {};
    private Runnable beforeRestore = () -> {};
    private boolean spoils;
    private volatile HBaseSearchException markersLost;

    @Override
    public void requireThere(MarkerPositions gone) {
        if (markersLost != null && !gone.isNone()) {
            throw markersLost;
        }
    }

    @Override
    void step(String name) {
        super.step(name);
        if (name.equals("before begin")) {
            Runnable once = beforeBegin;
            beforeBegin = () -> {};
            once.run();
        }
        if (name.equals("before restore")) {
            Runnable once = beforeRestore;
            beforeRestore = () -> {};
            once.run();
        }
        if (name.equals("before switch")) {
            assertThat(index.documents).as("what readers are about to see").hasSameSizeAs(table.rows);
        }
        if (spoils && name.equals("after restore")) {
            index.put(row(4), "something else");
        }
        dieHere();
    }

    @Test
    void aNewGenerationIsFilledAndTakesTheOldOnesPlace() {
        rows(10);
        RunState end = rebuild(PLAN);
        assertThat(end.state()).isEqualTo(RunState.State.DONE);
        assertThat(last()).isEqualTo(end);
        assertThat(end.progress().counts().rows()).isEqualTo(10);
        assertThat(end.progress().counts().touched()).isZero();
        assertThat(generations.live().generation()).isEqualTo(2);
        assertThat(generations.list("test")).hasSize(1);
        assertThat(generations.lowered).isEmpty();
        assertThat(changes)
                .containsSubsequence("after begin", "before lower", "after restore", "before switch", "after drop");
        assertThat(process().unfinished()).isEmpty();
    }

    @Test
    void theOldGenerationIsKeptOnDemandAndAnOlderOneGoes() {
        rows(3);
        ChangePlan keeping = rebuilding(true, Verification.SAMPLE);
        rebuild(keeping);
        IndexMetadata second = generations.live();
        assertThat(in(State.OLD)).containsExactly(first);
        rebuild(keeping);
        assertThat(in(State.OLD)).containsExactly(second);
        rebuild(PLAN);
        assertThat(generations.list("test")).hasSize(1);
    }

    /** By a process that was taken for dead while it began one. */
    @Test
    void aGenerationThatNoRunKnowsOfGoesWithTheOldOne() {
        rows(3);
        beforeRestore = generations::begin;
        rebuild(PLAN);
        assertThat(generations.list("test"))
                .extracting(IndexGeneration::metadata)
                .containsExactly(generations.live());
    }

    @Test
    void theLiveOneIsNotWrittenToWhileAnotherIsFilled() {
        rows(10);
        rebuild(PLAN);
        IndexMetadata old = generations.live();
        table.rows.put(row(3), ByteArray.utf8("changed, and announced to nobody"));
        rebuild(rebuilding(true, Verification.FULL));
        assertThat(body(generations.live())).contains("changed");
        assertThat(body(old)).isEqualTo("body 3");
        edit(row(3), "announced");
        assertThat(List.of(body(generations.live()), body(old))).containsOnly("announced");
    }

    private String body(IndexMetadata generation) {
        return String.valueOf(indexOf(generation)
                .documents
                .get(DocumentId.of(row(3)))
                .document()
                .fields()
                .get("body"));
    }

    @Test
    void killedAnywhereTheNextStartGoesOnAndReadersNeverSeeLess() {
        rows(10);
        int kills = 0;
        boolean ended = false;
        for (killedAt = 1; !ended; killedAt++) {
            changes.clear();
            int before = generations.live().generation();
            IndexMetadata replaced = generations.live();
            ended = !isKilled(PLAN);
            kills += ended ? 0 : 1;
            killedAt += 1_000;
            if (!ended) {
                assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
            }
            killedAt -= 1_000;
            assertThat(generations.live().generation())
                    .as("killed %d steps on", killedAt)
                    .isGreaterThan(before);
            assertThat(generations.list("test")).hasSize(1).noneMatch(found -> found.metadata()
                    .equals(replaced));
            assertThat(generations.lowered).isEmpty();
            assertThat(index.documents).hasSize(10);
        }
        assertThat(kills).isGreaterThan(8);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    @Test
    void whatWasDoneBeforeTheSwitchIsNotDoneAgain() {
        rows(10);
        killedAt = 7;
        assertThat(isKilled(PLAN)).isTrue();
        assertThat(changes).last().isEqualTo("before switch");
        steps.clear();
        killedAt = Integer.MAX_VALUE;
        RunState end = rebuild(PLAN);
        assertThat(end.state()).isEqualTo(RunState.State.DONE);
        assertThat(steps).isEmpty();
        assertThat(end.progress().counts().rows()).isEqualTo(10);
        assertThat(end.progress().done().ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void aGenerationThatIsGoneMeanwhileIsFilledFromTheBeginning() {
        rows(10);
        killedAt = 5;
        assertThat(isKilled(PLAN)).isTrue();
        killedAt = Integer.MAX_VALUE;
        generations.drop(in(State.BUILDING).get(0));
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
        assertThat(index.documents).hasSize(10);
    }

    @Test
    void rowsThatDifferAreReadAgainAndIfThatHelpsTheRebuildGoesOn() {
        rows(10);
        spoils = true;
        AtomicReference<RunState> end = new AtomicReference<>();
        Thread rebuilding = new Thread(() -> end.set(rebuild(PLAN)));
        rebuilding.start();
        await().until(() -> touched.contains(row(4)));
        edit(row(4), "body 4");
        await().until(() -> end.get() != null);
        assertThat(end.get().state()).isEqualTo(RunState.State.DONE);
        assertThat(touched).containsOnly(row(4));
    }

    @Test
    void rowsThatStayDifferentKeepReadersOnTheOldGeneration() {
        rows(10);
        spoils = true;
        assertThatThrownBy(() -> rebuild(PLAN))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DIFFERENCES_FOUND))
                .hasMessageContaining("row-004 (stale)");
        assertThat(generations.live()).isEqualTo(first);
        assertThat(in(State.BUILDING)).hasSize(1);
        assertThat(last().job().change().orElseThrow().phase()).isEqualTo(Phase.VERIFYING);
        edit(row(4), "body 4");
        spoils = false;
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
    }

    @Test
    void nothingIsSwitchedBeforeTheIndexersHaveEveryEvent() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread rebuilding = new Thread(() -> rebuild(PLAN));
        rebuilding.start();
        await().until(() -> store.entries
                .get()
                .run()
                .filter(run -> run.progress().note().contains("waiting for the indexers"))
                .isPresent());
        assertThat(generations.live()).isEqualTo(first);
        acknowledged = null;
        rebuilding.join();
        assertThat(generations.live().generation()).isEqualTo(2);
    }

    /** Readers do not see it, and before they do the indexers are waited for. */
    @Test
    void theTableIsReadToItsEndThoughNobodyIndexes() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread rebuilding = new Thread(() -> rebuild(PLAN));
        rebuilding.start();
        await().until(() -> store.entries
                .get()
                .run()
                .flatMap(run -> run.job().change())
                .filter(change -> change.phase() == Phase.CATCHING_UP)
                .isPresent());
        assertThat(last().progress().done().ranges()).containsExactly(KeyRange.all());
        acknowledged = null;
        rebuilding.join();
        assertThat(generations.live().generation()).isEqualTo(2);
    }

    @Test
    void oneWhoseMarkersTheTopicHasLostIsNotShownToReaders() {
        rows(10);
        markersLost = new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "the end is lost");
        assertThatThrownBy(() -> rebuild(PLAN)).hasMessageContaining("the end is lost");
        assertThat(last().job().change().orElseThrow().phase()).isEqualTo(Phase.CATCHING_UP);
        assertThat(last().progress().marks().generations())
                .containsOnlyKeys(last().job().change().orElseThrow().target().orElseThrow());
        steps.clear();
        assertThatThrownBy(() -> rebuild(PLAN)).hasMessageContaining("the end is lost");
        assertThat(generations.live()).isEqualTo(first);
        markersLost = null;
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
    }

    @Test
    void oneThatIsCancelledTakesItsGenerationAway() throws InterruptedException {
        rows(10);
        acknowledged = 0L;
        Thread rebuilding = new Thread(() -> rebuild(PLAN));
        rebuilding.start();
        await().until(() -> in(State.BUILDING).size() == 1);
        new MemoryLog(store).request(ReindexRequest.of(ReindexRequest.Verb.CANCEL, last()));
        rebuilding.join();
        assertThat(last().state()).isEqualTo(RunState.State.CANCELLED);
        assertThat(last().progress().marks().generations())
                .as("which would push out those of one that is kept")
                .isEmpty();
        assertThat(generations.list("test")).hasSize(1);
        assertThat(generations.live()).isEqualTo(first);
    }

    @Test
    void whatHasLostSomethingIsNotShownToReaders() {
        rows(10);
        killedAt = 7;
        assertThat(isKilled(PLAN)).isTrue();
        killedAt = Integer.MAX_VALUE;
        lost = new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "it was put back");
        assertThatThrownBy(() -> rebuild(PLAN)).hasMessageContaining("it was put back");
        assertThat(generations.live()).isEqualTo(first);
        lost = null;
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
    }

    /** It was silent for so long that another went on, and has begun a generation by now. */
    @Test
    void whoWasReplacedDoesNotRemoveWhatTheOtherHasBegun() {
        rows(3);
        beforeBegin = () -> {
            MemoryLog other = new MemoryLog(store);
            other.own();
            other.write(last().heldBy(RunState.Owner.here(), "", task(PLAN), 1));
            generations.begin();
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "Kafka is away");
        };
        assertThatThrownBy(() -> rebuild(PLAN))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED));
        assertThat(in(State.BUILDING)).hasSize(1);
        assertThat(changes).doesNotContain("before drop");
    }

    /** It was held up between its note and the call. */
    @Test
    void readersStayOnAGenerationThatAnotherProcessHasMadeLive() {
        rows(3);
        AtomicReference<IndexMetadata> other = new AtomicReference<>();
        beforeRestore = () -> {
            other.set(generations.begin());
            generations.makeLive(other.get());
        };
        assertThatThrownBy(() -> rebuild(PLAN))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_LOCKED));
        assertThat(generations.live()).isEqualTo(other.get());
    }
}
