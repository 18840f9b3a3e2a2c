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
 * A range of keys that is being compared, and how far that has come. It outlives the attempts, so that one that fails after hours
 * costs no more than what it was busy with. For one thread at a time.
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

    /** What is still to be compared, unless it {@link #isDone}. */
    public KeyRange left() {
        return left;
    }

    /** Whether everything was compared and whatever differed was announced. */
    public boolean isDone() {
        return done && owed.isEmpty();
    }

    /** Everything before this key was compared; all of it, if there is none. */
    public void reached(Optional<ByteArray> key) {
        key.ifPresentOrElse(start -> left = new KeyRange(start, left.stop()), () -> done = true);
    }

    /** Rows that differ and are not announced yet; for the one who compares to add to and to clear. */
    public List<RowKey> owed() {
        return owed;
    }

    public void count(long moreCompared, long moreAnnounced) {
        compared += moreCompared;
        announced += moreAnnounced;
    }

    /** Rows of the table; those of an attempt that failed may count twice. */
    public long compared() {
        return compared;
    }

    public long announced() {
        return announced;
    }
}
