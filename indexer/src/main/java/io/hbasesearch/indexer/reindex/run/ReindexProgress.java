/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import java.util.Objects;

/**
 * The progress of a run.
 *
 * @param done keys that need not be scanned again
 * @param fraction of the keys that was scanned, from 0 to 1; an estimate
 * @param note describes what is waited for; may be empty
 * @param marks the markers that this run and earlier ones have appended; recorded before anything is written at their versions
 */
public record ReindexProgress(DoneRanges done, Counts counts, double fraction, String note, MarkerHistory marks) {
    public ReindexProgress {
        Objects.requireNonNull(done, "done");
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(note, "note");
        Objects.requireNonNull(marks, "marks");
    }

    public static ReindexProgress none() {
        return new ReindexProgress(DoneRanges.none(), Counts.none(), 0, "", MarkerHistory.none());
    }

    ReindexProgress with(MarkerHistory now) {
        return new ReindexProgress(done, counts, fraction, note, now);
    }
}
