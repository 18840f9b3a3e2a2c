/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.RowKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far several ranges have been read that follow upon one another. Safe for use by several threads. */
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

    /** Of the range nothing is left to read. */
    synchronized void finished(int range) {
        finished[range] = true;
    }

    /** The last key up to which every range has been read; empty if the first one has not been begun. */
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
