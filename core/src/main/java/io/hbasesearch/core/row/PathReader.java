/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.time.Duration;

/** Reads the rows that an access path leads to. Safe for use by several threads. */
public interface PathReader {
    /**
     * Opens the path.
     *
     * @param path gets or a scan; one of kind {@link AccessPath.None} is refused
     * @param within rows outside of this range are left out, so that a reader goes on behind the last row it has seen
     * @param atMost how many rows the caller will take unless its own residual filter drops some: a hint for batches
     * @param timeout of each remote call
     * @return every row that the path's residual predicates on key fields hold of, and perhaps others, in the order of row keys;
     *     rows that do not exist are left out
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link RowReader#read}, also while rows are taken
     */
    RowCursor open(
            TableId table, ColumnSelection columns, AccessPath path, KeyRange within, int atMost, Duration timeout);
}
