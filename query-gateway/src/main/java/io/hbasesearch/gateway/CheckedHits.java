/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
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
    /** Of what is left after the search, so that there is time to answer without rows, or with some, if HBase hangs. */
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
     *     the rows of more have too many bytes, or could not be read
     * @param behind hits whose documents were not what their rows say
     * @param unread how many of those shown have no row, as HBase did not give it
     * @param cut what is to be said if it did not give the rows of all
     */
    record Checked(List<Found> shown, int looked, int behind, int unread, Optional<SearchAnswer.Cut> cut) {
        /** As the index has them. */
        static Checked unread(List<SearchResult.Hit> hits) {
            return unread(hits, Optional.empty());
        }

        private static Checked unread(List<SearchResult.Hit> hits, Optional<SearchAnswer.Cut> cut) {
            return new Checked(asFound(hits), hits.size(), 0, hits.size(), cut);
        }

        private static List<Found> asFound(List<SearchResult.Hit> hits) {
            return hits.stream().map(hit -> new Found(hit, null)).toList();
        }

        /** With hits as the index has them behind these, or before them if pages go that way. */
        private Checked with(List<SearchResult.Hit> rest, boolean backward) {
            List<Found> all = new ArrayList<>(shown);
            all.addAll(backward ? 0 : all.size(), asFound(rest));
            return new Checked(all, looked + rest.size(), behind, rest.size(), cut);
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
        Deadline ofFetch = deadline.part(SHARE_OF_FETCH);
        ByteBudget.Taken<Row> taken;
        try {
            taken = metrics.stage(name, "search", "fetch").measure(() -> rows(wanted, hits, budget, ofFetch));
        } catch (HBaseSearchException | ProblemException e) {
            return withoutRows(wanted, hits, refills, e);
        }
        taken.failure().filter(failure -> !Outage.passes(failure)).ifPresent(failure -> {
            throw failure;
        });
        int read = taken.rows().size();
        List<SearchResult.Hit> looked = part(hits, read, wanted.backward());
        HitCheck.Verdict verdict = tracing.step("verify", () -> metrics.stage(name, "search", "check")
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
        return endsHere ? checked : checked.with(part(hits, hits.size() - read, !wanted.backward()), wanted.backward());
    }

    private static List<SearchResult.Hit> part(List<SearchResult.Hit> hits, int count, boolean ofEnd) {
        return ofEnd ? hits.subList(hits.size() - count, hits.size()) : hits.subList(0, count);
    }

    private static SearchAnswer.Cut cut(RuntimeException failure, int read, int of) {
        return new SearchAnswer.Cut(
                SearchAnswer.Cut.FETCH,
                Outage.reason(failure),
                "HBase gave the rows of " + read + " of " + of + " hits, and then no more");
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
            WantedHits wanted, List<SearchResult.Hit> hits, boolean refills, RuntimeException failure) {
        boolean isLate = Outage.isLate(failure) && !refills;
        if (!mayDoWithout(wanted) || (!isLate && !Outage.isGone(failure))) {
            throw failure;
        }
        return Checked.unread(
                hits,
                isLate
                        ? Optional.of(
                                SearchAnswer.Cut.ofTime(SearchAnswer.Cut.FETCH, "HBase did not give the rows in time"))
                        : Optional.empty());
    }

    /** Of the hits that are nearest to where the page begins, as many as fit; in the order of the hits. */
    private ByteBudget.Taken<Row> rows(
            WantedHits wanted, List<SearchResult.Hit> hits, ByteBudget budget, Deadline deadline) {
        if (!wanted.backward()) {
            return budget.take(hits, some -> fetch(wanted, some, deadline), Row::bytes);
        }
        List<SearchResult.Hit> nearest = new ArrayList<>(hits);
        Collections.reverse(nearest);
        ByteBudget.Taken<Row> taken = budget.take(nearest, some -> fetch(wanted, some, deadline), Row::bytes);
        List<Row> rows = new ArrayList<>(taken.rows());
        Collections.reverse(rows);
        return new ByteBudget.Taken<>(rows, taken.failure());
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
