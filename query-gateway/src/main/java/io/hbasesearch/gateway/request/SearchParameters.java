/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.gateway.plan.PlanMode;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Parameters of a search.
 *
 * @param criteria which rows match, in which order, and what is counted over them
 * @param presentation what a hit shows
 * @param size the most hits of a page
 * @param timeout for the whole request
 * @param verify empty for the default check, which is skipped while the table cannot be read
 * @param paging position of the page
 */
public record SearchParameters(
        Criteria criteria,
        Presentation presentation,
        int size,
        Duration timeout,
        Optional<VerifyMode> verify,
        PlanMode plan,
        Paging paging) {

    /**
     * What is searched for.
     *
     * @param query empty for every row
     * @param zone of days and local times; that of each field if empty
     * @param ranking of the hits in the order of scores
     * @param words what words of a query string find beside themselves
     */
    public record Criteria(
            Optional<QueryInput> query,
            List<QueryInput> filters,
            SortInput sort,
            FacetInput facets,
            Optional<ZoneId> zone,
            RankingInput ranking,
            WordOptions words) {
        public Criteria {
            filters = List.copyOf(filters);
        }

        Criteria with(Optional<QueryInput> other) {
            return new Criteria(other, filters, sort, facets, zone, ranking, words);
        }

        Criteria with(WordOptions others) {
            return new Criteria(query, filters, sort, facets, zone, ranking, others);
        }
    }

    /**
     * What a hit shows.
     *
     * @param columns to return; those that the index maps if empty
     * @param versions of each of their cells, at least 1
     * @param highlight whether matching words are marked
     * @param fields whether hits include the mapped fields beside the cells
     */
    public record Presentation(
            Optional<ColumnSelection> columns, int versions, boolean highlight, boolean fields, KeyFormat keyFormat) {}

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

    /** Returns these parameters with other criteria. */
    private SearchParameters with(Criteria others) {
        return new SearchParameters(others, presentation, size, timeout, verify, plan, paging);
    }

    /** @param query as a query string */
    public SearchParameters withQuery(String query) {
        return with(criteria.with(criteria.query().map(input -> input.withText(query))));
    }

    public SearchParameters with(WordOptions words) {
        return with(criteria.with(words));
    }

    public SearchParameters withSize(int other) {
        return new SearchParameters(criteria, presentation, other, timeout, verify, plan, paging);
    }

    /** Returns the parameters of one page of a stream: the page at this cursor, without highlights. */
    public SearchParameters page(Optional<String> place, int rows) {
        Presentation plain = new Presentation(
                presentation.columns(),
                presentation.versions(),
                false,
                presentation.fields(),
                presentation.keyFormat());
        Paging next = new Paging(place, 0, true, true, paging.caller());
        return new SearchParameters(criteria, plain, rows, timeout, verify, plan, next);
    }
}
