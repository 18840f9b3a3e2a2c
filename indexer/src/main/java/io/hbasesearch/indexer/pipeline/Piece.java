/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A range of keys that is being compared, with its progress. It outlives the attempts, so that an attempt that fails after hours
 * costs only the step that failed. For one thread at a time.
 */
public final class Piece {
    private final List<RowKey> owed = new ArrayList<>();
    private KeyRange left;
    private boolean done;
    private long compared;
    private long announced;

    public Piece(KeyRange range) {
        this.left = Objects.requireNonNull(range, "range");
    }

    /** Returns what is still to be compared, unless it {@link #isDone}. */
    public KeyRange left() {
        return left;
    }

    /** Returns whether everything was compared and every row that differed was announced. */
    public boolean isDone() {
        return done && owed.isEmpty();
    }

    /** Records that everything before this key was compared; everything, if there is no key. */
    public void reached(Optional<ByteArray> key) {
        key.ifPresentOrElse(start -> left = new KeyRange(start, left.stop()), () -> done = true);
    }

    /** Returns the rows that differ and are not announced yet; the comparison adds to the list and clears it. */
    public List<RowKey> owed() {
        return owed;
    }

    public void count(long moreCompared, long moreAnnounced) {
        compared += moreCompared;
        announced += moreAnnounced;
    }

    /** Returns the number of rows of the table that were compared; those of a failed attempt may count twice. */
    public long compared() {
        return compared;
    }

    public long announced() {
        return announced;
    }
}
