/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * @param query scores and selects
 * @param filters select only
 * @param size hits wanted, 0 for a count
 * @param timeout what is left of the request's deadline
 */
public record SearchRequest(Query query, List<Query> filters, int size, Duration timeout) {
    public SearchRequest {
        Objects.requireNonNull(query, "query");
        filters = List.copyOf(filters);
        Objects.requireNonNull(timeout, "timeout");
        if (size < 0) {
            throw new IllegalArgumentException("size is not negative: " + size);
        }
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
