/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.plan.QueryPlan;
import io.hbasesearch.gateway.plan.QueryPlanner;
import io.hbasesearch.gateway.request.QueryInput;
import io.hbasesearch.gateway.request.SearchParameters;
import java.util.List;
import java.util.Optional;

/** Chooses the plan of a request, and a substitute if a backend is down. Safe for use by several threads. */
public final class PlanChoice {
    private final BackendGuard backend;
    private final BackendGuard hbase;

    public PlanChoice(BackendGuard backend, BackendGuard hbase) {
        this.backend = backend;
        this.hbase = hbase;
    }

    /** Says whether a caller reads the rows that match, merges them, or counts them. */
    enum Wanted {
        ROWS,
        /** Rows that are compared with those of other indexes, so that even a single one needs a score. */
        MERGED_ROWS,
        COUNT;

        static Wanted of(int size, int indexes) {
            return size == 0 ? COUNT : indexes > 1 ? MERGED_ROWS : ROWS;
        }
    }

    /**
     * A chosen plan.
     *
     * @param instead the backend that is skipped because it failed repeatedly: {@code index} or {@code hbase}; empty if this is the first
     *     choice. On later pages it is also set if the first page was read from the substitute
     */
    record Chosen(QueryPlan plan, Optional<String> instead) {}

    /**
     * Chooses the plan of a request.
     *
     * @param query of the parameters
     * @param wanted what the caller wants of the rows
     * @throws ProblemException 400 if the table is requested and cannot answer, or the cursor belongs to another plan
     */
    Chosen choose(
            SearchableIndex index,
            SearchQuery query,
            SearchParameters parameters,
            Optional<Cursor> cursor,
            Wanted wanted) {
        PlanMode mode = parameters.plan();
        QueryPlan possible = plan(index, query, cursor.map(PlanChoice::mode).orElse(mode), wanted);
        cursor.ifPresent(each -> requireFit(each, possible, mode));
        Optional<String> onlyByKey = onlyByKey(index, query);
        if (onlyByKey.isPresent()) {
            requireTable(possible, onlyByKey.get(), input(index, query, parameters.criteria()));
            return new Chosen(possible, Optional.empty());
        }
        if (mode == PlanMode.TABLE && !(possible instanceof QueryPlan.Table)) {
            throw new ProblemException(ProblemDocument.badRequest(
                    ErrorCode.USAGE,
                    List.of(Fault.inParameter(
                            "plan",
                            "the table cannot answer this query: " + possible.reason(),
                            "Omit 'plan', or call explain to see how the query would be answered."))));
        }
        if (mode != PlanMode.AUTO || cursor.isPresent()) {
            // Later pages use the plan of the first page, and say so, even if the other backend is back.
            return new Chosen(possible, cursor.filter(Cursor::substitute).map(each -> missing(possible)));
        }
        QueryPlan plan = wanted == Wanted.COUNT ? counting(index, possible) : possible;
        if (plan instanceof QueryPlan.Search
                && backend.isOpen(index.definition().name())) {
            return instead(index, query, plan).orElse(new Chosen(plan, Optional.empty()));
        }
        if (plan instanceof QueryPlan.Table
                && hbase.isOpen(index.definition().table().toString())) {
            return ofIndex();
        }
        return new Chosen(plan, Optional.empty());
    }

    private static Optional<String> onlyByKey(SearchableIndex index, SearchQuery query) {
        return new QueryPlanner(index.definition()).onlyByKey(query.query(), query.filters());
    }

    /** Returns the query or the filter that has ends of values which the index does not have reversed. */
    private static QueryInput input(SearchableIndex index, SearchQuery query, SearchParameters.Criteria criteria) {
        QueryPlanner planner = new QueryPlanner(index.definition());
        for (int i = 0; i < query.filters().size(); i++) {
            if (planner.onlyByKey(new Query.MatchAll(), List.of(query.filters().get(i)))
                    .isPresent()) {
                return criteria.filters().get(i);
            }
        }
        return criteria.query().orElseThrow();
    }

    /** @throws ProblemException 400 if the index would have to find ends of values that it does not have reversed */
    private static void requireTable(QueryPlan plan, String field, QueryInput input) {
        if (plan instanceof QueryPlan.Search search) {
            throw new ProblemException(ProblemDocument.badRequest(
                    ErrorCode.QUERY_INVALID,
                    List.of(input.fault(
                            "values of " + field
                                    + " cannot be found by their ends here: the index does not have them reversed, and row"
                                    + " keys do not answer this request ("
                                    + search.reason() + ")",
                            "Set reverse: true for " + field + " in the index definition and rebuild the index, or"
                                    + " search for a whole value or its beginning."))));
        }
    }

    /**
     * @param inputs of the filters
     * @throws ProblemException 400 if a filter needs ends of values that the index does not have reversed
     */
    static void requireIndexed(IndexDefinition definition, List<Query> filters, List<QueryInput> inputs) {
        QueryPlanner planner = new QueryPlanner(definition);
        for (int i = 0; i < filters.size(); i++) {
            QueryInput input = inputs.get(i);
            planner.onlyByKey(new Query.MatchAll(), List.of(filters.get(i)))
                    .ifPresent(field ->
                            requireTable(new QueryPlan.Search("suggestions come from the index"), field, input));
        }
    }

    /**
     * Prefers the index for counting: a scan reads every row to count, and stops after many. Gets are few, and an incomplete index would
     * count too few rows.
     */
    private static QueryPlan counting(SearchableIndex index, QueryPlan plan) {
        boolean scans = plan instanceof QueryPlan.Table table && table.path() instanceof AccessPath.Scan;
        return scans && index.metadata().complete()
                ? new QueryPlan.Search(
                        "the index counts without reading rows; plan=table scans (" + plan.reason() + ")")
                : plan;
    }

    /** Returns a substitute for a plan whose backend cannot be reached; empty if there is none. */
    Optional<Chosen> instead(SearchableIndex index, SearchQuery query, QueryPlan failed) {
        return failed instanceof QueryPlan.Table
                ? Optional.of(ofIndex()).filter(any -> onlyByKey(index, query).isEmpty())
                : ofTable(index, query);
    }

    /** Returns which backend the substitute replaces. */
    private static String missing(QueryPlan substitute) {
        return substitute instanceof QueryPlan.Table ? "index" : "hbase";
    }

    private static Chosen ofIndex() {
        return substitute(new QueryPlan.Search(
                "the table would answer but cannot be reached, so the index answers as far as it can"));
    }

    private static Chosen substitute(QueryPlan plan) {
        return new Chosen(plan, Optional.of(missing(plan)));
    }

    /** Returns a plan that reads the table in place of the index, in any order; empty if the table cannot answer. */
    private static Optional<Chosen> ofTable(SearchableIndex index, SearchQuery query) {
        return plan(index, query, PlanMode.TABLE, Wanted.ROWS) instanceof QueryPlan.Table table
                ? Optional.of(substitute(new QueryPlan.Table(
                        table.path(),
                        table.sameOrder(),
                        "the index cannot be reached, and " + table.reason() + ": rows come by key")))
                : Optional.empty();
    }

    /** Returns the plan mode that made the cursor. */
    private static PlanMode mode(Cursor cursor) {
        return cursor.place() instanceof CursorPosition.OfTable ? PlanMode.TABLE : PlanMode.SEARCH;
    }

    /**
     * Rejects a cursor of the other plan: a position in the table is not one in the index, and other parameters may have changed the plan.
     */
    private static void requireFit(Cursor cursor, QueryPlan plan, PlanMode mode) {
        boolean isOfTable = cursor.place() instanceof CursorPosition.OfTable;
        String misfit = null;
        if (isOfTable && plan instanceof QueryPlan.Search) {
            misfit = "this cursor belongs to a page of the table, but the index answers this request: " + plan.reason();
        } else if (!isOfTable && mode == PlanMode.TABLE) {
            misfit = "this cursor belongs to a page of the index, but the request has plan=table";
        }
        if (misfit != null) {
            throw PageCursors.refused(
                    misfit, "Start from the first page, without a cursor, or repeat the request of the previous page.");
        }
    }

    private static QueryPlan plan(SearchableIndex index, SearchQuery query, PlanMode mode, Wanted wanted) {
        QueryPlan plan = new QueryPlanner(index.definition()).plan(query.query(), query.filters(), query.sort(), mode);
        if (plan instanceof QueryPlan.Table && !query.facets().isEmpty()) {
            return new QueryPlan.Search("only the index counts facets");
        }
        boolean isOrdered = query.hasFunctions() && wanted != Wanted.COUNT;
        boolean isFree = mode == PlanMode.AUTO && onlyByKey(index, query).isEmpty();
        return plan instanceof QueryPlan.Table table
                        && isOrdered
                        && isFree
                        && (wanted == Wanted.MERGED_ROWS || !isOneRow(table))
                ? new QueryPlan.Search(
                        "the score functions of the ranking order rows, but the table orders them by key; plan=table accepts key order ("
                                + plan.reason() + ")")
                : plan;
    }

    private static boolean isOneRow(QueryPlan.Table table) {
        return table.path() instanceof AccessPath.Gets gets && gets.keys().size() <= 1;
    }
}
