/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.core.spi.ViewUse;
import io.hbasesearch.gateway.cursor.CursorPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A page of hits as it grows, from one search after the other. For one thread. */
final class PageBuilder {
    private static final String NOT_ALL_LOOKED_AT =
            "the index did not look at every document: its time was up, or one of its shards failed";

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
        this.budget = checkedHits.budget(wanted.index().definition());
        this.mode = wanted.verify().orElse(VerifyMode.DEFAULT);
    }

    /** How many hits it shows so far. */
    int size() {
        return shown.size();
    }

    boolean isBegun() {
        return first != null;
    }

    /** Where the next round begins: behind what was seen, or before it. */
    Optional<CursorPosition.OfSearch> next() {
        Optional<CursorPosition.OfSearch> seen = wanted.backward() ? begin : end;
        return seen.or(wanted::from);
    }

    /** All rounds of a page look at what the first one has seen, if that is kept. */
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

    /** Whether no cursor leads away from it. A stream lets go of its snapshot itself, once its end is written. */
    boolean isLast() {
        return wanted.from().isEmpty() && !wanted.oneWay() && !hasMore();
    }

    /** Hits of the next round that are not the page's. */
    private int skip() {
        return first == null && wanted.size() > 0 ? wanted.skip() : 0;
    }

    /** How many hits the next round is to find. */
    int missing() {
        return wanted.size() - shown.size() + skip();
    }

    private boolean isShort() {
        return hasMore() && shown.size() < wanted.size();
    }

    boolean wantsMore() {
        return isShort()
                && !budget.isFull()
                && !isOver
                && Objects.requireNonNull(latest).end().isPresent();
    }

    /** @param why in words */
    void isNotRefilled(String reason, String why) {
        cut.add(new SearchAnswer.Cut("refill", reason, why));
    }

    void add(SearchPages.Page found, Deadline deadline) {
        boolean isFirst = first == null;
        int skip = skip();
        SearchResult result = found.result();
        view = result.view();
        if (!isFirst && result.timedOut()) {
            // What is known of rows behind stays known: the next page looks at the same ones.
            isNotRefilled(SearchAnswer.Cut.TIME, NOT_ALL_LOOKED_AT);
            isOver = true;
            return;
        }
        List<SearchResult.Hit> hits = found.hits()
                .subList(Math.min(skip, found.hits().size()), found.hits().size());
        // Before a place is remembered: a cursor must not lead past hits whose rows could not be read.
        CheckedHits.Checked read = read(hits, deadline);
        SearchPages.Page page =
                read.looked() < hits.size() ? found.upTo(skip + read.looked(), wanted.backward()) : found;
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
        shown.addAll(wanted.backward() ? 0 : shown.size(), read.shown());
        refilled += isFirst ? 0 : read.shown().size();
    }

    private CheckedHits.Checked read(List<SearchResult.Hit> hits, Deadline deadline) {
        if (mode == VerifyMode.NONE || hits.isEmpty()) {
            return CheckedHits.Checked.unread(hits);
        }
        CheckedHits.Checked read = checkedHits.read(wanted, mode, hits, budget, isBegun(), deadline);
        read.cut().ifPresent(cut::add);
        if (read.unread() > 0) {
            // It is not asked again for this page.
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
        int offset = wanted.backward() ? Math.max(0, base - count) : base + 1;
        Optional<CursorPosition.OfSearch> low = page.begin().map(values -> new CursorPosition.OfSearch(offset, values));
        Optional<CursorPosition.OfSearch> high =
                page.end().map(values -> new CursorPosition.OfSearch(offset + Math.max(0, count - 1), values));
        begin = wanted.backward() ? low.or(() -> begin) : begin.or(() -> low);
        end = wanted.backward() ? end.or(() -> high) : high.or(() -> end);
    }

    FoundPage finished() {
        if (budget.isFull() && isShort()) {
            cut.add(SearchAnswer.Cut.ofBytes(budget.most()));
        }
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
                begin.map(CursorPosition.class::cast),
                end.map(CursorPosition.class::cast),
                hasMore(),
                view,
                viewLost,
                cut,
                degraded ? List.of("hbase") : List.of(),
                List.of());
    }
}
