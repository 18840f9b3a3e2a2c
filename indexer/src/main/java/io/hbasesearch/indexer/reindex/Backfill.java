/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** The work of a run, whoever does it: threads of this process, or a cluster's tasks. */
public interface Backfill {
    /**
     * Runs to the end, or until the calling thread is interrupted; the interrupt stays set then.
     *
     * @param done what earlier starts were done with
     * @param before what they counted
     * @return whether everything is done
     * @throws io.hbasesearch.core.error.HBaseSearchException if a server stays away, or somebody has to act
     */
    boolean run(DoneRanges done, Counts before, ReindexListener listener);

    /** Stops reading, or goes on. For any thread. */
    void pause(boolean wanted);

    /** The same, which is done only once something else is. @param end may be repeated after a crash */
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
