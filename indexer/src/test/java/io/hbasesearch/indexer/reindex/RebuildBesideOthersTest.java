/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.MemoryLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.run.Verification;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What else may begin beside an unfinished rebuild, and a rebuild beside what else is unfinished. */
@Timeout(120)
class RebuildBesideOthersTest extends RebuildRig {
    private static final ChangePlan PLAN = rebuilding(false, Verification.FULL);

    @Override
    void step(String name) {
        super.step(name);
        dieHere();
    }

    @Test
    void nothingElseBeginsWhileOneIsUnfinished() {
        rows(3);
        killedAt = 4;
        assertThat(isKilled(PLAN)).isTrue();
        killedAt = Integer.MAX_VALUE;
        assertRefused(Task.inPlace(Selection.all(), Limits.standard(1)), "rebuild");
        assertRefused(task(ChangePlan.rollBack()), "rebuild");
        assertRefused(
                task(new ChangePlan(ChangePlan.Kind.REBUILD, false, false, Verification.FULL, "", "another")),
                "another definition");
        assertThat(process()
                        .claim(task(rebuilding(true, Verification.NONE)), "")
                        .job()
                        .change()
                        .orElseThrow()
                        .plan()
                        .keepOld())
                .isTrue();
    }

    /** As one does whose definition names an analyzer that does not exist. */
    @Test
    void rebuildThatFailedEarlyYieldsToACorrectedDefinition() {
        rows(3);
        ChangePlan corrected =
                new ChangePlan(ChangePlan.Kind.REBUILD, false, false, Verification.FULL, "", "corrected");
        killedAt = 1;
        assertThat(isKilled(PLAN)).isTrue();
        assertThat(in(State.BUILDING)).isEmpty();
        killedAt = Integer.MAX_VALUE;
        assertRefused(Task.inPlace(Selection.all(), Limits.standard(1)), "rebuild");
        assertThat(rebuild(corrected).state()).isEqualTo(RunState.State.DONE);
        assertThat(last().job().change().orElseThrow().plan()).isEqualTo(corrected);
        assertThat(index.documents).hasSize(3);
    }

    @Test
    void theOneThatIsToBeKeptIsKeptWhateverItIsTakenFor() {
        generations.replaced = State.BUILDING;
        rebuild(rebuilding(true, Verification.SAMPLE));
        assertThat(in(State.BUILDING)).containsExactly(first);
    }

    private void assertRefused(Task task, String words) {
        assertThatThrownBy(() -> process().claim(task, ""))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining(words);
    }

    @Test
    void aStoppedBackfillInPlaceIsForgottenForARebuild() {
        rows(3);
        ReindexRun stopped = process();
        RunState run = stopped.claim(Task.inPlace(Selection.all(), Limits.standard(1)), "");
        MemoryLog log = new MemoryLog(store);
        log.own();
        log.write(run.next(RunState.State.STOPPED, run.progress(), 1, Optional.empty()));
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
        assertThat(last().id()).isNotEqualTo(run.id());
    }
}
