/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** Receives the progress of a run. An exception that it throws ends the run. */
public interface ReindexListener {
    /**
     * Reports keys that need not be scanned again, even after a crash. Called on one of the run's threads, one call after the
     * other.
     *
     * @param done all of them, including those of earlier starts
     */
    void done(DoneRanges done, Counts soFar);

    /**
     * Reports progress at intervals, on the thread that runs the backfill.
     *
     * @param fraction of the keys that was scanned, from 0 to 1; an estimate
     * @param note describes what is waited for; may be empty
     */
    void progress(Counts soFar, double fraction, String note);

    /** Returns what earlier starts and runs have recorded for the generation that is written to; none if nothing is stored. */
    default MarkerPositions marked() {
        return MarkerPositions.none();
    }

    /** Stores appended markers; returns once they are durable. Called on any thread, also concurrently. */
    default void marked(MarkerPositions appended) {}
}
