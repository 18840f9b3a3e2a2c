/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Compares rows of the table with the index, both ways, and announces those that differ, so that they are read again; writes
 * nothing itself. Failures are {@link io.hbasesearch.core.error.HBaseSearchException}s. For one thread at a time.
 */
public interface RangeRepair {
    /** The range in pieces, in order; at present the table's regions. */
    List<Piece> pieces(KeyRange range);

    /**
     * Goes on with a piece until it is done: every row of it was compared, and announced durably if it differed. A failure
     * leaves the piece as far as it came.
     *
     * @param wanted which rows to announce
     * @param cancelled asked from time to time; once true, the rest of the piece is left out
     */
    void repair(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled);
}
