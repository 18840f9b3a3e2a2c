/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.gateway.plan.PlanMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a caller asks of a search.
 *
 * @param query empty for every row
 * @param columns to return; those that the index maps if empty
 * @param versions of each of their cells, from 1
 * @param fields whether hits have what the index definition makes of their cells beside these
 * @param timeout for the whole request
 * @param verify empty for the usual check, which is left out while the table cannot be read
 * @param paging where the page lies
 */
record SearchParameters(
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
    SearchParameters {
        filters = List.copyOf(filters);
    }

    /**
     * Where a page lies, and in what state of the index.
     *
     * @param cursor where to go on, as an earlier answer has it
     * @param from how many hits to leave out at the beginning; 0 with a cursor
     * @param snapshot whether the first page, too, is of the snapshot that later ones show
     * @param oneWay whether nobody will ask for the pages before
     * @param caller who pages: snapshots are shared out among callers
     */
    record Paging(Optional<String> cursor, int from, boolean snapshot, boolean oneWay, String caller) {}

    SearchParameters withSize(int other) {
        return new SearchParameters(
                query, filters, sort, facets, other, columns, versions, highlight, fields, timeout, keyFormat, verify,
                plan, paging);
    }

    /** A page of many, which are read one after the other: the one that a cursor tells, without highlights. */
    SearchParameters page(Optional<String> place, int rows) {
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
