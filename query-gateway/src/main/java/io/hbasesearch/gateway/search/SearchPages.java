/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SearchResult.Hit;
import io.hbasesearch.core.spi.search.SortValues;
import java.util.List;
import java.util.Optional;

/** Reads pages of an index's hits. It requests one hit more than a page has, to learn whether there are more. Stateless. */
final class SearchPages {
    private SearchPages() {}

    /**
     * One page.
     *
     * @param result as the index returned it; it may have one hit more than the page
     * @param more whether the request's direction has more hits
     * @param begin position of the first match that was examined, and {@code end} that of the last one; empty if there was none
     */
    record Page(
            SearchResult result, List<Hit> hits, boolean more, Optional<SortValues> begin, Optional<SortValues> end) {
        Page {
            hits = List.copyOf(hits);
        }

        /** Returns this page cut to its first {@code count} hits, or to its last ones if it precedes a cursor position. */
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
        // Documents that belong to no row are skipped too, and not examined again.
        Optional<SortValues> furthest = cut ? (backward ? first : last) : result.last();
        return new Page(
                result,
                hits,
                more,
                backward ? furthest : first.or(() -> furthest),
                backward ? last.or(() -> furthest) : furthest);
    }

    private static SearchRequest withOneMore(SearchRequest request) {
        return request.sized(request.size() + 1);
    }
}
