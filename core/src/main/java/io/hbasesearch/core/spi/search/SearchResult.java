/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * @param count of all documents that match, on this page or not
 * @param timedOut true if the search was cut short and hits may be missing
 * @param unreadable the number of matches of this page that were left out of {@code hits}, because they are not documents of rows:
 *     another program wrote them
 * @param state of the index that was searched
 * @param facets by the names of their requests
 * @param last the sort values of the last match of the page, or of the first if the page was one before a place; also if that match
 *     is unreadable. Empty if the page is
 */
public record SearchResult(
        Count count,
        boolean timedOut,
        int unreadable,
        List<Hit> hits,
        State state,
        Map<String, FacetResult> facets,
        Optional<SortValues> last) {
    /** The most matching cells of a row that a hit names. */
    public static final int MOST_CELLS = 20;

    public SearchResult {
        Objects.requireNonNull(count, "count");
        hits = List.copyOf(hits);
        facets = Map.copyOf(facets);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(last, "last");
    }

    /** @param isExact false if at least {@code documents} match */
    public record Count(long documents, boolean isExact) {}

    /**
     * State of the index that was searched.
     *
     * @param view of this search, if it is kept
     * @param lost true if the requested view no longer exists and this is from the newest one: compared with earlier pages, rows may be
     *     missing or duplicated
     */
    public record State(Optional<ViewToken> view, boolean lost) {
        /** The newest state, which is not kept. */
        public static final State NEWEST = new State(Optional.empty(), false);

        public State {
            Objects.requireNonNull(view, "view");
        }
    }

    public SearchResult(long total, boolean totalIsExact, boolean timedOut, int unreadable, List<Hit> hits) {
        this(
                new Count(total, totalIsExact),
                timedOut,
                unreadable,
                hits,
                State.NEWEST,
                Map.of(),
                hits.isEmpty()
                        ? Optional.empty()
                        : Optional.of(hits.get(hits.size() - 1).sortValues()));
    }

    public SearchResult(long total, boolean totalIsExact, boolean timedOut, List<Hit> hits) {
        this(total, totalIsExact, timedOut, 0, hits);
    }

    public long total() {
        return count.documents();
    }

    public boolean totalIsExact() {
        return count.isExact();
    }

    public Optional<ViewToken> view() {
        return state.view();
    }

    public boolean viewLost() {
        return state.lost();
    }

    /** Returns this result with its view. */
    public SearchResult seenIn(Optional<ViewToken> seen, boolean lost) {
        return new SearchResult(count, timedOut, unreadable, hits, new State(seen, lost), facets, last);
    }

    /**
     * One match.
     *
     * @param score 0 if the order does not need it
     * @param sortValues for the page that follows or precedes
     * @param cells with {@code unit: cell}: the first {@link #MOST_CELLS} in the row's order of those that {@link
     *     SearchRequest#named} matches; else empty
     * @param matchingCells the number of all matching cells
     */
    public record Hit(
            RowKey row, long version, float score, SortValues sortValues, List<ColumnName> cells, long matchingCells) {
        public Hit {
            Objects.requireNonNull(row, "row");
            Objects.requireNonNull(sortValues, "sortValues");
            cells = List.copyOf(cells);
        }

        /** Creates a hit of an index whose unit is the row. */
        public Hit(RowKey row, long version, float score, SortValues sortValues) {
            this(row, version, score, sortValues, List.of(), 0);
        }

        /** Creates a hit in the order of scores. */
        public Hit(RowKey row, long version, float score) {
            this(
                    row,
                    version,
                    score,
                    new SortValues(List.of((double) score, DocumentId.of(row).value())));
        }

        /** Returns this hit with the cells that it names. */
        public Hit naming(List<ColumnName> named, long matching) {
            return new Hit(row, version, score, sortValues, named, matching);
        }
    }
}
