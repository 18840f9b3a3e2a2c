/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Compares rows of the table with the index in both directions, and announces those that differ, so that they are read again;
 * writes nothing itself. Failures are {@link io.hbasesearch.core.error.HBaseSearchException}s. For one thread at a time.
 */
public interface RangeRepair {
    /** Divides the range into pieces, in order; at present the table's regions. */
    List<Piece> pieces(KeyRange range);

    /**
     * Continues with a piece until it is done: every row of it was compared, and announced durably if it differed. A failure
     * preserves the piece's progress.
     *
     * @param wanted which rows to announce
     * @param cancelled polled at intervals; once true, the rest of the piece is skipped
     */
    void repair(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled);
}
