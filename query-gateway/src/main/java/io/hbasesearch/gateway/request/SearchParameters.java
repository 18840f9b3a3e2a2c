/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.gateway.plan.PlanMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Parameters of a search.
 *
 * @param query empty for every row
 * @param columns to return; those that the index maps if empty
 * @param versions of each of their cells, at least 1
 * @param fields whether hits include the mapped fields beside the cells
 * @param timeout for the whole request
 * @param verify empty for the default check, which is skipped while the table cannot be read
 * @param paging position of the page
 */
public record SearchParameters(
        Optional<QueryInput> query,
        List<QueryInput> filters,
        SortInput sort,
        FacetInput facets,
        int size,
        Optional<ColumnSelection> columns,
        int versions,
        boolean highlight,
        boolean fields,
        Duration timeout,
        KeyFormat keyFormat,
        Optional<VerifyMode> verify,
        PlanMode plan,
        Paging paging) {
    public SearchParameters {
        filters = List.copyOf(filters);
    }

    /**
     * Position of a page, and the state of the index that it shows.
     *
     * @param cursor position to continue from, as an earlier answer returned it
     * @param from how many hits to skip at the beginning; 0 with a cursor
     * @param snapshot whether the first page also shows the snapshot that later pages show
     * @param oneWay whether the caller never requests previous pages
     * @param caller who pages: snapshots are shared out among callers
     */
    public record Paging(Optional<String> cursor, int from, boolean snapshot, boolean oneWay, String caller) {}

    public SearchParameters withSize(int other) {
        return new SearchParameters(
                query, filters, sort, facets, other, columns, versions, highlight, fields, timeout, keyFormat, verify,
                plan, paging);
    }

    /** Returns the parameters of one page of a stream: the page at this cursor, without highlights. */
    public SearchParameters page(Optional<String> place, int rows) {
        return new SearchParameters(
                query,
                filters,
                sort,
                facets,
                rows,
                columns,
                versions,
                false,
                fields,
                timeout,
                keyFormat,
                verify,
                plan,
                new Paging(place, 0, true, true, paging.caller()));
    }
}
