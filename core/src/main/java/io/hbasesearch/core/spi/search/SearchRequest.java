/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import io.hbasesearch.core.definition.value.Scoring;
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
 * @param page which of the hits, and in which order
 * @param timeout the rest of the request's deadline
 * @param facets about all matches, with different names
 * @param ids of the documents to search; empty for all
 * @param scoring of the query; without effect on what matches
 */
public record SearchRequest(
        Query query,
        List<Query> filters,
        Page page,
        Duration timeout,
        List<FacetRequest> facets,
        Optional<Set<String>> ids,
        Scoring.At scoring) {
    /** The most facets of one search. */
    public static final int MAX_FACETS = 20;

    public SearchRequest {
        Objects.requireNonNull(query, "query");
        filters = List.copyOf(filters);
        Objects.requireNonNull(page, "page");
        Objects.requireNonNull(timeout, "timeout");
        facets = List.copyOf(facets);
        ids = ids.map(Set::copyOf);
        Objects.requireNonNull(scoring, "scoring");
        if (facets.size() > MAX_FACETS || FacetRequest.duplicate(facets) != null) {
            throw new IllegalArgumentException("a search has at most " + MAX_FACETS + " facets with different names");
        }
    }

    /**
     * A page of hits.
     *
     * @param size the number of hits, 0 for a count
     * @param sort as {@link SortKey#complete} returns it
     * @param place of the page; the first page if empty
     */
    public record Page(int size, List<SortKey> sort, Optional<PagePlace> place, ViewUse view) {
        public Page {
            Objects.requireNonNull(view, "view");
            sort = SortKey.complete(sort);
            if (size < 0) {
                throw new IllegalArgumentException("size is not negative: " + size);
            }
            if (place.isPresent() && place.get().values().values().size() != sort.size()) {
                throw new IllegalArgumentException("a place has one value for each of the keys " + sort);
            }
        }
    }

    /** Creates a request for the best hits of the newest view, among all documents. */
    public SearchRequest(Query query, List<Query> filters, int size, Duration timeout) {
        this(
                query,
                filters,
                new Page(size, SortKey.byScore(), Optional.empty(), new ViewUse.Newest()),
                timeout,
                List.of(),
                Optional.empty(),
                Scoring.At.DEFAULT);
    }

    public int size() {
        return page.size();
    }

    public List<SortKey> sort() {
        return page.sort();
    }

    public Optional<PagePlace> place() {
        return page.place();
    }

    public ViewUse view() {
        return page.view();
    }

    public SearchRequest sortedBy(List<SortKey> keys) {
        return on(new Page(size(), keys, place(), view()));
    }

    public SearchRequest at(PagePlace other) {
        return on(new Page(size(), sort(), Optional.of(other), view()));
    }

    public SearchRequest in(ViewUse other) {
        return on(new Page(size(), sort(), place(), other));
    }

    public SearchRequest sized(int other) {
        return on(new Page(other, sort(), place(), view()));
    }

    /** Returns this request from the first hit on. */
    public SearchRequest anywhere() {
        return on(new Page(size(), sort(), Optional.empty(), view()));
    }

    private SearchRequest on(Page other) {
        return new SearchRequest(query, filters, other, timeout, facets, ids, scoring);
    }

    public SearchRequest withFacets(List<FacetRequest> others) {
        return new SearchRequest(query, filters, page, timeout, others, ids, scoring);
    }

    public SearchRequest within(Duration left) {
        return new SearchRequest(query, filters, page, left, facets, ids, scoring);
    }

    /** Returns this request for the documents with these ids only. */
    public SearchRequest among(Set<String> others) {
        return new SearchRequest(query, filters, page, timeout, facets, Optional.of(others), scoring);
    }

    public SearchRequest scoredBy(Scoring.At other) {
        return new SearchRequest(query, filters, page, timeout, facets, ids, other);
    }

    public boolean isSortedByScore() {
        return sort().stream().anyMatch(SortKey.Score.class::isInstance);
    }

    /**
     * Returns the condition on cells that a hit names: that of the query, or else that of the first filter with one, or else all
     * cells of the row. For an index with {@code unit: cell}.
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
