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
}
