/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.List;

/** Reads several versions of each column. Safe for use by several threads. */
@FunctionalInterface
public interface RowHistory {
    /**
     * @param versions the most versions of each column, from 1; a family keeps no more than its VERSIONS
     * @param mostBytes of the cells, after which no further row is read
     * @return for each of the first keys, at least one, in order, the visible cells of the selected columns, those of a column together and the newest first;
     *     no cells of a row whose cells have more bytes than the reader allows
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link RowReader#read}
     */
    List<List<Cell>> read(
            TableId table, ColumnSelection columns, List<RowKey> keys, int versions, long mostBytes, Duration timeout);
}
