/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.PagePlace;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.SearchResult.Hit;
import io.hbasesearch.core.spi.SortValues;
import java.util.List;
import java.util.Optional;

/** Pages of what an index finds. One hit more than a page has tells whether there are more. No state. */
final class SearchPages {
    private SearchPages() {}

    /**
     * @param result as the index gave it; its hits may be one more than the page's
     * @param more whether there are hits further on in the direction of the request
     * @param begin where the first match is that was looked at, and {@code end} the last one; empty if there was none
     */
    record Page(
            SearchResult result, List<Hit> hits, boolean more, Optional<SortValues> begin, Optional<SortValues> end) {
        Page {
            hits = List.copyOf(hits);
        }

        /** As if it ended behind the first so many hits, or began before the last so many if it is one before a place. */
        Page upTo(int count, boolean backward) {
            List<Hit> some = backward ? hits.subList(hits.size() - count, hits.size()) : hits.subList(0, count);
            return some.isEmpty()
                    ? new Page(result, some, true, Optional.empty(), Optional.empty())
                    : new Page(
                            result,
                            some,
                            true,
                            Optional.of(some.get(0).sortValues()),
                            Optional.of(some.get(count - 1).sortValues()));
        }
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException as {@link DocumentSearcher#search} */
    static Page page(DocumentSearcher searcher, SearchRequest request) {
        if (request.size() == 0) {
            return new Page(searcher.search(request), List.of(), false, Optional.empty(), Optional.empty());
        }
        SearchResult result = searcher.search(withOneMore(request));
        List<Hit> all = result.hits();
        boolean more = all.size() + result.unreadable() > request.size();
        boolean cut = all.size() > request.size();
        boolean backward = request.place().map(PagePlace::before).orElse(false);
        List<Hit> hits = !cut ? all : backward ? all.subList(1, all.size()) : all.subList(0, request.size());
        Optional<SortValues> first =
                hits.isEmpty() ? Optional.empty() : Optional.of(hits.get(0).sortValues());
        Optional<SortValues> last = hits.isEmpty()
                ? Optional.empty()
                : Optional.of(hits.get(hits.size() - 1).sortValues());
        // What no row has written is passed over, too, and not looked at again.
        Optional<SortValues> furthest = cut ? (backward ? first : last) : result.last();
        return new Page(
                result,
                hits,
                more,
                backward ? furthest : first.or(() -> furthest),
                backward ? last.or(() -> furthest) : furthest);
    }

    private static SearchRequest withOneMore(SearchRequest request) {
        return new SearchRequest(
                request.query(),
                request.filters(),
                request.size() + 1,
                request.timeout(),
                request.sort(),
                request.place(),
                request.view(),
                request.facets());
    }
}
