/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** Is told what a run does. What it throws ends the run. */
public interface ReindexListener {
    /**
     * These keys need not be scanned again, whatever happens. On a thread of the run's own, one call after the other.
     *
     * @param done all of them, those of earlier starts included
     */
    void done(DoneRanges done, Counts soFar);

    /**
     * From time to time, on the thread that runs it.
     *
     * @param fraction of the keys that was scanned, from 0 to 1; an estimate
     * @param note what is waited for, for people; may be empty
     */
    void progress(Counts soFar, double fraction, String note);

    /** What was noted of the generation that is written to, by earlier starts and runs, too; nothing, where nothing is kept. */
    default MarkerPositions marked() {
        return MarkerPositions.none();
    }

    /** Keeps what was appended; returns once that is durable. On any thread, and on several at once. */
    default void marked(MarkerPositions appended) {}
}
