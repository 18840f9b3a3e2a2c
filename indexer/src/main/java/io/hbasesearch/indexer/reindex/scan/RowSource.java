/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.row.RowCursor;

/** Reads the rows of a run. Safe for use by several threads. */
interface RowSource {
    /**
     * Begins a new read of a range: all rows that it returns were read after this call began.
     *
     * @return rows in key order; a row without cells is gone
     */
    RowCursor open(KeyRange range);
}
