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
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReindexRequestsTest extends ReindexRig {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final MemoryLog.Store store = new MemoryLog.Store();
    private final MemoryLog owners = new MemoryLog(store);
    private final MemoryLog askers = new MemoryLog(store);
    private final ReindexRequests requests = new ReindexRequests(askers);
    private RunState run = claimed();

    private RunState claimed() {
        return new ReindexRun(owners, context().metadata(), () -> context().metadata(), Clock.systemUTC())
                .claim(Task.inPlace(Selection.all(), Limits.standard(1)), "");
    }

    private void beat(RunState.State state) {
        run = run.next(state, run.progress(), 1, Optional.empty());
        owners.write(run);
    }

    @Test
    void anOwnerThatCleansUpAndShowsThatItLivesIsWaitedFor() {
        long ends = System.nanoTime() + PATIENCE.multipliedBy(2).toNanos();
        askers.onRead = () -> beat(System.nanoTime() - ends < 0 ? RunState.State.RUNNING : RunState.State.CANCELLED);
        assertThat(requests.ask(ReindexRequest.Verb.CANCEL, run, RunState.State.CANCELLED, PATIENCE))
                .hasValueSatisfying(end -> assertThat(end.state()).isEqualTo(RunState.State.CANCELLED));
    }

    @Test
    void oneThatIsSilentIsNotWaitedFor() {
        assertThat(requests.ask(ReindexRequest.Verb.CANCEL, run, RunState.State.CANCELLED, PATIENCE))
                .isEmpty();
    }

    @Test
    void whatKeepsAnOwnerFromItIsTold() {
        askers.onRead = () -> owners.refuse(ReindexRefusal.of(
                store.entries.get().request().orElseThrow().id(),
                new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker answers")));
        assertThatThrownBy(() -> requests.ask(ReindexRequest.Verb.CANCEL, run, RunState.State.CANCELLED, PATIENCE))
                .hasMessage("no broker answers");
    }
}
