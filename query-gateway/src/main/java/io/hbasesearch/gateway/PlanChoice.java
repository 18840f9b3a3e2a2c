/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.plan.QueryPlan;
import io.hbasesearch.gateway.plan.QueryPlanner;
import java.util.List;
import java.util.Optional;

/** Chooses the plan of a request, and another one where a backend is down. Safe for use by several threads. */
final class PlanChoice {
    private final BackendGuard backend;
    private final BackendGuard hbase;

    PlanChoice(BackendGuard backend, BackendGuard hbase) {
        this.backend = backend;
        this.hbase = hbase;
    }

    /**
     * @param instead what is done without, as it kept failing: {@code index} or {@code hbase}; empty if this is the first choice.
     *     Of pages that go on also where the first of them was made so
     */
    record Chosen(QueryPlan plan, Optional<String> instead) {}

    /**
     * @param onlyCounts whether no row is wanted
     * @throws ProblemException 400 if the table is wanted, and cannot answer, or the cursor is of another plan
     */
    Chosen choose(
            SearchableIndex index, SearchQuery query, PlanMode mode, Optional<Cursor> cursor, boolean onlyCounts) {
        QueryPlan possible = plan(index, query, cursor.map(PlanChoice::mode).orElse(mode));
        cursor.ifPresent(each -> requireFit(each, possible, mode));
        if (mode == PlanMode.TABLE && !(possible instanceof QueryPlan.Table)) {
            throw new ProblemException(ProblemDocument.badRequest(
                    ErrorCode.USAGE,
                    List.of(Fault.inParameter(
                            "plan",
                            "the table cannot answer this query: " + possible.reason(),
                            "Leave 'plan' out, or ask explain how the query would be answered."))));
        }
        if (mode != PlanMode.AUTO || cursor.isPresent()) {
            // Pages go on as they began, and say so, though the other backend may be back.
            return new Chosen(possible, cursor.filter(Cursor::substitute).map(each -> missing(possible)));
        }
        QueryPlan plan = onlyCounts ? counting(index, possible) : possible;
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

    /** A scan reads every row to count, and gives up after many. Gets are few; an index that lacks rows counts too little. */
    private static QueryPlan counting(SearchableIndex index, QueryPlan plan) {
        boolean scans = plan instanceof QueryPlan.Table table && table.path() instanceof AccessPath.Scan;
        return scans && index.metadata().complete()
                ? new QueryPlan.Search(
                        "the index counts without reading rows; plan=table scans (" + plan.reason() + ")")
                : plan;
    }

    /** Another plan in place of one whose backend cannot be reached; empty if there is none. */
    Optional<Chosen> instead(SearchableIndex index, SearchQuery query, QueryPlan failed) {
        return failed instanceof QueryPlan.Table ? Optional.of(ofIndex()) : ofTable(index, query);
    }

    /** Which backend would have answered in place of that of a substitute. */
    private static String missing(QueryPlan substitute) {
        return substitute instanceof QueryPlan.Table ? "index" : "hbase";
    }

    private static Chosen ofIndex() {
        return substitute(
                new QueryPlan.Search("the table would answer, and cannot be reached; the index does what it can"));
    }

    private static Chosen substitute(QueryPlan plan) {
        return new Chosen(plan, Optional.of(missing(plan)));
    }

    /** The table in the index's place, whatever the order; empty if it cannot. */
    private static Optional<Chosen> ofTable(SearchableIndex index, SearchQuery query) {
        return plan(index, query, PlanMode.TABLE) instanceof QueryPlan.Table table
                ? Optional.of(substitute(new QueryPlan.Table(
                        table.path(),
                        table.sameOrder(),
                        "the index cannot be reached, and " + table.reason() + ": rows come by key")))
                : Optional.empty();
    }

    /** A cursor goes on where it was made. */
    private static PlanMode mode(Cursor cursor) {
        return cursor.place() instanceof CursorPosition.OfTable ? PlanMode.TABLE : PlanMode.SEARCH;
    }

    /** A place in the table is none in the index: what is asked for beside the query may have changed the plan. */
    private static void requireFit(Cursor cursor, QueryPlan plan, PlanMode mode) {
        boolean isOfTable = cursor.place() instanceof CursorPosition.OfTable;
        String misfit = null;
        if (isOfTable && plan instanceof QueryPlan.Search) {
            misfit = "this cursor is of a page of the table, and this request is one for the index: " + plan.reason();
        } else if (!isOfTable && mode == PlanMode.TABLE) {
            misfit = "this cursor is of a page of the index, and plan=table was asked for";
        }
        if (misfit != null) {
            throw PageCursors.refused(
                    misfit, "Start from the first page, without a cursor, or ask the same as for the page before.");
        }
    }

    private static QueryPlan plan(SearchableIndex index, SearchQuery query, PlanMode mode) {
        QueryPlan plan = new QueryPlanner(index.definition()).plan(query.query(), query.filters(), query.sort(), mode);
        return plan instanceof QueryPlan.Table && !query.facets().isEmpty()
                ? new QueryPlan.Search("only the index counts facets")
                : plan;
    }
}
