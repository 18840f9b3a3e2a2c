/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * @param query scores and selects
 * @param filters select only
 * @param size hits wanted, 0 for a count
 * @param timeout what is left of the request's deadline
 * @param sort as {@link SortKey#complete} makes it
 * @param place the page that is wanted; the first if empty
 * @param facets about all matches, with different names
 * @param ids of documents, among which alone it is searched; empty for all
 */
public record SearchRequest(
        Query query,
        List<Query> filters,
        int size,
        Duration timeout,
        List<SortKey> sort,
        Optional<PagePlace> place,
        ViewUse view,
        List<FacetRequest> facets,
        Optional<Set<String>> ids) {
    /** How many facets one search may compute. */
    public static final int MAX_FACETS = 20;

    public SearchRequest {
        Objects.requireNonNull(query, "query");
        filters = List.copyOf(filters);
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(view, "view");
        sort = SortKey.complete(sort);
        facets = List.copyOf(facets);
        ids = ids.map(Set::copyOf);
        if (size < 0) {
            throw new IllegalArgumentException("size is not negative: " + size);
        }
        if (place.isPresent() && place.get().values().values().size() != sort.size()) {
            throw new IllegalArgumentException("a place has one value for each of the keys " + sort);
        }
        if (facets.size() > MAX_FACETS || FacetRequest.duplicate(facets) != null) {
            throw new IllegalArgumentException("a search has at most " + MAX_FACETS + " facets with different names");
        }
    }

    /** Among all documents. */
    public SearchRequest(
            Query query,
            List<Query> filters,
            int size,
            Duration timeout,
            List<SortKey> sort,
            Optional<PagePlace> place,
            ViewUse view,
            List<FacetRequest> facets) {
        this(query, filters, size, timeout, sort, place, view, facets, Optional.empty());
    }

    /** The best hits of the newest view. */
    public SearchRequest(Query query, List<Query> filters, int size, Duration timeout) {
        this(query, filters, size, timeout, SortKey.byScore(), Optional.empty(), new ViewUse.Newest(), List.of());
    }

    public SearchRequest sortedBy(List<SortKey> keys) {
        return new SearchRequest(query, filters, size, timeout, keys, place, view, facets, ids);
    }

    public SearchRequest at(PagePlace other) {
        return new SearchRequest(query, filters, size, timeout, sort, Optional.of(other), view, facets, ids);
    }

    public SearchRequest in(ViewUse other) {
        return new SearchRequest(query, filters, size, timeout, sort, place, other, facets, ids);
    }

    public SearchRequest withFacets(List<FacetRequest> others) {
        return new SearchRequest(query, filters, size, timeout, sort, place, view, others, ids);
    }

    public SearchRequest within(Duration left) {
        return new SearchRequest(query, filters, size, left, sort, place, view, facets, ids);
    }

    public SearchRequest sized(int other) {
        return new SearchRequest(query, filters, other, timeout, sort, place, view, facets, ids);
    }

    /** From the first hit on. */
    public SearchRequest anywhere() {
        return new SearchRequest(query, filters, size, timeout, sort, Optional.empty(), view, facets, ids);
    }

    /** Only among the documents that have these ids. */
    public SearchRequest among(Set<String> others) {
        return new SearchRequest(query, filters, size, timeout, sort, place, view, facets, Optional.of(others));
    }

    public boolean isSortedByScore() {
        return sort.stream().anyMatch(SortKey.Score.class::isInstance);
    }

    /**
     * What the cells match that a hit names: what the query demands of cells, else what the first filter demands that does, else all
     * cells of the row. For an index in which cells are found.
     */
    public Query.InCells named() {
        return Stream.concat(Stream.of(query), filters.stream())
                .flatMap(SearchRequest::inCells)
                .findFirst()
                .orElseGet(() -> new Query.InCells(new Query.MatchAll()));
    }

    private static Stream<Query.InCells> inCells(Query query) {
        if (query instanceof Query.InCells cells) {
            return Stream.of(cells);
        }
        return query instanceof Query.Bool bool ? bool.must().stream().flatMap(SearchRequest::inCells) : Stream.empty();
    }
}
