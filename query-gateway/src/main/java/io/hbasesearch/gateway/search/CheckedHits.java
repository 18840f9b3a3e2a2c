/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.VerifyMode;
import io.hbasesearch.gateway.rows.BoundedRead;
import io.hbasesearch.gateway.rows.CellFetch;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.rows.RowFetcher;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of hits, checks the hits, and announces stale ones for repair. Returns hits without rows if HBase does not return them and
 * the caller did not require a check. Safe for use by several threads.
 */
public final class CheckedHits {
    /** Share of the time left after the search, so that there is still time to answer without rows, or with some, if HBase hangs. */
    private static final double SHARE_OF_FETCH = 0.85;

    private final RowFetcher fetcher;
    private final HitCheck check;
    private final RowAnnouncer announcer;
    private final GatewayMetrics metrics;
    private final Tracing tracing;

    public CheckedHits(
            RowFetcher fetcher, HitCheck check, RowAnnouncer announcer, GatewayMetrics metrics, Tracing tracing) {
        this.fetcher = fetcher;
        this.check = check;
        this.announcer = announcer;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * Result of reading and checking hits.
     *
     * @param shown the hits that remain, in their order
     * @param looked how many hits these are of: the first ones, or the last ones of a page before a cursor position; fewer than were found
     *     if the other rows have too many bytes or could not be read
     * @param behind hits whose documents did not match their rows
     * @param unread how many of the shown hits have no row, because HBase did not return it
     * @param cut how to report that HBase did not return all rows
     */
    record Checked(List<Found> shown, int looked, int behind, int unread, Optional<SearchAnswer.Cut> cut) {
        /** Returns hits as the index has them. */
        static Checked unread(List<SearchResult.Hit> hits) {
            return unread(hits, Optional.empty());
        }

        private static Checked unread(List<SearchResult.Hit> hits, Optional<SearchAnswer.Cut> cut) {
            return new Checked(asFound(hits), hits.size(), 0, hits.size(), cut);
        }

        private static List<Found> asFound(List<SearchResult.Hit> hits) {
            return hits.stream().map(hit -> new Found(hit, null)).toList();
        }

        /** Adds hits as the index has them after these, or before these if the page goes backward. */
        private Checked with(List<SearchResult.Hit> rest, boolean backward) {
            List<Found> all = new ArrayList<>(shown);
            all.addAll(backward ? 0 : all.size(), asFound(rest));
            return new Checked(all, looked + rest.size(), behind, rest.size(), cut);
        }
    }

    /** Returns the byte budget for the rows of one page. */
    ByteBudget budget(WantedHits wanted) {
        return fetcher.budget(wanted.index().definition(), wanted.indexes());
    }

    /**
     * Reads the hits' rows and checks the hits against them.
     *
     * @param refills whether these hits replace hidden ones
     * @throws HBaseSearchException as {@link RowFetcher#fetch}, if the caller requires a check, or no time is left for a refill
     */
    Checked read(
            WantedHits wanted,
            VerifyMode mode,
            List<SearchResult.Hit> hits,
            ByteBudget budget,
            boolean refills,
            RequestDeadline deadline) {
        String name = wanted.index().definition().name();
        RequestDeadline ofFetch = deadline.part(SHARE_OF_FETCH);
        ByteBudget.Taken<Row> taken;
        try {
            taken = metrics.stage(name, "search", "fetch", deadline.stages())
                    .measure(() -> rows(wanted, hits, budget, ofFetch));
        } catch (HBaseSearchException | ProblemException e) {
            return withoutRows(wanted, hits, refills, e);
        }
        taken.failure().filter(failure -> !Outage.passes(failure)).ifPresent(failure -> {
            throw failure;
        });
        int read = taken.rows().size();
        List<SearchResult.Hit> looked = part(hits, read, wanted.span().backward());
        HitCheck.Verdict verdict =
                tracing.step("verify", () -> metrics.stage(name, "search", "check", deadline.stages())
                        .measure(() -> verdict(wanted, mode, looked, taken.rows(), deadline)));
        if (!verdict.stale().isEmpty()) {
            announcer.touch(wanted.index().metadata(), verdict.stale());
        }
        Checked checked = new Checked(
                verdict.shown(),
                read,
                verdict.behind(),
                0,
                taken.failure().map(failure -> cut(failure, read, hits.size())));
        boolean endsHere = taken.failure().isEmpty() || refills || !mayDoWithout(wanted);
        return endsHere
                ? checked
                : checked.with(
                        part(hits, hits.size() - read, !wanted.span().backward()),
                        wanted.span().backward());
    }

    private static List<SearchResult.Hit> part(List<SearchResult.Hit> hits, int count, boolean ofEnd) {
        return ofEnd ? hits.subList(hits.size() - count, hits.size()) : hits.subList(0, count);
    }

    private static SearchAnswer.Cut cut(RuntimeException failure, int read, int of) {
        return new SearchAnswer.Cut(
                SearchAnswer.Cut.FETCH,
                Outage.reason(failure),
                "HBase returned the rows of only " + read + " of " + of + " hits");
    }

    private HitCheck.Verdict verdict(
            WantedHits wanted, VerifyMode mode, List<SearchResult.Hit> hits, List<Row> rows, RequestDeadline deadline) {
        HitCheck.Verdict verdict = check.check(wanted.index(), wanted.query(), mode, hits, rows, deadline);
        Tracing.note(Tracing.ROWS, (long) verdict.shown().size());
        Tracing.note(Tracing.STALE, (long) hits.size() - verdict.shown().size());
        return verdict;
    }

    private static boolean mayDoWithout(WantedHits wanted) {
        return wanted.verify().isEmpty();
    }

    /** Answers with the hits as the index has them, or rethrows the failure. Refills are skipped if there is no time for them. */
    private static Checked withoutRows(
            WantedHits wanted, List<SearchResult.Hit> hits, boolean refills, RuntimeException failure) {
        boolean isLate = Outage.isLate(failure) && !refills;
        if (!mayDoWithout(wanted) || (!isLate && !Outage.isGone(failure))) {
            throw failure;
        }
        return Checked.unread(
                hits,
                isLate
                        ? Optional.of(SearchAnswer.Cut.ofTime(
                                SearchAnswer.Cut.FETCH, "HBase did not return the rows in time"))
                        : Optional.empty());
    }

    /** Reads the rows of as many hits as fit, starting nearest to where the page begins; returns them in the order of the hits. */
    private ByteBudget.Taken<Row> rows(
            WantedHits wanted, List<SearchResult.Hit> hits, ByteBudget budget, RequestDeadline deadline) {
        if (!wanted.span().backward()) {
            return budget.take(hits, some -> fetch(wanted, some, deadline), Row::bytes);
        }
        List<SearchResult.Hit> nearest = new ArrayList<>(hits);
        Collections.reverse(nearest);
        ByteBudget.Taken<Row> taken = budget.take(nearest, some -> fetch(wanted, some, deadline), Row::bytes);
        List<Row> rows = new ArrayList<>(taken.rows());
        Collections.reverse(rows);
        return new ByteBudget.Taken<>(rows, taken.failure());
    }

    private List<Row> fetch(WantedHits wanted, List<SearchResult.Hit> hits, RequestDeadline deadline) {
        IndexDefinition definition = wanted.index().definition();
        if (definition.cells().isPresent()) {
            return new CellFetch(fetcher, definition, wanted.columns()).fetch(hits, deadline);
        }
        List<RowKey> keys = hits.stream().map(SearchResult.Hit::row).toList();
        return fetcher.fetch(
                definition, BoundedRead.ofRows(definition, wanted.columns(), BoundedRead.MOST_OF_HIT), keys, deadline);
    }
}
