/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.PagePlace;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.core.spi.ViewUse;
import io.hbasesearch.gateway.cursor.Place;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pages that the index finds: its hits are checked against their rows, those that are stale hidden and announced for repair, and
 * the page refilled with the next ones, a few times. Safe for use by several threads.
 */
final class SearchPath {
    /** Of the time left; the rest is for HBase. The index may answer with what it has when its share is over. */
    private static final double SHARE_OF_INDEX = 0.55;

    /** The index is waited for a little longer than it was told, so that its partial answer is not lost. */
    private static final double SHARE_OF_SEARCH = 0.7;

    /** Searches beyond the first that one page may cost. */
    private static final int MOST_REFILLS = 3;

    /** How long the index keeps a snapshot after the last page that was made from it. */
    static final Duration KEPT_FOR = Duration.ofMinutes(5);

    private final BackendGuard backend;
    private final RowFetcher fetcher;
    private final HitCheck check;
    private final RowAnnouncer announcer;
    private final GatewayMetrics metrics;

    SearchPath(
            BackendGuard backend, RowFetcher fetcher, HitCheck check, RowAnnouncer announcer, GatewayMetrics metrics) {
        this.backend = backend;
        this.fetcher = fetcher;
        this.check = check;
        this.announcer = announcer;
        this.metrics = metrics;
    }

    /**
     * What is wanted of the index.
     *
     * @param skip hits to leave out at the beginning
     * @param from behind which the page begins, or before which it ends
     * @param view which state of the index is looked at
     * @param oneWay whether nobody will ask for the pages before
     * @param columns that the caller wants to see; those that the index maps if empty
     * @param verify empty for the usual check, which is left out while HBase cannot be reached
     */
    record Wanted(
            SearchableIndex index,
            SearchQuery query,
            int size,
            int skip,
            Optional<Place.OfSearch> from,
            boolean backward,
            ViewUse view,
            boolean oneWay,
            Optional<VerifyMode> verify,
            Optional<ColumnSelection> columns) {}

    /** @throws HBaseSearchException what index and HBase throw */
    FoundPage page(Wanted wanted, Deadline deadline) {
        Collected collected = new Collected(wanted);
        for (int round = 0; round <= MOST_REFILLS; round++) {
            if (round > 0 && deadline.passed()) {
                break;
            }
            try {
                collected.add(round(wanted, collected, deadline), deadline);
            } catch (HBaseSearchException e) {
                if (round == 0 || e.code() != ErrorCode.TIMED_OUT) {
                    throw e;
                }
                collected.cut.add(
                        new SearchAnswer.Cut("refill", "there was no time to fill the places of hidden hits"));
                break;
            } catch (ProblemException e) {
                if (round == 0 || e.problem().code() != ErrorCode.THROTTLED) {
                    throw e;
                }
                collected.cut.add(new SearchAnswer.Cut("refill", e.problem().detail()));
                break;
            }
            if (!collected.wantsMore()) {
                break;
            }
        }
        closeIfDone(wanted, collected);
        return collected.page();
    }

    private SearchPages.Page round(Wanted wanted, Collected collected, Deadline deadline) {
        SearchQuery query = wanted.query();
        SearchRequest request = new SearchRequest(
                query.query(),
                query.filters(),
                wanted.size() - collected.shown.size() + collected.skip(),
                deadline.left(SHARE_OF_INDEX),
                query.sort(),
                collected.next().map(place -> new PagePlace(place.values(), wanted.backward())),
                collected.use(),
                collected.first == null ? query.facets() : List.of());
        String name = wanted.index().definition().name();
        DocumentSearcher searcher = wanted.index().searcher();
        long start = System.nanoTime();
        SearchPages.Page page =
                backend.call(name, deadline.left(SHARE_OF_SEARCH), () -> SearchPages.page(searcher, request));
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.search(name).record(took);
        stage(name, "search").record(took);
        return page;
    }

    private GatewayMetrics.Stage stage(String index, String stage) {
        return metrics.stage(index, "search", stage);
    }

    /** A snapshot that no cursor will name is let go of at once. */
    private void closeIfDone(Wanted wanted, Collected collected) {
        boolean isFirst = wanted.from().isEmpty() || wanted.oneWay();
        if (collected.view.isPresent() && isFirst && !wanted.backward() && !collected.hasMore()) {
            ViewToken view = collected.view.get();
            collected.view = Optional.empty();
            backend.callLater(() -> wanted.index().searcher().closeView(view));
        }
    }

    /** Null if HBase cannot be reached and the caller did not insist on a check. */
    private @Nullable List<Row> rows(Wanted wanted, List<SearchResult.Hit> hits, Deadline deadline) {
        List<RowKey> keys = hits.stream().map(SearchResult.Hit::row).toList();
        IndexDefinition definition = wanted.index().definition();
        try {
            return definition.cells().isPresent()
                    ? new CellFetch(fetcher, definition, wanted.columns()).fetch(hits, deadline)
                    : fetcher.fetch(
                            definition,
                            BoundedRead.ofRows(definition, wanted.columns(), BoundedRead.MOST_OF_HIT),
                            keys,
                            deadline);
        } catch (HBaseSearchException e) {
            if (wanted.verify().isPresent() || e.code() != ErrorCode.SERVER_UNREACHABLE) {
                throw e;
            }
        } catch (ProblemException e) {
            if (wanted.verify().isPresent() || e.problem().code() != ErrorCode.SERVER_UNREACHABLE) {
                throw e;
            }
        }
        return null;
    }

    /** The page as it grows. For one thread. */
    private final class Collected {
        private final Wanted wanted;
        private final List<Found> shown = new ArrayList<>();
        private final List<SearchAnswer.Cut> cut = new ArrayList<>();
        private VerifyMode mode;
        private SearchPages.@Nullable Page first;
        private SearchPages.@Nullable Page latest;
        private Optional<Place.OfSearch> begin = Optional.empty();
        private Optional<Place.OfSearch> end = Optional.empty();
        private Optional<ViewToken> view = Optional.empty();
        private boolean viewLost;
        private boolean degraded;
        private int checked;
        private int stale;
        private int behind;
        private int refilled;
        private int unreadable;

        Collected(Wanted wanted) {
            this.wanted = wanted;
            this.mode = wanted.verify().orElse(VerifyMode.DEFAULT);
        }

        /** Where the next round begins: behind what was seen, or before it. */
        Optional<Place.OfSearch> next() {
            Optional<Place.OfSearch> seen = wanted.backward() ? begin : end;
            return seen.or(wanted::from);
        }

        /** All rounds of a page look at what the first one has seen, if that is kept. */
        ViewUse use() {
            return view.isPresent() ? new ViewUse.Kept(view.get(), KEPT_FOR) : wanted.view();
        }

        boolean hasMore() {
            return latest != null && latest.more();
        }

        /** Hits of the next round that are not the page's. */
        int skip() {
            return first == null && wanted.size() > 0 ? wanted.skip() : 0;
        }

        boolean wantsMore() {
            return hasMore()
                    && shown.size() < wanted.size()
                    && Objects.requireNonNull(latest).end().isPresent();
        }

        void add(SearchPages.Page page, Deadline deadline) {
            boolean isFirst = first == null;
            int skip = skip();
            List<SearchResult.Hit> hits = page.hits()
                    .subList(Math.min(skip, page.hits().size()), page.hits().size());
            // Before anything is remembered: a cursor must not lead past hits whose rows could not be read.
            List<Found> more = checked(hits, deadline);
            remember(page);
            if (isFirst) {
                first = page;
            }
            latest = page;
            SearchResult result = page.result();
            view = result.view();
            viewLost |= result.viewLost();
            unreadable += result.unreadable();
            if (result.timedOut()) {
                cut.add(new SearchAnswer.Cut(
                        SearchAnswer.Cut.SEARCH, "the index did not look at every document in time"));
            }
            shown.addAll(wanted.backward() ? 0 : shown.size(), more);
            refilled += isFirst ? 0 : more.size();
        }

        private void remember(SearchPages.Page page) {
            int base = next().map(Place.OfSearch::offset).orElse(-1);
            int count = page.hits().size();
            int offset = wanted.backward() ? Math.max(0, base - count) : base + 1;
            Optional<Place.OfSearch> low = page.begin().map(values -> new Place.OfSearch(offset, values));
            Optional<Place.OfSearch> high =
                    page.end().map(values -> new Place.OfSearch(offset + Math.max(0, count - 1), values));
            begin = wanted.backward() ? low.or(() -> begin) : begin.or(() -> low);
            end = wanted.backward() ? end.or(() -> high) : high.or(() -> end);
        }

        private List<Found> checked(List<SearchResult.Hit> hits, Deadline deadline) {
            String name = wanted.index().definition().name();
            List<Row> rows = mode == VerifyMode.NONE || hits.isEmpty()
                    ? null
                    : stage(name, "fetch").measure(() -> rows(wanted, hits, deadline));
            if (rows == null) {
                degraded |= mode != VerifyMode.NONE && !hits.isEmpty();
                mode = hits.isEmpty() ? mode : VerifyMode.NONE;
                return hits.stream().map(hit -> new Found(hit, null)).toList();
            }
            HitCheck.Verdict verdict = stage(name, "check")
                    .measure(() -> check.check(wanted.index(), wanted.query(), mode, hits, rows, deadline));
            if (!verdict.stale().isEmpty()) {
                announcer.touch(wanted.index().metadata(), verdict.stale());
            }
            checked += hits.size();
            stale += hits.size() - verdict.shown().size();
            behind += verdict.behind();
            return verdict.shown();
        }

        FoundPage page() {
            SearchResult result =
                    Objects.requireNonNull(first, "no page was asked for").result();
            return new FoundPage(
                    result.total(),
                    result.totalIsExact(),
                    "index",
                    shown,
                    new FoundPage.Checks(mode, checked, stale, behind, refilled),
                    unreadable,
                    result.facets(),
                    begin.map(Place.class::cast),
                    end.map(Place.class::cast),
                    hasMore(),
                    view,
                    viewLost,
                    cut,
                    degraded ? List.of("hbase") : List.of(),
                    List.of());
        }
    }
}
