/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An index that finds what a test says. */
public final class FakeSearcher implements DocumentSearcher {
    final AtomicInteger searches = new AtomicInteger();
    final AtomicInteger gets = new AtomicInteger();
    final AtomicInteger batches = new AtomicInteger();
    public final AtomicInteger opened = new AtomicInteger();
    public final Set<ViewToken> views = ConcurrentHashMap.newKeySet();
    final AtomicInteger refreshes = new AtomicInteger();
    final Map<DocumentId, IndexedDocument> documents = new ConcurrentHashMap<>();
    public volatile SearchRequest lastRequest;
    volatile CheckResult health = CheckResult.healthy();
    private volatile Function<SearchRequest, SearchResult> answer = request -> found();

    /** The near words of a word. */
    volatile Function<String, List<NearWord>> near = word -> List.of();

    public void finds(RowKey... rows) {
        answer = request -> found(rows);
    }

    public void answers(Function<SearchRequest, SearchResult> other) {
        answer = other;
    }

    /** Finds these, page by page. */
    public void findsUpToSize(List<RowKey> rows) {
        List<SearchResult.Hit> all = found(rows.toArray(RowKey[]::new)).hits();
        answer = request -> page(all, request);
    }

    /** The page that is asked for of hits in the order of scores; with a view if one is to be kept. */
    public SearchResult page(List<SearchResult.Hit> all, SearchRequest request) {
        List<SearchResult.Hit> hits = all.stream()
                .filter(hit -> request.place()
                        .map(place -> isBefore(hit, place) == place.before())
                        .orElse(true))
                .filter(hit -> request.place()
                        .map(place -> !place.values().equals(hit.sortValues()))
                        .orElse(true))
                .toList();
        int count = Math.min(hits.size(), request.size());
        boolean backward = request.place().map(PagePlace::before).orElse(false);
        hits = backward ? hits.subList(hits.size() - count, hits.size()) : hits.subList(0, count);
        Optional<SortValues> last = count == 0
                ? Optional.empty()
                : Optional.of(hits.get(backward ? 0 : count - 1).sortValues());
        return new SearchResult(
                new SearchResult.Count(all.size(), true),
                false,
                0,
                hits,
                new SearchResult.State(view(request), isLost(request)),
                Map.of(),
                last);
    }

    private static boolean isBefore(SearchResult.Hit hit, PagePlace place) {
        double score = (Double) place.values().values().get(0);
        String id = (String) place.values().values().get(1);
        return hit.score() != score
                ? hit.score() > score
                : DocumentId.of(hit.row()).value().compareTo(id) < 0;
    }

    private Optional<ViewToken> view(SearchRequest request) {
        if (request.view() instanceof ViewUse.Newest) {
            return Optional.empty();
        }
        if (request.view() instanceof ViewUse.Kept kept && views.contains(kept.token())) {
            return Optional.of(kept.token());
        }
        ViewToken view = new ViewToken("view-" + opened.incrementAndGet() + "-" + UUID.randomUUID());
        views.add(view);
        return Optional.of(view);
    }

    /** Of the token that is asked for, before another one is opened in its place. */
    private boolean isLost(SearchRequest request) {
        return request.view() instanceof ViewUse.Kept kept && !views.contains(kept.token());
    }

    @Override
    public void closeView(ViewToken view) {
        views.remove(view);
    }

    public static SearchResult found(RowKey... rows) {
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
    public List<NearWord> nearWords(List<String> fields, String word, Duration timeout) {
        return near.apply(word);
    }

    @Override
    public Optional<Duration> refreshInterval() {
        return Optional.of(Duration.ofSeconds(1));
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
    public Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        batches.incrementAndGet();
        return documents.entrySet().stream()
                .filter(entry -> ids.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
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
