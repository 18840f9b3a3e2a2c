/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.CountAnswer;
import io.hbasesearch.gateway.answer.FacetAnswer;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.Cursor;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.guard.BackendFullException;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.plan.QueryPlan;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries. It chooses a plan, finds rows through the index or their keys, fetches and checks them, and builds the answer from the
 * rows as they are now. Safe for use by several threads.
 */
public final class SearchService {
    /** Share of a request's time for the table, if the index may answer should the table hang. */
    private static final double SHARE_OF_TABLE = 0.7;

    private final PlanChoice plans;
    private final SearchPath searches;
    private final TablePath tables;
    private final HitCheck check;
    private final WordsAsWritten words;
    private final Corrections corrections;
    private final HitWriter hits;
    private final PageCursors cursors;
    private final FreshnessSource freshness;
    private final GatewayMetrics metrics;
    private final Tracing tracing;
    private final long maxAnswerBytes;

    /**
     * The ways to answer a query.
     *
     * @param choice chooses one of them
     * @param check checks the hits of the index
     * @param words decides whether words may be inexact
     * @param corrections corrects queries that find little
     */
    public record Plans(
            PlanChoice choice,
            SearchPath searches,
            TablePath tables,
            HitCheck check,
            WordsAsWritten words,
            Corrections corrections) {}

    /** @param maxAnswerBytes of the rows of one page */
    public SearchService(
            Plans plans,
            HitWriter hits,
            PageCursors cursors,
            FreshnessSource freshness,
            GatewayMetrics metrics,
            Tracing tracing,
            long maxAnswerBytes) {
        this.maxAnswerBytes = maxAnswerBytes;
        this.plans = plans.choice();
        this.searches = plans.searches();
        this.tables = plans.tables();
        this.check = plans.check();
        this.words = plans.words();
        this.corrections = plans.corrections();
        this.hits = hits;
        this.cursors = cursors;
        this.freshness = freshness;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * A page of a stream.
     *
     * @param release closes its snapshot, if there is one, because no caller will continue in it
     */
    public record Page(SearchAnswer answer, Runnable release) {}

    /** @param behind makes the cursor of what follows a place within the page */
    private record Made(SearchAnswer answer, FoundPage found, Function<CursorPosition, String> behind) {
        Optional<ViewToken> view() {
            return found.view().token();
        }
    }

    /**
     * Answers a search.
     *
     * @throws HBaseSearchException QUERY_INVALID, or what index and HBase throw
     * @throws ProblemException 400 for a cursor, plan or check that does not fit; 503 if a backend's breaker is open
     */
    public SearchAnswer search(SearchableIndex index, SearchParameters parameters, RequestDeadline deadline) {
        return make(new Request(index, parameters, deadline), deadline).answer();
    }

    /** Answers like {@link #search}, but lets the caller decide how long the snapshot is kept. */
    public Page page(SearchableIndex index, SearchParameters parameters, RequestDeadline deadline) {
        Made made = make(new Request(index, parameters, deadline), deadline);
        return new Page(made.answer(), () -> made.view().ifPresent(searches::release));
    }

    /**
     * Answers like {@link #page} for one of several indexes whose hits are merged.
     *
     * @param indexes number of these
     * @param now what {@code now} means in all of them
     */
    public PageOfIndex pageOfOne(
            SearchableIndex index, SearchParameters parameters, int indexes, Instant now, RequestDeadline deadline) {
        Request request = new Request(index, parameters, indexes, Optional.of(now), deadline);
        if (request.cursor.filter(Cursor::backward).isPresent()) {
            throw PageCursors.refused(
                    "this cursor leads to a previous page, but pages of several indexes only go forward",
                    "Pass 'next' of an answer, or start again without a cursor.");
        }
        Made made = make(request, deadline);
        return new PageOfIndex(
                index.definition(),
                request.query,
                made.answer(),
                made.found(),
                request.cursor.map(Cursor::place),
                made.behind(),
                () -> made.view().ifPresent(searches::release));
    }

    /** Returns what {@code now} means on the pages before this one; empty if there are none, or they do not depend on it. */
    public Optional<Instant> now(SearchParameters parameters) {
        return cursors.now(parameters);
    }

    /**
     * Returns the parameters for several indexes: without inexact words if one of them has a row with the words as they are written.
     *
     * @param ofOne the parameters of each index, in the order of the indexes
     */
    public SearchParameters ofSeveral(
            List<SearchableIndex> indexes,
            SearchParameters asked,
            List<SearchParameters> ofOne,
            Instant now,
            RequestDeadline deadline) {
        if (!WordsAsWritten.mayBeInexact(asked)) {
            return asked;
        }
        for (int i = 0; i < indexes.size(); i++) {
            RequestDeadline part = deadline.part(1.0 / (indexes.size() - i + 1));
            SearchParameters own = ofOne.get(i);
            if (words.areFound(indexes.get(i), own, cursors.unchecked(own), now, part)) {
                return WordsAsWritten.exact(asked);
            }
        }
        return asked;
    }

    private Made make(Request request, RequestDeadline deadline) {
        // An earlier attempt has dropped its rows, and a stream those of its last page.
        deadline.held().giveBack();
        PlanChoice.Chosen chosen = tracing.step("plan", () -> choose(request));
        try {
            boolean leavesTime = chosen.plan() instanceof QueryPlan.Table && mayChange(request, chosen);
            return answer(request, chosen, leavesTime ? deadline.part(SHARE_OF_TABLE) : deadline);
        } catch (HBaseSearchException | ProblemException e) {
            Optional<PlanChoice.Chosen> other = otherPlan(request, chosen, e);
            if (other.isEmpty()) {
                throw e;
            }
            deadline.held().giveBack();
            return answer(request, other.get(), deadline);
        }
    }

    private PlanChoice.Chosen choose(Request request) {
        PlanChoice.Wanted wanted = PlanChoice.Wanted.of(request.parameters.size(), request.indexes);
        PlanChoice.Chosen chosen =
                plans.choose(request.index, request.query, request.parameters, request.cursor, wanted);
        Tracing.note(Tracing.PLAN, plan(chosen.plan()));
        return chosen;
    }

    /** Counts matches: a {@link #search} without hits. */
    public CountAnswer count(SearchableIndex index, SearchParameters parameters, RequestDeadline deadline) {
        return CountAnswer.of(search(index, parameters.withSize(0), deadline));
    }

    /** Explains how {@link #search} would answer. Reads no data. */
    public ExplainAnswer explain(SearchableIndex index, SearchParameters parameters) {
        SearchQuery query = SearchQuery.of(parameters, index, Instant.now()).explained(parameters);
        PlanChoice.Wanted wanted = PlanChoice.Wanted.of(parameters.size(), 1);
        PlanChoice.Chosen chosen = plans.choose(index, query, parameters, Optional.empty(), wanted);
        AsOf asOf = chosen.plan() instanceof QueryPlan.Table
                ? AsOf.table(Instant.now())
                : AsOf.of(freshness.of(index.metadata()));
        return ExplainAnswer.of(index, query, chosen, parameters.presentation().keyFormat(), asOf);
    }

    /** Returns a plan for the other backend if the chosen one is down: keys if the index is down, documents if HBase is. */
    private Optional<PlanChoice.Chosen> otherPlan(Request request, PlanChoice.Chosen chosen, RuntimeException failure) {
        boolean ofTable = chosen.plan() instanceof QueryPlan.Table;
        // A briefly overloaded index must not overload the table too.
        boolean isGone = ofTable
                ? Outage.isGone(failure) || isSilent(failure)
                : Outage.isGone(failure) && !(failure instanceof BackendFullException);
        return isGone && mayChange(request, chosen)
                ? plans.instead(request.index, request.query, chosen.plan())
                : Optional.empty();
    }

    /**
     * Tells whether the table did not answer in time. A table that answers without progress reports a problem that tells the caller what to
     * do.
     */
    private static boolean isSilent(RuntimeException failure) {
        return failure instanceof HBaseSearchException && Outage.isLate(failure);
    }

    private static boolean mayChange(Request request, PlanChoice.Chosen chosen) {
        return chosen.instead().isEmpty() && request.parameters.plan() == PlanMode.AUTO && request.cursor.isEmpty();
    }

    /** Makes the answer. Reads the index's freshness before the search, because later writes may not be in the answer. */
    private Made answer(Request request, PlanChoice.Chosen chosen, RequestDeadline deadline) {
        Optional<Freshness> before =
                chosen.plan() instanceof QueryPlan.Table ? Optional.empty() : freshness.of(request.index.metadata());
        FoundPage found = page(request, chosen, deadline);
        try {
            SearchAnswer answer = request.answer(chosen, found, before, deadline);
            Optional<Freshness> seen = request.seen(before, answer.paging().viewLost());
            boolean substitutes = chosen.instead().isPresent();
            return new Made(
                    answer,
                    found,
                    place -> cursors.behind(request.index, request.query, found, place, substitutes, seen));
        } catch (RuntimeException e) {
            // The caller gets no answer, and so never learns of the snapshot that this page opened.
            if (request.cursor.isEmpty()) {
                found.view().token().ifPresent(searches::release);
            }
            throw e;
        }
    }

    private FoundPage page(Request request, PlanChoice.Chosen chosen, RequestDeadline deadline) {
        QueryPlan plan = chosen.plan();
        long start = System.nanoTime();
        FoundPage page = plan instanceof QueryPlan.Table table
                ? tables.page(request.ofTable(table), deadline)
                : searches.page(request.ofIndex(), deadline);
        metrics.page(request.index.definition().name(), plan(plan)).record(Duration.ofNanos(System.nanoTime() - start));
        return page;
    }

    static String plan(QueryPlan plan) {
        return plan instanceof QueryPlan.Table ? "table" : "search";
    }

    /** A parsed request. Immutable. */
    private final class Request {
        private final SearchableIndex index;
        private final SearchParameters parameters;
        private final int indexes;
        private final SearchQuery query;
        private final Optional<Cursor> cursor;
        private final Instant began = Instant.now();
        private final long startNanos = System.nanoTime();

        Request(SearchableIndex index, SearchParameters asked, RequestDeadline deadline) {
            this(index, asked, 1, Optional.empty(), deadline);
        }

        /**
         * @param indexes whose rows share one answer
         * @param shared what {@code now} means in all of them
         */
        Request(
                SearchableIndex index,
                SearchParameters asked,
                int indexes,
                Optional<Instant> shared,
                RequestDeadline deadline) {
            this.index = index;
            this.indexes = indexes;
            Instant now = shared.or(() -> cursors.now(asked)).orElse(began);
            this.parameters = words.of(index, asked, cursors.unchecked(asked), now, deadline);
            SearchQuery own = SearchQuery.of(parameters, index, now);
            this.query = shared.map(own::keeping).orElse(own);
            this.cursor = cursors.read(parameters, query);
            parameters.verify().ifPresent(mode -> check.objection(index, query, mode)
                    .ifPresent(objection -> {
                        throw new ProblemException(ProblemDocument.badRequest(
                                ErrorCode.USAGE,
                                List.of(Fault.inParameter(
                                        "verify",
                                        "hits of this query cannot be checked by verify=" + mode.parameter() + ": "
                                                + objection,
                                        "Use verify=exists, which works for every query."))));
                    }));
        }

        private ColumnSelection columns() {
            return parameters.presentation().columns().orElse(index.definition().columns());
        }

        TablePath.TablePageRequest ofTable(QueryPlan.Table table) {
            return new TablePath.TablePageRequest(
                    index,
                    query,
                    table.path(),
                    span(CursorPosition.OfTable.class),
                    maxAnswerBytes / indexes,
                    columns());
        }

        WantedHits ofIndex() {
            return new WantedHits(
                    index,
                    query,
                    span(CursorPosition.OfSearch.class),
                    view(),
                    parameters.paging(),
                    parameters.verify(),
                    parameters.presentation().columns(),
                    indexes);
        }

        private <P extends CursorPosition> PageSpan<P> span(Class<P> kind) {
            return new PageSpan<>(
                    parameters.size(),
                    parameters.paging().from(),
                    cursor.map(Cursor::place).map(kind::cast),
                    cursor.map(Cursor::backward).orElse(false));
        }

        /** Opens no snapshot for first pages, because most callers do not page; from the second page on there is one. */
        private ViewUse view() {
            if (cursor.isEmpty() && !parameters.paging().snapshot()) {
                return new ViewUse.Newest();
            }
            return cursor.filter(each -> isOfThisGeneration())
                    .flatMap(Cursor::view)
                    .<ViewUse>map(token -> new ViewUse.Kept(token, SearchPath.KEPT_FOR))
                    .orElseGet(() -> new ViewUse.Keep(SearchPath.KEPT_FOR));
        }

        private boolean isOfThisGeneration() {
            return cursor.filter(
                            each -> !each.generation().equals(index.metadata().uuid()))
                    .isEmpty();
        }

        /** Tells whether a snapshot begins with this page under an order by score: only scores change without a write to their rows. */
        private boolean viewBegins() {
            return cursor.filter(each -> each.view().isEmpty()).isPresent()
                    && query.sort().stream().anyMatch(SortKey.Score.class::isInstance);
        }

        /** Returns the freshness of what the page shows: a snapshot's is that of the moment when it was opened. */
        private Optional<Freshness> seen(Optional<Freshness> before, boolean viewLost) {
            Optional<Cursor> within = cursor.filter(each -> each.view().isPresent() && !viewLost);
            return within.isPresent() ? within.get().opened() : before;
        }

        private boolean isInexact() {
            return parameters.criteria().words().inexact() && !query.isTooMuch();
        }

        /** Returns a query that finds more, if the index found little on the first page; else null. */
        private @Nullable String correction(PlanChoice.Chosen chosen, FoundPage found, RequestDeadline deadline) {
            boolean isFirst = cursor.isEmpty()
                    && parameters.paging().from() == 0
                    && !parameters.paging().oneWay();
            boolean isWhole = chosen.plan() instanceof QueryPlan.Search
                    && found.gaps().cut().isEmpty()
                    && found.gaps().degraded().isEmpty();
            return isFirst && isWhole && parameters.size() > 0
                    ? corrections
                            .of(
                                    index,
                                    WordsAsWritten.exact(parameters),
                                    isInexact() ? 0 : found.total().value(),
                                    query.now().orElse(began),
                                    deadline)
                            .orElse(null)
                    : null;
        }

        SearchAnswer answer(
                PlanChoice.Chosen chosen, FoundPage found, Optional<Freshness> before, RequestDeadline deadline) {
            String name = index.definition().name();
            HitWriter.Page page =
                    tracing.step("write", () -> metrics.stage(name, plan(chosen.plan()), "write", deadline.stages())
                            .measure(() -> hits.write(index, parameters, query, found.hits(), deadline)));
            List<SearchAnswer.Cut> cut = new ArrayList<>(found.gaps().cut());
            cut.addAll(page.cut());
            cut.forEach(each -> metrics.cut(name, each.stage()));
            metrics.hits(name, page.hits().size(), found.checks().stale(), page.unmappable());
            metrics.unreadable(name, found.gaps().unreadable());
            boolean ofTable = chosen.plan() instanceof QueryPlan.Table;
            boolean backward = cursor.map(Cursor::backward).orElse(false);
            List<String> degraded = new ArrayList<>(found.gaps().degraded());
            chosen.instead().filter(each -> !degraded.contains(each)).ifPresent(degraded::add);
            degraded.forEach(each -> metrics.degraded(name, each));
            boolean viewLost = found.view().lost() || (!ofTable && !isOfThisGeneration());
            Optional<Freshness> seen = seen(before, viewLost);
            boolean substitutes = chosen.instead().isPresent();
            List<String> notes = new ArrayList<>(query.notes());
            if (isInexact() && !ofTable && found.total().value() > 0) {
                notes.add(
                        "no row has all words as they are written, so words that differ a little are searched for too");
            }
            notes.addAll(check.remarks(index, query, found.total().value() == 0));
            notes.addAll(Notes.of(index, found, page, degraded, viewLost, viewBegins(), ofTable));
            return new SearchAnswer(
                    new SearchAnswer.Run(
                            name,
                            plan(chosen.plan()),
                            Duration.ofNanos(System.nanoTime() - startNanos).toMillis()),
                    found.total(),
                    page.hits(),
                    FacetAnswer.of(index.definition(), query.facets(), found.facets()),
                    SearchAnswer.Checked.of(found.checks()),
                    new SearchAnswer.Paging(
                            cursors.next(index, query, found, backward, substitutes, seen),
                            cursors.previous(index, query, found, cursor, substitutes, seen),
                            found.view().token().isPresent(),
                            viewLost),
                    new SearchAnswer.Cuts(
                            cut.stream().anyMatch(SearchAnswer.Cut::isOfTime),
                            found.gaps().cut().stream().anyMatch(SearchAnswer.Cut::losesHits),
                            cut,
                            degraded),
                    new SearchAnswer.Basis(
                            ofTable ? AsOf.table(began) : AsOf.of(seen),
                            index.metadata().complete(),
                            notes,
                            correction(chosen, found, deadline)));
        }
    }
}
