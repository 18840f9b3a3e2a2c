/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.rebuild.DropOld;
import io.hbasesearch.indexer.rebuild.RollBack;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Verification;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RollBackTest extends RebuildRig {
    private boolean killed;
    private volatile MarkerPositions gone;

    @Override
    public void requireThere(MarkerPositions marked) {
        if (marked.equals(gone)) {
            throw new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "the end is lost");
        }
    }

    @BeforeEach
    void rebuildAndKeep() {
        rows(3);
        rebuild(rebuilding(true, Verification.NONE));
    }

    @Override
    void step(String name) {
        if (killed && name.equals("after switch")) {
            killed = false;
            throw new AssertionError("killed");
        }
    }

    private RunState rollBack() {
        return work(ChangePlan.rollBack(), new RollBack(site(), BOUNDS));
    }

    @Test
    void theOldGenerationTakesItsPlaceBackAndTheOtherIsKept() {
        IndexMetadata second = generations.live();
        assertThat(rollBack().state()).isEqualTo(RunState.State.DONE);
        assertThat(generations.live()).isEqualTo(first);
        assertThat(in(State.OLD)).containsExactly(second);
        rollBack();
        assertThat(generations.live()).isEqualTo(second);
    }

    @Test
    void killedBehindTheSwitchItDoesNotSwitchAgain() {
        killed = true;
        assertThatThrownBy(this::rollBack).isInstanceOf(AssertionError.class);
        assertThat(generations.live()).isEqualTo(first);
        assertThat(rollBack().state()).isEqualTo(RunState.State.DONE);
        assertThat(generations.live()).isEqualTo(first);
    }

    @Test
    void readersWaitUntilTheOldGenerationHasEveryEvent() throws InterruptedException {
        announced(row(1));
        acknowledged = 0L;
        Thread rolling = new Thread(this::rollBack);
        rolling.start();
        Awaitility.await().until(() -> last().progress().note().contains("waiting for the indexers"));
        assertThat(generations.live()).isNotEqualTo(first);
        acknowledged = null;
        rolling.join();
        assertThat(generations.live()).isEqualTo(first);
    }

    @Test
    void oneThatHasLostSomethingStaysOld() {
        IndexMetadata second = generations.live();
        lost = new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "it was put back");
        assertThatThrownBy(this::rollBack).hasMessageContaining("it was put back");
        assertThat(generations.live()).isEqualTo(second);
    }

    /** Its indexers have stopped, so it stays behind with whatever is edited from then on. */
    @Test
    @Timeout(10) // half of what an index may stand still for
    void oneThatHasLostSomethingIsNotWaitedFor() {
        announced(row(1));
        acknowledged = 0L;
        lost = new HBaseSearchException(ErrorCode.INDEX_INCOMPATIBLE, "it was put back");
        assertThatThrownBy(this::rollBack).hasMessageContaining("it was put back");
        lost = null;
        gone = last().progress().marks().of(first.uuid());
        assertThat(gone.isNone()).isTrue();
        assertThatThrownBy(this::rollBack).hasMessageContaining("the end is lost");
    }

    @Test
    void rollBackIsRefusedForAGenerationWhoseMarkersAreLost() {
        IndexMetadata second = generations.live();
        rollBack();
        MarkerPositions ofSecond = last().progress().marks().of(second.uuid());
        assertThat(ofSecond.isNone()).isFalse();
        gone = ofSecond;
        assertThatThrownBy(this::rollBack).hasMessageContaining("the end is lost");
        assertThat(generations.live()).isEqualTo(first);
    }

    @Test
    void oneThatFollowsAFormerTopicStaysOld() {
        IndexMetadata second = generations.live();
        generations.move(second);
        assertThatThrownBy(this::rollBack)
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE))
                .hasMessageContaining("another topic");
        assertThat(generations.live().uuid()).isEqualTo(second.uuid());
    }

    @Test
    void withoutAnOldGenerationThereIsNoWayBack() {
        IndexMetadata second = generations.live();
        work(ChangePlan.dropOld(), new DropOld(site(), BOUNDS));
        assertThat(in(State.OLD)).isEmpty();
        assertThatThrownBy(() -> RollBack.requireOld(generations, "test"))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
                    assertThat(e.hint().orElseThrow()).contains("--keep-old");
                });
        assertThat(generations.live()).isEqualTo(second);
    }
}
