/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.SearchResult;
import org.jspecify.annotations.Nullable;

/**
 * Row of a page.
 *
 * @param version of the document that matched; null if the table answered
 * @param score null if the table answered
 * @param row as HBase has it now; null if it was not read
 * @param matchingCells number of the row's cells that match, for an index that finds cells
 */
public record Found(
        RowKey key, @Nullable Long version, @Nullable Float score, @Nullable MappedRow row, long matchingCells) {
    /** Creates a row found in the table, where matching cells are not known. */
    public Found(RowKey key, MappedRow row) {
        this(key, null, null, row, 0);
    }

    /** Creates a row found by a search. */
    public Found(SearchResult.Hit hit, @Nullable MappedRow row) {
        this(hit.row(), hit.version(), hit.score(), row, hit.matchingCells());
    }
}
