/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.List;

/** Reads more than the newest cell of each column. Safe for use by several threads. */
@FunctionalInterface
public interface RowHistory {
    /**
     * @param versions of each column at most, from 1; a family keeps no more than its VERSIONS say
     * @return for each key, in order, the visible cells of the selected columns, those of a column together and the newest first;
     *     no cells of a row that has more bytes of them than the reader has room for
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link RowReader#read}
     */
    List<List<Cell>> read(TableId table, ColumnSelection columns, List<RowKey> keys, int versions, Duration timeout);
}
