/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.util.List;
import java.util.Optional;

/**
 * Pages for searchers that only know first pages: it asks for everything up to the page and leaves out what is before the place,
 * by score and row key, so that hits which come or go meanwhile shift nothing. Bounded by a window of hits. Keeps no snapshot.
 * Immutable, for any thread.
 */
final class RereadPages implements SearchPages {
    private final int window;

    /** @param window the deepest hit that may be asked for */
    RereadPages(int window) {
        this.window = window;
    }

    @Override
    public Page page(SearchableIndex index, Request request) {
        if (request.from().isEmpty()) {
            SearchResult result = search(index, request, request.size());
            return page(result, hits(result), isCut(result, request.size()), request);
        }
        Place from = request.from().get();
        return request.backward() ? before(index, request, from) : behind(index, request, from);
    }

    private Page behind(SearchableIndex index, Request request, Place from) {
        int size = Math.min(window, from.offset() + 1 + request.size());
        while (true) {
            SearchResult result = search(index, request, size);
            List<Hit> all =
                    hits(result).stream().filter(hit -> compare(hit, from) > 0).toList();
            boolean more = isCut(result, size);
            if (all.size() >= request.size() || !more) {
                List<Hit> hits = all.subList(0, Math.min(all.size(), request.size()));
                return page(result, hits, more || hits.size() < all.size(), request);
            }
            if (size == window) {
                throw tooDeep();
            }
            // Hits came in before the place: look further.
            size = Math.min(window, 2 * size);
        }
    }

    private Page before(SearchableIndex index, Request request, Place from) {
        SearchResult result = search(index, request, Math.min(window, from.offset() + 1 + request.size()));
        List<Hit> all =
                hits(result).stream().filter(hit -> compare(hit, from) < 0).toList();
        int left = Math.max(0, all.size() - request.size());
        return page(result, all.subList(left, all.size()), left > 0, request);
    }

    private static Page page(SearchResult result, List<Hit> hits, boolean more, Request request) {
        return new Page(
                result.total(),
                result.totalIsExact(),
                result.timedOut(),
                result.unreadable(),
                hits,
                more,
                Optional.empty(),
                request.view().isPresent());
    }

    private static SearchResult search(SearchableIndex index, Request request, int size) {
        return index.searcher().search(new SearchRequest(request.query(), request.filters(), size, request.timeout()));
    }

    private static boolean isCut(SearchResult result, int size) {
        return size > 0
                && result.hits().size() + result.unreadable() >= size
                && (result.total() > size || !result.totalIsExact());
    }

    private static List<Hit> hits(SearchResult result) {
        return result.hits().stream()
                .map(hit -> new Hit(
                        hit.row(),
                        hit.version(),
                        hit.score(),
                        List.of(Float.toString(hit.score())),
                        hit.cells(),
                        hit.matchingCells()))
                .toList();
    }

    /** The order of a search: the best first, those alike by their keys. */
    private static int compare(Hit hit, Place place) {
        float score = place.sortValues().isEmpty()
                ? hit.score()
                : Float.parseFloat(place.sortValues().get(0));
        int byScore = Float.compare(score, hit.score());
        return byScore != 0 ? byScore : hit.row().compareTo(place.row());
    }

    private HBaseSearchException tooDeep() {
        return new HBaseSearchException(
                ErrorCode.USAGE,
                "pages end at hit " + window + " of a search",
                "Narrow the query, with a filter for example.",
                null);
    }
}
