/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A searcher that remembers which views it keeps, so that a test can lose them. */
record WatchedSearcher(DocumentSearcher searcher, Set<ViewToken> views) implements DocumentSearcher {
    WatchedSearcher(DocumentSearcher searcher) {
        this(searcher, ConcurrentHashMap.newKeySet());
    }

    void loseViews() {
        views.forEach(searcher::closeView);
        views.clear();
    }

    @Override
    public SearchResult search(SearchRequest request) {
        SearchResult result = searcher.search(request);
        result.view().ifPresent(views::add);
        return result;
    }

    @Override
    public void closeView(ViewToken view) {
        views.remove(view);
        searcher.closeView(view);
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        return searcher.get(id);
    }

    @Override
    public Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        return searcher.getAll(ids);
    }

    @Override
    public List<NearWord> nearWords(List<String> fields, String word, Duration timeout) {
        return searcher.nearWords(fields, word, timeout);
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        return searcher.scan(range);
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        return searcher.digest(range);
    }

    @Override
    public void refresh() {
        searcher.refresh();
    }

    @Override
    public Optional<Duration> refreshInterval() {
        return searcher.refreshInterval();
    }

    @Override
    public CheckResult check() {
        return searcher.check();
    }

    @Override
    public void close() {
        searcher.close();
    }
}
