/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import java.util.Objects;

/**
 * How far a run is.
 *
 * @param done keys that need not be scanned again
 * @param fraction of the keys that was scanned, from 0 to 1; an estimate
 * @param note what is waited for, for people; may be empty
 * @param marks what it and runs before it have appended; noted before anything is written at it
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
