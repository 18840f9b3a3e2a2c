/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Pages through what an index finds. Safe for use by several threads. */
public interface SearchPages {
    /**
     * @throws io.hbasesearch.core.error.HBaseSearchException as {@link io.hbasesearch.core.spi.DocumentSearcher#search}; USAGE if
     *     the page is deeper than this index can go
     */
    Page page(SearchableIndex index, Request request);

    /**
     * @param size hits wanted, 0 for a count
     * @param from where the page begins; at the first hit if empty
     * @param backward whether the hits before that place are wanted; they still come in the order of the search
     * @param view a snapshot that an earlier page named; the newest state if empty
     * @param timeout what the index may take
     */
    record Request(
            Query query,
            List<Query> filters,
            int size,
            Optional<Place> from,
            boolean backward,
            Optional<String> view,
            Duration timeout) {
        public Request {
            Objects.requireNonNull(query, "query");
            filters = List.copyOf(filters);
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(view, "view");
            Objects.requireNonNull(timeout, "timeout");
        }
    }

    /**
     * A hit to go on from, which is none of the page's own.
     *
     * @param offset how many hits were before it when it was found: a hint
     * @param sortValues as the index wrote them with the hit
     */
    record Place(int offset, RowKey row, List<String> sortValues) {
        public Place {
            Objects.requireNonNull(row, "row");
            sortValues = List.copyOf(sortValues);
        }
    }

    /**
     * @param sortValues what the hit is sorted by, before the row key decides
     * @param cells where cells are found: those that the hit names
     * @param matchingCells how many there are in all
     */
    record Hit(
            RowKey row,
            long version,
            float score,
            List<String> sortValues,
            List<ColumnName> cells,
            long matchingCells) {
        public Hit {
            Objects.requireNonNull(row, "row");
            sortValues = List.copyOf(sortValues);
            cells = List.copyOf(cells);
        }

        /** Where rows are found. */
        public Hit(RowKey row, long version, float score, List<String> sortValues) {
            this(row, version, score, sortValues, List.of(), 0);
        }
    }

    /**
     * @param total documents that match
     * @param timedOut whether hits may be missing as the search was cut short
     * @param unreadable matches left out, as they are no row's documents
     * @param more whether there may be hits further on in the direction of the request
     * @param view the snapshot that this page was made from, if the index keeps one
     * @param viewLost whether the snapshot asked for was gone, so that rows may be missing or come twice
     */
    record Page(
            long total,
            boolean totalIsExact,
            boolean timedOut,
            int unreadable,
            List<Hit> hits,
            boolean more,
            Optional<String> view,
            boolean viewLost) {
        public Page {
            hits = List.copyOf(hits);
            Objects.requireNonNull(view, "view");
        }
    }
}
