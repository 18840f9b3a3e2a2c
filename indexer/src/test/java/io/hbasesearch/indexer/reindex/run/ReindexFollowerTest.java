/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.ReindexRig;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command that a signal interrupts asks the owner of an embedded index to stop the run. */
@Timeout(60)
class ReindexFollowerTest extends ReindexRig {
    private static final Task ALL = Task.inPlace(Selection.all(), Limits.standard(1));

    private final MemoryLog.Store store = new MemoryLog.Store();
    private final MemoryLog owners = new MemoryLog(store);
    private final MemoryLog commands = new MemoryLog(store);
    private final ReindexFollower follower = new ReindexFollower(commands, "mail");

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    private RunState claimed(String request) {
        return new ReindexRun(owners, context().metadata(), () -> context().metadata(), Clock.systemUTC())
                .claim(ALL, request);
    }

    /** A read fails as one of Kafka does while its thread is interrupted. */
    private void interruptReads(Runnable otherwise) {
        Thread.currentThread().interrupt();
        commands.onRead = () -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new HBaseSearchException(ErrorCode.TIMED_OUT, "reading the log: interrupted");
            }
            otherwise.run();
        };
    }

    @Test
    void anInterruptedReadAsksTheOwnerToStop() {
        RunState run = claimed("");
        RunState[] end = {run};
        Runnable obey = () -> {
            boolean asked = store.entries
                    .get()
                    .request()
                    .filter(request -> request.verb() == ReindexRequest.Verb.STOP)
                    .isPresent();
            end[0] = RunStates.next(run, asked ? RunState.State.STOPPED : RunState.State.RUNNING);
            owners.write(end[0]);
        };
        RunState followed = follower.follow(run, (state, reached) -> interruptReads(obey));
        assertThat(followed.state()).isEqualTo(RunState.State.STOPPED);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void aRequestThatIsInterruptedBeforeItIsTakenUpIsWithdrawn() {
        interruptReads(() -> {});
        assertThatThrownBy(() -> follower.run(ALL, (state, reached) -> {})).hasMessageContaining("withdrawn");
        ReindexRequest newest = store.entries.get().request().orElseThrow();
        assertThat(newest.verb()).isEqualTo(ReindexRequest.Verb.STOP);
    }

    @Test
    void aRunThatStartsAsItsRequestIsWithdrawnEnds() {
        ReindexRequest request = ReindexRequest.start(ALL);
        owners.request(request);
        ReindexRun runs =
                new ReindexRun(owners, context().metadata(), () -> context().metadata(), Clock.systemUTC());
        owners.request(request.withdrawal());
        RunState run = runs.claim(ALL, request.id());
        RunState end = runs.run(
                run,
                new RunWork() {
                    @Override
                    public boolean run(RunState claimed, Journal journal) {
                        while (true) {
                            journal.progress(run.progress().counts(), 0, "");
                        }
                    }

                    @Override
                    public void pause(boolean wanted) {}

                    @Override
                    public void cancelled() {}
                },
                (state, reached) -> {});
        assertThat(end.state()).isEqualTo(RunState.State.STOPPED);
    }
}
