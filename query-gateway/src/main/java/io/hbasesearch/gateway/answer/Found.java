/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.gateway.cursor.CursorPosition;
import org.jspecify.annotations.Nullable;

/**
 * Row of a page.
 *
 * @param version of the document that matched; null if the table answered
 * @param score null if the table answered
 * @param row as HBase has it now; null if it was not read
 * @param matchingCells number of the row's cells that match, for an index that finds cells
 * @param values by which the index sorted the row; null if the table answered
 */
public record Found(
        RowKey key,
        @Nullable Long version,
        @Nullable Float score,
        @Nullable MappedRow row,
        long matchingCells,
        @Nullable SortValues values) {
    /** Creates a row found in the table, where matching cells are not known. */
    public Found(RowKey key, MappedRow row) {
        this(key, null, null, row, 0, null);
    }

    /** Creates a row found by a search. */
    public Found(SearchResult.Hit hit, @Nullable MappedRow row) {
        this(hit.row(), hit.version(), hit.score(), row, hit.matchingCells(), hit.sortValues());
    }

    /** @param offset number of rows before it */
    public CursorPosition place(int offset) {
        return values == null ? new CursorPosition.OfTable(offset, key) : new CursorPosition.OfSearch(offset, values);
    }
}
