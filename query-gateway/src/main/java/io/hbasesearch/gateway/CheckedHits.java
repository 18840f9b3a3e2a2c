/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Hits with their rows: read, checked, and announced for repair where they are stale. Without rows if HBase does not give them and
 * the caller did not insist on a check. Safe for use by several threads.
 */
final class CheckedHits {
    /** Of what is left after the search, so that there is time to answer without rows if HBase hangs. */
    private static final double SHARE_OF_FETCH = 0.85;

    private final RowFetcher fetcher;
    private final HitCheck check;
    private final RowAnnouncer announcer;
    private final GatewayMetrics metrics;
    private final Tracing tracing;

    CheckedHits(RowFetcher fetcher, HitCheck check, RowAnnouncer announcer, GatewayMetrics metrics, Tracing tracing) {
        this.fetcher = fetcher;
        this.check = check;
        this.announcer = announcer;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * @param shown those that stay, in their order
     * @param looked how many hits these are of: the first ones, or the last ones of a page before a place; fewer than were found if
     *     the rows of more have too many bytes
     * @param behind hits whose documents were not what their rows say
     * @param isUnread whether HBase did not give the rows
     * @param late what is to be said if it did not in time
     */
    record Checked(List<Found> shown, int looked, int behind, boolean isUnread, Optional<SearchAnswer.Cut> late) {
        /** As the index has them. */
        static Checked unread(List<SearchResult.Hit> hits) {
            return unread(hits, Optional.empty());
        }

        private static Checked unread(List<SearchResult.Hit> hits, Optional<SearchAnswer.Cut> late) {
            return new Checked(hits.stream().map(hit -> new Found(hit, null)).toList(), hits.size(), 0, true, late);
        }
    }

    /** Of the rows of one page. */
    ByteBudget budget(IndexDefinition definition) {
        return fetcher.budget(definition);
    }

    /**
     * @param refills whether these take the places of hidden hits
     * @throws HBaseSearchException as {@link RowFetcher#fetch}, if the caller insists on a check, or the time is over for a refill
     */
    Checked read(
            WantedHits wanted,
            VerifyMode mode,
            List<SearchResult.Hit> hits,
            ByteBudget budget,
            boolean refills,
            Deadline deadline) {
        String name = wanted.index().definition().name();
        Deadline ofFetch = mayDoWithout(wanted) ? deadline.part(SHARE_OF_FETCH) : deadline;
        List<Row> rows;
        try {
            rows = metrics.stage(name, "search", "fetch").measure(() -> rows(wanted, hits, budget, ofFetch));
        } catch (HBaseSearchException e) {
            return withoutRows(wanted, hits, refills, e.code(), e);
        } catch (ProblemException e) {
            return withoutRows(wanted, hits, refills, e.problem().code(), e);
        }
        List<SearchResult.Hit> looked =
                wanted.backward() ? hits.subList(hits.size() - rows.size(), hits.size()) : hits.subList(0, rows.size());
        HitCheck.Verdict verdict = tracing.step("verify", () -> metrics.stage(name, "search", "check")
                .measure(() -> verdict(wanted, mode, looked, rows, deadline)));
        if (!verdict.stale().isEmpty()) {
            announcer.touch(wanted.index().metadata(), verdict.stale());
        }
        return new Checked(verdict.shown(), looked.size(), verdict.behind(), false, Optional.empty());
    }

    private HitCheck.Verdict verdict(
            WantedHits wanted, VerifyMode mode, List<SearchResult.Hit> hits, List<Row> rows, Deadline deadline) {
        HitCheck.Verdict verdict = check.check(wanted.index(), wanted.query(), mode, hits, rows, deadline);
        Tracing.note(Tracing.ROWS, (long) verdict.shown().size());
        Tracing.note(Tracing.STALE, (long) hits.size() - verdict.shown().size());
        return verdict;
    }

    private static boolean mayDoWithout(WantedHits wanted) {
        return wanted.verify().isEmpty();
    }

    /** Refills are left out if there is no time for them. */
    private static Checked withoutRows(
            WantedHits wanted, List<SearchResult.Hit> hits, boolean refills, ErrorCode code, RuntimeException failure) {
        boolean isLate = code == ErrorCode.TIMED_OUT && !refills;
        if (!mayDoWithout(wanted) || (!isLate && code != ErrorCode.SERVER_UNREACHABLE)) {
            throw failure;
        }
        return Checked.unread(
                hits,
                isLate
                        ? Optional.of(
                                new SearchAnswer.Cut(SearchAnswer.Cut.FETCH, "HBase did not give the rows in time"))
                        : Optional.empty());
    }

    /** Of the hits that are nearest to where the page begins, as many as fit; in the order of the hits. */
    private List<Row> rows(WantedHits wanted, List<SearchResult.Hit> hits, ByteBudget budget, Deadline deadline) {
        List<SearchResult.Hit> nearest = new ArrayList<>(hits);
        if (wanted.backward()) {
            Collections.reverse(nearest);
        }
        List<Row> rows = budget.take(nearest, some -> fetch(wanted, some, deadline), Row::bytes);
        if (wanted.backward()) {
            Collections.reverse(rows);
        }
        return rows;
    }

    private List<Row> fetch(WantedHits wanted, List<SearchResult.Hit> hits, Deadline deadline) {
        IndexDefinition definition = wanted.index().definition();
        if (definition.cells().isPresent()) {
            return new CellFetch(fetcher, definition, wanted.columns()).fetch(hits, deadline);
        }
        List<RowKey> keys = hits.stream().map(SearchResult.Hit::row).toList();
        return fetcher.fetch(
                definition, BoundedRead.ofRows(definition, wanted.columns(), BoundedRead.MOST_OF_HIT), keys, deadline);
    }
}
