/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes pages of what the index finds. It checks hits against their rows, hides stale hits and announces them for repair, and refills the
 * page with the next hits up to a few times. Safe for use by several threads.
 */
public final class SearchPath {
    /** Share of the time left; the rest is for HBase. The index may return a partial answer when its share is over. */
    private static final double SHARE_OF_INDEX = 0.55;

    /** Share of the time left to wait for the index. It exceeds the index's own share, so that a partial answer is not lost. */
    private static final double SHARE_OF_SEARCH = 0.7;

    /** Limit of searches after the first for one page. */
    private static final int MOST_REFILLS = 3;

    private static final String NO_TIME = "there was no time to replace hidden hits";

    /** Time for which the index keeps a snapshot after the last page made from it. */
    static final Duration KEPT_FOR = Duration.ofMinutes(5);

    private final BackendGuard backend;
    private final CheckedHits hits;
    private final Snapshots snapshots;
    private final GatewayMetrics metrics;
    private final Tracing tracing;

    public SearchPath(
            BackendGuard backend, CheckedHits hits, Snapshots snapshots, GatewayMetrics metrics, Tracing tracing) {
        this.backend = backend;
        this.hits = hits;
        this.snapshots = snapshots;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * @throws HBaseSearchException what index and HBase throw
     * @throws ProblemException 429 if there are too many snapshots, 503 from the guards
     */
    FoundPage page(WantedHits wanted, RequestDeadline deadline) {
        DocumentSearcher searcher = wanted.index().searcher();
        Snapshots.Place place = snapshots.enter(
                wanted.view(), wanted.paging().caller(), view -> backend.callLater(() -> searcher.closeView(view)));
        PageBuilder page = new PageBuilder(wanted, hits);
        try {
            fill(page, wanted, deadline);
        } catch (RuntimeException | Error e) {
            place.fail(page.view());
            throw e;
        }
        if (page.isLast()) {
            // No cursor will name the snapshot.
            page.view().ifPresent(view -> backend.callLater(() -> searcher.closeView(view)));
            page.forgetView();
        }
        place.leave(page.view());
        return page.finished();
    }

    /** Releases a snapshot in which no caller will continue. Does nothing if a page is being made from it, or it is gone. */
    void release(ViewToken view) {
        snapshots.release(view);
    }

    private void fill(PageBuilder page, WantedHits wanted, RequestDeadline deadline) {
        for (int round = 0; round == 0 || (round <= MOST_REFILLS && page.wantsMore()); round++) {
            if (round > 0 && !mayRefill(deadline)) {
                page.isNotRefilled(SearchAnswer.Cut.TIME, NO_TIME);
                return;
            }
            try {
                if (round == 0) {
                    page.add(round(wanted, page, deadline), deadline);
                } else {
                    refill(wanted, page, deadline);
                }
            } catch (HBaseSearchException | ProblemException e) {
                if (round == 0 || !Outage.passes(e)) {
                    throw e;
                }
                // Keep the hits found so far.
                page.isNotRefilled(Outage.reason(e), why(e));
                return;
            }
        }
    }

    private static boolean mayRefill(RequestDeadline deadline) {
        return !deadline.passed() && deadline.work().hasOneMoreStage();
    }

    /** Explains the failure to the caller, without messages of the servers behind the gateway. */
    private static String why(RuntimeException failure) {
        if (failure instanceof ProblemException problem) {
            return problem.problem().detail();
        }
        return Outage.isLate(failure)
                ? NO_TIME
                : "hidden hits could not be replaced: a server cannot be reached or is overloaded";
    }

    private void refill(WantedHits wanted, PageBuilder page, RequestDeadline deadline) {
        tracing.step("refill", () -> {
            int before = page.size();
            page.add(round(wanted, page, deadline), deadline);
            Tracing.note(Tracing.ROWS, (long) page.size() - before);
            return true;
        });
    }

    private SearchPages.Page round(WantedHits wanted, PageBuilder page, RequestDeadline deadline) {
        SearchQuery query = wanted.query();
        SearchRequest request = new SearchRequest(
                query.ranked().query(),
                query.filters(),
                new SearchRequest.Page(
                        page.missing(),
                        query.sort(),
                        page.next()
                                .map(place -> new PagePlace(
                                        place.values(), wanted.span().backward())),
                        page.use()),
                deadline.left(SHARE_OF_INDEX),
                page.isBegun() ? List.of() : query.facets(),
                Optional.empty(),
                query.ranked().scoring());
        String name = wanted.index().definition().name();
        DocumentSearcher searcher = wanted.index().searcher();
        long start = System.nanoTime();
        SearchPages.Page found = tracing.index("search", name, () -> {
            SearchPages.Page hits = search(name, searcher, request, deadline);
            Tracing.note(Tracing.ROWS, (long) hits.hits().size());
            return hits;
        });
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.search(name).record(took);
        metrics.stage(name, "search", "search", deadline.stages()).record(took);
        return found;
    }

    private SearchPages.Page search(
            String name, DocumentSearcher searcher, SearchRequest request, RequestDeadline deadline) {
        AbandonedSnapshot view = new AbandonedSnapshot(
                request.view(), searcher::closeView, opened -> backend.callLater(() -> searcher.closeView(opened)));
        try {
            ProcessorTime.Stage work = deadline.work().stage();
            return backend.call(
                    name,
                    deadline.left(SHARE_OF_SEARCH),
                    () -> work.work(() -> view.found(SearchPages.page(searcher, request))));
        } catch (RuntimeException | Error e) {
            view.giveUp();
            throw e;
        }
    }
}
