/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a turn of the dead letters begins. A linger of an hour never ends by itself. */
@Timeout(60)
class PoisonGatheringTest {
    private static final Duration FOREVER = Duration.ofHours(1);
    private static final Duration A_WHILE = Duration.ofMillis(100);

    private final InFlight inFlight = new InFlight(10_000, 1 << 20, new InFlightRoom(1 << 20));
    private final StopSignal stop = new StopSignal();

    @Test
    void lettersThatAreAllThatIsInFlightGoAtOnce() {
        PoisonStage stage = stage(FOREVER);
        poison(stage, 3);
        stage.gather(stop);
        assertThat(stage.next()).hasSize(3);
    }

    @Test
    void aFullTurnGoesAtOnce() {
        PoisonStage stage = stage(FOREVER);
        inFlight.addEvents(1, 0);
        poison(stage, PoisonStage.MAX_LETTERS);
        stage.gather(stop);
        assertThat(stage.next()).hasSize(PoisonStage.MAX_LETTERS);
    }

    @Test
    void lettersWaitForOthersThatAreOnTheirWay() throws Exception {
        PoisonStage stage = stage(FOREVER);
        inFlight.addEvents(1, 0);
        poison(stage, 1);
        Thread gatherer = new Thread(() -> stage.gather(stop));
        gatherer.start();
        await().until(() -> gatherer.getState() == Thread.State.TIMED_WAITING
                || gatherer.getState() == Thread.State.WAITING
                || gatherer.getState() == Thread.State.TERMINATED);
        assertThat(gatherer.isAlive()).isTrue();
        poison(stage, 1);
        inFlight.removeEvents(1, 0);
        gatherer.join();
        assertThat(stage.next()).hasSize(2);
    }

    @Test
    void lettersDoNotWaitForOthersForEver() {
        PoisonStage stage = stage(A_WHILE);
        inFlight.addEvents(1, 0);
        poison(stage, 1);
        long start = System.nanoTime();
        stage.gather(stop);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(A_WHILE);
        assertThat(stage.next()).hasSize(1);
    }

    @Test
    void aStopEndsTheWait() {
        PoisonStage stage = stage(FOREVER);
        inFlight.addEvents(1, 0);
        poison(stage, 1);
        CompletableFuture<Void> gathered = CompletableFuture.runAsync(() -> stage.gather(stop));
        stop.fire();
        gathered.join();
        assertThat(stage.next()).hasSize(1);
    }

    private PoisonStage stage(Duration linger) {
        PipelineRig rig = new PipelineRig(1);
        PipelineContext context = rig.context();
        return new PoisonStage(
                context,
                inFlight,
                RetryPolicy.forever(stop, new Backoff(A_WHILE, A_WHILE), rig.health::ailing),
                new PipelineMetrics(context.shared().metrics(), context.index()),
                linger);
    }

    private void poison(PoisonStage stage, int number) {
        SourceEvent event = new SourceEvent(0, 0, OptionalInt.empty(), null, new byte[0]);
        OffsetTracker.Ticket ticket = new OffsetTracker().track(0, 0, OptionalInt.empty());
        RowWork work = new RowWork(RowKey.utf8("row"), RowVersion.of(1, 0), event, List.of(ticket), 0);
        inFlight.addEvents(number, 0);
        IndexOperation.MarkFailed stub = new IndexOperation.MarkFailed(work.row(), work.version(), 0);
        stage.add(Collections.nCopies(
                number,
                new PoisonStage.Poison(work, DeadLetter.Stage.MAP, ErrorCode.ROW_UNMAPPABLE, "not a number", stub)));
    }
}
