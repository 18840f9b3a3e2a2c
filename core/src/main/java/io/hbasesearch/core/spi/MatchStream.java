/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Streams all matches of a query page by page, from one view of the index as long as it exists. Keeps one page at a time. For one
 * thread, which closes it; the searcher still belongs to the caller.
 */
public final class MatchStream implements AutoCloseable {
    private final DocumentSearcher searcher;
    private final Duration keepFor;
    private SearchRequest next;
    private Optional<ViewToken> view = Optional.empty();
    private boolean finished;
    private boolean viewLost;
    private long unreadable;

    /**
     * @param first with the size and the timeout of each page, and the place at which an earlier stream ended, if any; not backwards
     * @param keepFor how long the view is kept after each page
     */
    public MatchStream(DocumentSearcher searcher, SearchRequest first, Duration keepFor) {
        if (first.size() == 0 || first.place().map(PagePlace::before).orElse(false)) {
            throw new IllegalArgumentException("a stream has pages and goes forward");
        }
        this.searcher = searcher;
        this.keepFor = keepFor;
        this.next = first.in(new ViewUse.Keep(keepFor));
    }

    /**
     * Returns the next page; empty only at the end.
     *
     * @throws HBaseSearchException TIMED_OUT if the index did not search every document in time, because rows would be missing; the
     *     call may be repeated
     */
    public List<SearchResult.Hit> page() {
        while (!finished) {
            SearchResult found = searcher.search(next);
            note(found);
            if (!found.hits().isEmpty()) {
                return found.hits();
            }
        }
        return List.of();
    }

    private void note(SearchResult found) {
        view = found.view();
        viewLost |= found.viewLost();
        view.ifPresent(token -> next = next.in(new ViewUse.Kept(token, keepFor)));
        if (found.timedOut()) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "The index did not look at every document in time, and rows would be missing",
                    "Allow more time for each page.",
                    null);
        }
        unreadable += found.unreadable();
        // If the view was lost, a short page may end with a match that was created meanwhile: only an empty page is the
        // end.
        finished = found.last().isEmpty();
        found.last().ifPresent(values -> next = next.at(PagePlace.after(values)));
    }

    /** The end of the last page, from which another stream can continue. */
    public Optional<PagePlace> place() {
        return next.place();
    }

    /** Tells if the view was lost during the stream, so that rows may be missing or duplicated. */
    public boolean viewLost() {
        return viewLost;
    }

    /** The number of matches that were left out, because they are not documents of rows. */
    public long unreadable() {
        return unreadable;
    }

    /** Releases the view. Idempotent. */
    @Override
    public void close() {
        finished = true;
        view.ifPresent(searcher::closeView);
        view = Optional.empty();
    }
}
