/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** The work of a run, done by threads of this process or by a cluster's tasks. */
public interface Backfill {
    /**
     * Runs to the end, or until the calling thread is interrupted; the interrupt flag then stays set.
     *
     * @param done what earlier starts have completed
     * @param before what earlier starts have counted
     * @return whether everything is done
     * @throws io.hbasesearch.core.error.HBaseSearchException if a server stays unavailable, or an operator has to act
     */
    boolean run(DoneRanges done, Counts before, ReindexListener listener);

    /** Pauses or resumes reading. For any thread. */
    void pause(boolean wanted);

    /** Returns this backfill followed by an action, and is done only when both are. @param end may be repeated after a crash */
    default Backfill andThen(Runnable end) {
        Backfill before = this;
        return new Backfill() {
            @Override
            public boolean run(DoneRanges done, Counts counts, ReindexListener listener) {
                boolean whole = before.run(done, counts, listener);
                if (whole) {
                    end.run();
                }
                return whole;
            }

            @Override
            public void pause(boolean wanted) {
                before.pause(wanted);
            }
        };
    }
}
