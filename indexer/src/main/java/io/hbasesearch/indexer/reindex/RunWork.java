/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.UUID;

/** What a run does, as far as the log is not concerned. */
public interface RunWork {
    /** Stops reading, or goes on. For any thread. */
    void pause(boolean wanted);

    /**
     * Works until everything is done, or the calling thread is interrupted; the interrupt stays set then.
     *
     * @param claimed as the log has it
     * @return whether everything is done
     */
    boolean run(RunState claimed, Journal journal);

    /** Takes away what is left after a run that somebody has ended for good. May be repeated. */
    void cancelled();

    /** Where the run tells what is to stand in the log. What it throws ends the run. */
    interface Journal extends ReindexListener {
        /**
         * Writes how far a change of generations is; returns once that is durable. Whoever has returned from it was the log's
         * owner a moment ago.
         *
         * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED if another process has taken the run over
         */
        void changed(GenerationChange change);

        /** What was noted of a generation, by earlier runs, too. */
        MarkerPositions marked(UUID generation);
    }

    /** Of a backfill in place. */
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
                // What was written stays, and is right.
            }
        };
    }
}
