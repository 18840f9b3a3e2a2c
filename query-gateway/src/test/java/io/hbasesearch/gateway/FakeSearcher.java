/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An index that finds what a test says. */
final class FakeSearcher implements DocumentSearcher {
    final AtomicInteger searches = new AtomicInteger();
    final AtomicInteger gets = new AtomicInteger();
    final AtomicInteger refreshes = new AtomicInteger();
    final Map<DocumentId, IndexedDocument> documents = new ConcurrentHashMap<>();
    volatile SearchRequest lastRequest;
    volatile CheckResult health = CheckResult.healthy();
    private volatile Function<SearchRequest, SearchResult> answer = request -> found();

    void finds(RowKey... rows) {
        answer = request -> found(rows);
    }

    void answers(Function<SearchRequest, SearchResult> other) {
        answer = other;
    }

    /** Finds these, as many of them as are asked for. */
    void findsUpToSize(List<RowKey> rows) {
        answer = request -> {
            SearchResult all = found(rows.toArray(RowKey[]::new));
            int size = Math.min(request.size(), rows.size());
            return new SearchResult(rows.size(), true, false, all.hits().subList(0, size));
        };
    }

    static SearchResult found(RowKey... rows) {
        List<SearchResult.Hit> hits = java.util.stream.IntStream.range(0, rows.length)
                .mapToObj(i -> new SearchResult.Hit(rows[i], RowVersion.of(1, i).value(), rows.length - i))
                .toList();
        return new SearchResult(hits.size(), true, false, hits);
    }

    @Override
    public SearchResult search(SearchRequest request) {
        searches.incrementAndGet();
        lastRequest = request;
        return answer.apply(request);
    }

    @Override
    public CheckResult check() {
        return health;
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        gets.incrementAndGet();
        return Optional.ofNullable(documents.get(id));
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        return Optional.empty();
    }

    @Override
    public void refresh() {
        refreshes.incrementAndGet();
    }

    @Override
    public void close() {}
}
