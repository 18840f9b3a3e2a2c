/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.RowKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tracks how far several consecutive ranges have been read. Safe for use by several threads. */
final class RangeProgress {
    private final @Nullable RowKey[] last;
    private final boolean[] finished;

    RangeProgress(int ranges) {
        this.last = new RowKey[ranges];
        this.finished = new boolean[ranges];
    }

    /** @param key the last one read so far; null if none was */
    synchronized void reached(int range, @Nullable RowKey key) {
        if (key != null) {
            last[range] = key;
        }
    }

    /** Records that a range was read to its end. */
    synchronized void finished(int range) {
        finished[range] = true;
    }

    /** Returns the last key up to which every range has been read; empty if the first range has not been begun. */
    synchronized Optional<RowKey> readUpTo() {
        RowKey upTo = null;
        for (int range = 0; range < last.length; range++) {
            upTo = last[range] == null ? upTo : last[range];
            if (!finished[range]) {
                break;
            }
        }
        return Optional.ofNullable(upTo);
    }
}
