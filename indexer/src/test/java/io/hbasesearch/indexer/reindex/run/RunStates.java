/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.util.Optional;

/** What owners write into a log, for tests of it. */
public final class RunStates {
    private RunStates() {}

    /** A beat later. */
    public static RunState next(RunState run, RunState.State state) {
        return run.next(state, run.progress(), 1, Optional.empty());
    }

    /** One that is done and had appended markers before it wrote to the live generation. */
    public static RunState marked(RunState run, MarkerPositions appended) {
        MarkerHistory marks = MarkerHistory.none().and(run.generation().uuid(), appended);
        return run.next(RunState.State.DONE, run.progress().with(marks), 1, Optional.empty());
    }

    public static RunState takenOver(RunState run, String owner) {
        return run.heldBy(new RunState.Owner(owner, owner), "", run.task(), 1);
    }
}
