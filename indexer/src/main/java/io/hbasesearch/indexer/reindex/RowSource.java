/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.row.RowCursor;

/** Where a run has its rows from. Safe for use by several threads. */
interface RowSource {
    /**
     * Begins a new read of a range: whatever it returns was read after this call began.
     *
     * @return in the order of row keys; a row without cells is gone
     */
    RowCursor open(KeyRange range);
}
