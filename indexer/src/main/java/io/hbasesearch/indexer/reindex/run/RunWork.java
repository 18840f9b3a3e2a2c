/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.ReindexListener;
import java.util.UUID;

/** The work of a run, without its record in the log. */
public interface RunWork {
    /** Pauses or resumes reading. For any thread. */
    void pause(boolean wanted);

    /**
     * Works until everything is done, or the calling thread is interrupted; the interrupt flag then stays set.
     *
     * @param claimed as recorded in the log
     * @return whether everything is done
     */
    boolean run(RunState claimed, Journal journal);

    /** Removes what a cancelled run has left behind. May be repeated. */
    void cancelled();

    /** Records a run's progress in the log. An exception that it throws ends the run. */
    interface Journal extends ReindexListener {
        /**
         * Records the phase of a change of generations; returns once the record is durable. A caller to which it returned was the
         * log's owner a moment ago.
         *
         * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED if another process has taken over the run
         */
        void changed(GenerationChange change);

        /** Returns what was recorded for a generation, also by earlier runs. */
        MarkerPositions marked(UUID generation);
    }

    /** Wraps a backfill in place. */
    static RunWork of(Backfill backfill) {
        return new RunWork() {
            @Override
            public void pause(boolean wanted) {
                backfill.pause(wanted);
            }

            @Override
            public boolean run(RunState claimed, Journal journal) {
                return backfill.run(
                        claimed.progress().done(), claimed.progress().counts(), journal);
            }

            @Override
            public void cancelled() {
                // Written rows stay: they are correct.
            }
        };
    }
}
