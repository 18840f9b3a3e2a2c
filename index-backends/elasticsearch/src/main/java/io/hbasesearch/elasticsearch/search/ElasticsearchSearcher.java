/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QuerySyntaxException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.RowHits;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson.Source;
import io.hbasesearch.elasticsearch.index.PhysicalIndexes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/**
 * Searches an index by its alias, or one generation of it. Safe for use by several threads; holds nothing that needs closing.
 */
public final class ElasticsearchSearcher implements DocumentSearcher {
    /** More than the largest document that Elasticsearch accepts in a request by default. */
    private static final int LARGEST_DOCUMENT_BYTES = 128 << 20;

    /** Several scans are open at a time, and a page takes a few times its bytes while it is parsed. */
    private static final int SCAN_PAGES_IN_HEAP = 32;

    private static final int SCAN_PAGE_BYTES =
            (int) Math.min(LARGEST_DOCUMENT_BYTES, Runtime.getRuntime().maxMemory() / SCAN_PAGES_IN_HEAP);

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final IndexDefinition definition;
    private final DocumentGets gets;
    private final SearchRequests requests;
    private final PointsInTime pointsInTime;
    private final SearchTarget target;
    private final String index;

    /**
     * True if there are rows whose keys are stored separately from their ids; then searches request these keys from the
     * start.
     */
    private volatile boolean hasLongKeys;

    public ElasticsearchSearcher(
            ElasticsearchConnection connection,
            ElasticsearchFailures failures,
            PhysicalIndexes indexes,
            IndexDefinition definition,
            SearchTarget target) {
        this.connection = connection;
        this.failures = failures;
        this.indexes = indexes;
        this.definition = definition;
        this.gets = new DocumentGets(connection, failures, indexes, new RowRouting(definition), target);
        this.requests = new SearchRequests(definition, target);
        this.pointsInTime = new PointsInTime(connection, target.name());
        this.target = target;
        this.index = target.name();
    }

    @Override
    public SearchResult search(SearchRequest request) {
        return RowHits.search(definition, request, this::documents, view -> pointsInTime.closeLater(view.value()));
    }

    private SearchResult documents(SearchRequest request) {
        Deadline deadline = Deadline.after(request.timeout());
        ViewUse use = request.view();
        if (use instanceof ViewUse.Keep keep) {
            return searchAndKeep(request, keep.keepFor(), deadline);
        } else if (use instanceof ViewUse.Kept kept) {
            return searchKept(request, kept.token(), kept.keepFor(), deadline).orElseGet(() -> {
                SearchResult newest = searchAndKeep(request, kept.keepFor(), deadline);
                return newest.seenIn(newest.view(), true);
            });
        }
        return searchNewest(request, deadline);
    }

    /** Searches, and retries once if the index behind the alias was dropped meanwhile: another one had replaced it before. */
    private SearchResult searchNewest(SearchRequest request, Deadline deadline) {
        String before = target.lastSeen();
        try {
            SearchResponse<Source> response = send(request, deadline);
            if (response.shards().failed().intValue() == 0 || !target.hasMoved(before)) {
                return requests.result(request, response);
            }
        } catch (HBaseSearchException e) {
            boolean answered = e.getCause() instanceof ElasticsearchException && e.code() != ErrorCode.ACCESS_DENIED;
            if (!answered || e instanceof QuerySyntaxException || !target.hasMoved(before)) {
                throw e;
            }
        }
        return requests.result(request, send(request, deadline));
    }

    private SearchResponse<Source> send(SearchRequest request, Deadline deadline) {
        return withKeys((keys, view) -> await(request, deadline, millis -> connection
                .asyncClient()
                .search(requests.newest(request, millis, keys), Source.class)));
    }

    /** A search with or without row keys. */
    @FunctionalInterface
    private interface KeyedSearch {
        /** @param view the view that an earlier search returned, if it was in a view */
        SearchResponse<Source> run(boolean keys, Optional<String> view);
    }

    /** Searches, and repeats the search once if it did not request row keys but found some that it needs. */
    private SearchResponse<Source> withKeys(KeyedSearch search) {
        boolean asked = hasLongKeys;
        SearchResponse<Source> found = search.run(asked, Optional.empty());
        QueryFaults.requireNone(found.shards().failures());
        if (asked || !SearchRequests.hasLongKeys(found)) {
            return found;
        }
        hasLongKeys = true;
        return search.run(true, Optional.ofNullable(found.pitId()));
    }

    /** Opens a view and searches it; closes the view if it cannot be returned to the caller. */
    private SearchResult searchAndKeep(SearchRequest request, Duration keepFor, Deadline deadline) {
        String pointInTime = await(
                        request, deadline, millis -> connection.asyncClient().openPointInTime(p -> p.index(index)
                                .keepAlive(SearchRequests.time(keepFor))
                                .allowPartialSearchResults(true)))
                .id();
        try {
            return inView(request, pointInTime, keepFor, deadline);
        } catch (RuntimeException e) {
            pointsInTime.closeLater(pointInTime);
            throw e;
        }
    }

    /** Searches a kept view; empty if the view is lost, even in only one of its shards. */
    private Optional<SearchResult> searchKept(
            SearchRequest request, ViewToken view, Duration keepFor, Deadline deadline) {
        try {
            return Optional.of(inView(request, view.value(), keepFor, deadline));
        } catch (HBaseSearchException e) {
            if (!PointsInTime.isLost(e)) {
                throw e;
            }
            pointsInTime.closeLater(view.value());
            return Optional.empty();
        }
    }

    private SearchResult inView(SearchRequest request, String pointInTime, Duration keepFor, Deadline deadline) {
        SearchResponse<Source> response = withKeys((keys, view) -> await(request, deadline, millis -> connection
                .asyncClient()
                .search(requests.kept(request, millis, keys, view.orElse(pointInTime), keepFor), Source.class)));
        PointsInTime.requireWhole(response.shards());
        String renewed = response.pitId() == null ? pointInTime : response.pitId();
        return requests.result(request, response).seenIn(Optional.of(new ViewToken(renewed)), false);
    }

    @Override
    public void closeView(ViewToken view) {
        pointsInTime.close(view.value());
    }

    /** @param call receives the remaining milliseconds */
    private <T> T await(SearchRequest request, Deadline deadline, LongFunction<CompletableFuture<T>> call) {
        if (deadline.isOver()) {
            throw timedOut(request.timeout());
        }
        long millis = deadline.leftMillis();
        CompletableFuture<T> answer = call.apply(millis);
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw timedOut(request.timeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "the search in " + index + " was interrupted", null, e);
        } catch (ExecutionException e) {
            throw searchFailed(e.getCause());
        } finally {
            // Closing the connection makes Elasticsearch cancel a search that has no caller any more.
            answer.cancel(true);
        }
    }

    private HBaseSearchException searchFailed(Throwable cause) {
        if (cause instanceof ElasticsearchException e
                && QueryFaults.in(e.error()).isPresent()) {
            return QueryFaults.in(e.error()).get();
        } else if (cause instanceof ElasticsearchException e && ElasticsearchFailures.isBadRequest(e)) {
            String reason = e.error().rootCause().isEmpty()
                    ? e.error().reason()
                    : e.error().rootCause().get(0).reason();
            return new QuerySyntaxException("Elasticsearch rejected this query: " + reason, null);
        }
        return failures.of("search in " + index, cause);
    }

    private HBaseSearchException timedOut(Duration timeout) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "no answer to the search in " + index + " within " + timeout.toMillis() + " ms (Elasticsearch at "
                        + connection.urls() + ")",
                "Allow more time, or make the query more selective.",
                null);
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        return gets.get(id);
    }

    @Override
    public Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        return gets.getAll(ids);
    }

    @Override
    public List<NearWord> nearWords(List<String> fields, String word, Duration timeout) {
        SearchRequest nothing = new SearchRequest(new Query.MatchAll(), List.of(), 0, timeout);
        return NearTerms.read(word, await(nothing, Deadline.after(timeout), millis -> connection
                .asyncClient()
                .search(NearTerms.request(index, fields, word, millis), Void.class)));
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        return target.onPhysicalIndex(name -> new IndexCursor(
                new ScanRequests(connection, failures, name, SCAN_PAGE_BYTES, LARGEST_DOCUMENT_BYTES), range));
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        return target.onPhysicalIndex(name -> new RangeHashes(connection.client(), failures, name).of(range));
    }

    /** Also looks up the target of the alias again, because a pass starts with this. */
    @Override
    public void refresh() {
        target.forget();
        indexes.refresh(index);
    }

    @Override
    public Optional<Duration> refreshInterval() {
        return indexes.refreshInterval(index);
    }

    @Override
    public CheckResult check() {
        try {
            target.require();
            return CheckResult.healthy();
        } catch (RuntimeException e) {
            return CheckResult.failed(e);
        }
    }

    @Override
    public void close() {}
}
