/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.PagePlace;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.List;

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

    private static final String NO_TIME = "there was no time to fill the places of hidden hits";

    /** How long the index keeps a snapshot after the last page that was made from it. */
    static final Duration KEPT_FOR = Duration.ofMinutes(5);

    private final BackendGuard backend;
    private final CheckedHits hits;
    private final Snapshots snapshots;
    private final GatewayMetrics metrics;
    private final Tracing tracing;

    SearchPath(BackendGuard backend, CheckedHits hits, Snapshots snapshots, GatewayMetrics metrics, Tracing tracing) {
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
    FoundPage page(WantedHits wanted, Deadline deadline) {
        DocumentSearcher searcher = wanted.index().searcher();
        Snapshots.Place place = snapshots.enter(
                wanted.view(), wanted.caller(), view -> backend.callLater(() -> searcher.closeView(view)));
        GrowingPage page = new GrowingPage(wanted, hits);
        try {
            fill(page, wanted, deadline);
        } catch (RuntimeException | Error e) {
            place.fail(page.view());
            throw e;
        }
        if (page.isLast()) {
            // No cursor will name it.
            page.view().ifPresent(view -> backend.callLater(() -> searcher.closeView(view)));
            page.forgetView();
        }
        place.leave(page.view());
        return page.finished();
    }

    /** Nobody will go on in this snapshot. Nothing happens if somebody does just now, or it is gone. */
    void letGo(ViewToken view) {
        snapshots.letGo(view);
    }

    private void fill(GrowingPage page, WantedHits wanted, Deadline deadline) {
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
                // What was found so far is not lost with it.
                page.isNotRefilled(Outage.reason(e), why(e));
                return;
            }
        }
    }

    private static boolean mayRefill(Deadline deadline) {
        return !deadline.passed() && deadline.work().hasOneMoreStage();
    }

    /** Not what servers behind the gateway said. */
    private static String why(RuntimeException failure) {
        if (failure instanceof ProblemException problem) {
            return problem.problem().detail();
        }
        return Outage.isLate(failure)
                ? NO_TIME
                : "the places of hidden hits could not be filled: a server cannot be reached, or asks for less";
    }

    private void refill(WantedHits wanted, GrowingPage page, Deadline deadline) {
        tracing.step("refill", () -> {
            int before = page.size();
            page.add(round(wanted, page, deadline), deadline);
            Tracing.note(Tracing.ROWS, (long) page.size() - before);
            return true;
        });
    }

    private SearchPages.Page round(WantedHits wanted, GrowingPage page, Deadline deadline) {
        SearchQuery query = wanted.query();
        SearchRequest request = new SearchRequest(
                query.query(),
                query.filters(),
                page.missing(),
                deadline.left(SHARE_OF_INDEX),
                query.sort(),
                page.next().map(place -> new PagePlace(place.values(), wanted.backward())),
                page.use(),
                page.isBegun() ? List.of() : query.facets());
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
        metrics.stage(name, "search", "search").record(took);
        return found;
    }

    private SearchPages.Page search(String name, DocumentSearcher searcher, SearchRequest request, Deadline deadline) {
        LateView view = new LateView(
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
