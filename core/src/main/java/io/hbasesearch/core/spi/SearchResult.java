/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.util.List;

/**
 * @param total documents that match, as the index counts them
 * @param totalIsExact false if there are at least {@code total}
 * @param timedOut true if the search was cut short and hits may be missing
 * @param unreadable how many matches of this page were left out of {@code hits}, as they are no row's documents: somebody else
 *     has written them
 */
public record SearchResult(long total, boolean totalIsExact, boolean timedOut, int unreadable, List<Hit> hits) {
    public SearchResult {
        hits = List.copyOf(hits);
    }

    public SearchResult(long total, boolean totalIsExact, boolean timedOut, List<Hit> hits) {
        this(total, totalIsExact, timedOut, 0, hits);
    }

    /** How many of a row's matching cells a hit names at most. */
    public static final int MOST_CELLS = 20;

    /**
     * One match; ties in score are ordered by document id, so that a page is stable.
     *
     * @param cells where cells are what is found: the first {@link #MOST_CELLS} in the row's order of those that
     *     {@link SearchRequest#named} matches; else empty
     * @param matchingCells how many there are in all
     */
    public record Hit(RowKey row, long version, float score, List<ColumnName> cells, long matchingCells) {
        public Hit {
            cells = List.copyOf(cells);
        }

        public Hit(RowKey row, long version, float score) {
            this(row, version, score, List.of(), 0);
        }
    }
}
