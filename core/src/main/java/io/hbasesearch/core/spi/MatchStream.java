/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All matches of a query, one page after the other, in one view of the index for as long as that is there. Holds one page at a
 * time. For one thread, which closes it; the searcher stays the caller's.
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
     * @param first size is that of pages, timeout that of each; its place is where an earlier stream broke off, if it did. Not
     *     backwards
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
     * The next page; empty at the end, and only there.
     *
     * @throws HBaseSearchException TIMED_OUT if the index did not look at every document in time, as rows would be missing; the same
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
        // A short page may be one whose last match came into being meanwhile, if the view was lost: only an empty one
        // ends it.
        finished = found.last().isEmpty();
        found.last().ifPresent(values -> next = next.at(PagePlace.after(values)));
    }

    /** Where the last page ended: what another stream begins with to go on behind it. */
    public Optional<PagePlace> place() {
        return next.place();
    }

    /** Whether the view was lost on the way, so that rows may be missing or have come twice. */
    public boolean viewLost() {
        return viewLost;
    }

    /** Matches that were left out, as they are no rows' documents. */
    public long unreadable() {
        return unreadable;
    }

    /** Lets go of the view. Idempotent. */
    @Override
    public void close() {
        finished = true;
        view.ifPresent(searcher::closeView);
        view = Optional.empty();
    }
}
