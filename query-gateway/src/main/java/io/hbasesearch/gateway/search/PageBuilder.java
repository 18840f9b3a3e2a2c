/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.request.VerifyMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds a page of hits from one or more searches. For one thread. */
final class PageBuilder {
    private static final String NOT_ALL_LOOKED_AT =
            "the index did not search every document: it reached its time limit, or one of its shards failed";

    private final WantedHits wanted;
    private final CheckedHits checkedHits;
    private final ByteBudget budget;
    private final List<Found> shown = new ArrayList<>();
    private final List<SearchAnswer.Cut> cut = new ArrayList<>();
    private VerifyMode mode;
    private SearchPages.@Nullable Page first;
    private SearchPages.@Nullable Page latest;
    private Optional<CursorPosition.OfSearch> begin = Optional.empty();
    private Optional<CursorPosition.OfSearch> end = Optional.empty();
    private Optional<ViewToken> view = Optional.empty();
    private boolean viewLost;
    private boolean degraded;
    private boolean isOver;
    private int checked;
    private int stale;
    private int behind;
    private int refilled;
    private int unreadable;

    PageBuilder(WantedHits wanted, CheckedHits checkedHits) {
        this.wanted = wanted;
        this.checkedHits = checkedHits;
        this.budget = checkedHits.budget(wanted);
        this.mode = wanted.verify().orElse(VerifyMode.DEFAULT);
    }

    /** Returns how many hits the page has so far. */
    int size() {
        return shown.size();
    }

    boolean isBegun() {
        return first != null;
    }

    /** Returns where the next round begins: after the hits seen so far, or before them when paging backward. */
    Optional<CursorPosition.OfSearch> next() {
        Optional<CursorPosition.OfSearch> seen = wanted.span().backward() ? begin : end;
        return seen.or(wanted.span()::from);
    }

    /** Makes all rounds of a page use the snapshot of the first one, if it is kept. */
    ViewUse use() {
        return view.isPresent() ? new ViewUse.Kept(view.get(), SearchPath.KEPT_FOR) : wanted.view();
    }

    Optional<ViewToken> view() {
        return view;
    }

    void forgetView() {
        view = Optional.empty();
    }

    private boolean hasMore() {
        return latest != null && latest.more();
    }

    /** Tells whether no cursor leads away from this page. A stream releases its snapshot itself, once its end is written. */
    boolean isLast() {
        return wanted.span().from().isEmpty() && !wanted.paging().oneWay() && !hasMore();
    }

    /** Returns how many hits of the next round precede the page. */
    private int skip() {
        return first == null && wanted.span().size() > 0 ? wanted.span().skip() : 0;
    }

    /** Returns how many hits the next round must find. */
    int missing() {
        return wanted.span().size() - shown.size() + skip();
    }

    private boolean isShort() {
        return hasMore() && shown.size() < wanted.span().size();
    }

    boolean wantsMore() {
        return isShort()
                && !budget.isFull()
                && !isOver
                && Objects.requireNonNull(latest).end().isPresent();
    }

    /** @param why explanation for the user */
    void isNotRefilled(String reason, String why) {
        cut.add(new SearchAnswer.Cut("refill", reason, why));
    }

    void add(SearchPages.Page found, RequestDeadline deadline) {
        boolean isFirst = first == null;
        int skip = skip();
        SearchResult result = found.result();
        view = result.view();
        if (!isFirst && result.timedOut()) {
            // Keep what is known about the rows that follow: the next page examines the same ones.
            isNotRefilled(SearchAnswer.Cut.TIME, NOT_ALL_LOOKED_AT);
            isOver = true;
            return;
        }
        List<SearchResult.Hit> hits = found.hits()
                .subList(Math.min(skip, found.hits().size()), found.hits().size());
        // Read before remembering a position: a cursor must not lead past hits whose rows could not be read.
        CheckedHits.Checked read = read(hits, deadline);
        SearchPages.Page page = read.looked() < hits.size()
                ? found.upTo(skip + read.looked(), wanted.span().backward())
                : found;
        remember(page);
        if (isFirst) {
            first = page;
        }
        latest = page;
        viewLost |= result.viewLost();
        unreadable += result.unreadable();
        if (result.timedOut()) {
            cut.add(SearchAnswer.Cut.ofTime(SearchAnswer.Cut.SEARCH, NOT_ALL_LOOKED_AT));
        }
        shown.addAll(wanted.span().backward() ? 0 : shown.size(), read.shown());
        refilled += isFirst ? 0 : read.shown().size();
    }

    private CheckedHits.Checked read(List<SearchResult.Hit> hits, RequestDeadline deadline) {
        if (mode == VerifyMode.NONE || hits.isEmpty()) {
            return CheckedHits.Checked.unread(hits);
        }
        CheckedHits.Checked read = checkedHits.read(wanted, mode, hits, budget, isBegun(), deadline);
        read.cut().ifPresent(cut::add);
        if (read.unread() > 0) {
            // HBase is not asked again for this page.
            degraded = true;
            mode = VerifyMode.NONE;
        } else {
            isOver |= read.cut().isPresent();
        }
        checked += read.looked() - read.unread();
        stale += read.looked() - read.shown().size();
        behind += read.behind();
        return read;
    }

    private void remember(SearchPages.Page page) {
        int base = next().map(CursorPosition.OfSearch::offset).orElse(-1);
        int count = page.hits().size();
        int offset = wanted.span().backward() ? Math.max(0, base - count) : base + 1;
        Optional<CursorPosition.OfSearch> low = page.begin().map(values -> new CursorPosition.OfSearch(offset, values));
        Optional<CursorPosition.OfSearch> high =
                page.end().map(values -> new CursorPosition.OfSearch(offset + Math.max(0, count - 1), values));
        begin = wanted.span().backward() ? low.or(() -> begin) : begin.or(() -> low);
        end = wanted.span().backward() ? end.or(() -> high) : high.or(() -> end);
    }

    FoundPage finished() {
        if (budget.isFull() && isShort()) {
            cut.add(SearchAnswer.Cut.ofBytes(budget.most()));
        }
        SearchResult result =
                Objects.requireNonNull(first, "no page was requested").result();
        return new FoundPage(
                SearchAnswer.Total.of(result.total(), result.totalIsExact(), "index"),
                shown,
                new FoundPage.Checks(mode, checked, stale, behind, refilled),
                result.facets(),
                FoundPage.Ends.of(begin, end, hasMore()),
                new FoundPage.View(view, viewLost),
                new FoundPage.Gaps(unreadable, cut, degraded ? List.of("hbase") : List.of(), List.of()));
    }
}
