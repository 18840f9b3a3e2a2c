/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch.core.GetResponse;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import co.elastic.clients.elasticsearch.core.search.InnerHitsResult;
import co.elastic.clients.json.JsonData;
import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.RowRouting;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QuerySyntaxException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.elasticsearch.SourceJson.Source;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Searches an index by its alias, or one generation of it. Safe for use by several threads; holds nothing that needs closing. */
final class ElasticsearchSearcher implements DocumentSearcher {
    // Elasticsearch stops a little earlier than the caller, so that what it has found by then still arrives.
    private static final double SHARE_OF_TIMEOUT = 0.9;
    // More than the largest document that Elasticsearch takes in a request by default.
    private static final int SCAN_PAGE_BYTES = 128 << 20;

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final QueryTranslator queries;
    private final RowRouting routing;
    private final SearchTarget target;
    private final String index;

    ElasticsearchSearcher(
            ElasticsearchConnection connection,
            ElasticsearchFailures failures,
            PhysicalIndexes indexes,
            IndexDefinition definition,
            SearchTarget target) {
        this.connection = connection;
        this.failures = failures;
        this.indexes = indexes;
        this.queries = new QueryTranslator(definition);
        this.routing = new RowRouting(definition);
        this.target = target;
        this.index = target.name();
    }

    /** Once more, if the index that the alias stood for was dropped meanwhile: another one has taken its place before. */
    @Override
    public SearchResult search(SearchRequest request) {
        long deadline = System.nanoTime() + request.timeout().toNanos();
        String before = target.lastSeen();
        try {
            SearchResponse<Source> response = send(request, deadline);
            if (response.shards().failed().intValue() == 0 || !target.hasMoved(before)) {
                return result(response);
            }
        } catch (HBaseSearchException e) {
            boolean answered = e.getCause() instanceof ElasticsearchException && e.code() != ErrorCode.ACCESS_DENIED;
            if (!answered || e instanceof QuerySyntaxException || !target.hasMoved(before)) {
                throw e;
            }
        }
        return result(send(request, deadline));
    }

    private SearchResponse<Source> send(SearchRequest request, long deadline) {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
            throw timedOut(request.timeout());
        }
        CompletableFuture<SearchResponse<Source>> answer =
                connection.asyncClient().search(elasticRequest(request, millis), Source.class);
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
            // Closing the connection is what makes Elasticsearch give up a search that nobody waits for.
            answer.cancel(true);
        }
    }

    private co.elastic.clients.elasticsearch.core.SearchRequest elasticRequest(SearchRequest request, long millis) {
        return co.elastic.clients.elasticsearch.core.SearchRequest.of(s -> s.index(index)
                .routing(routing(request))
                .query(target.withoutStubs(queries.translate(request)))
                .size(request.size())
                .trackTotalHits(t -> t.enabled(true))
                .version(true)
                .timeout(Math.max(1, (long) (millis * SHARE_OF_TIMEOUT)) + "ms")
                .source(source -> source.filter(f -> f.includes(StoredFields.KEY)))
                .sort(sort -> sort.score(score -> score.order(SortOrder.Desc)))
                .sort(sort -> sort.field(f -> f.field(StoredFields.ROW).order(SortOrder.Asc))));
    }

    /** Null for all shards. A comma would stand between several values. */
    private @Nullable String routing(SearchRequest request) {
        List<Query> required = new ArrayList<>(request.filters());
        required.add(request.query());
        return routing.of(required).filter(value -> !value.contains(",")).orElse(null);
    }

    private static SearchResult result(SearchResponse<Source> response) {
        // A shard that failed is missing from hits and total just as one that ran out of time is.
        boolean cutShort = response.timedOut() || response.shards().failed().intValue() > 0;
        List<SearchResult.Hit> hits = new ArrayList<>();
        int unreadable = 0;
        for (Hit<Source> hit : response.hits().hits()) {
            try {
                hits.add(hit(hit));
            } catch (UnreadableDocumentException e) {
                // Whoever may write to the index can leave such a thing there; it must not cost others their page.
                unreadable++;
            }
        }
        return new SearchResult(response.hits().total().value(), !cutShort, cutShort, unreadable, hits);
    }

    private static SearchResult.Hit hit(Hit<Source> hit) {
        RowKey row = SourceJson.rowKey(new DocumentId(hit.id()), hit.source());
        InnerHitsResult inner = hit.innerHits().get(CellUnit.FIELD);
        if (inner == null) {
            return new SearchResult.Hit(row, hit.version(), hit.score().floatValue());
        }
        List<ColumnName> cells =
                inner.hits().hits().stream().map(ElasticsearchSearcher::column).toList();
        long matching = inner.hits().total() == null
                ? cells.size()
                : inner.hits().total().value();
        return new SearchResult.Hit(row, hit.version(), hit.score().floatValue(), cells, matching);
    }

    private static ColumnName column(Hit<JsonData> cell) {
        return CellUnit.column(one(cell, CellUnit.FAMILY), one(cell, CellUnit.QUALIFIER));
    }

    /** Of a field with one value. */
    private static String one(Hit<JsonData> cell, String name) {
        return String.valueOf(
                cell.fields().get(CellUnit.PREFIX + name).to(List.class).get(0));
    }

    private HBaseSearchException searchFailed(Throwable cause) {
        if (cause instanceof ElasticsearchException e && ElasticsearchFailures.isBadRequest(e)) {
            String reason = e.error().rootCause().isEmpty()
                    ? e.error().reason()
                    : e.error().rootCause().get(0).reason();
            return new QuerySyntaxException("Elasticsearch does not run this query: " + reason, null);
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

    /** By the alias, if there is one: a get by id sees stubs all the same, as the alias's filter does not apply to it. */
    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        try {
            if (routing.isUsed() && !id.isWhole()) {
                return getAnywhere(id);
            }
            // Somebody else's document may have any id: only a routed index needs to understand it.
            String place = routing.isUsed() ? id.rowKey().flatMap(routing::of).orElse(null) : null;
            GetResponse<Source> response =
                    connection.client().get(g -> g.index(index).id(id.value()).routing(place), Source.class);
            return response.found()
                    ? Optional.of(SourceJson.read(response.id(), response.version(), response.source()))
                    : Optional.empty();
        } catch (UnreadableDocumentException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw failures.of("get a document of " + index, e);
        }
    }

    /**
     * An id that lacks the end of a long row key does not tell in which shard its document is: all of them are searched, by the
     * physical index, as the alias hides stubs from searches.
     */
    private Optional<IndexedDocument> getAnywhere(DocumentId id) {
        indexes.refresh(index);
        SearchResponse<Source> found = target.onPhysicalIndex(name -> {
            try {
                return connection
                        .client()
                        .search(
                                s -> s.index(name)
                                        .version(true)
                                        .allowPartialSearchResults(false)
                                        .query(q -> q.ids(ids -> ids.values(id.value()))),
                                Source.class);
            } catch (IOException | RuntimeException e) {
                throw failures.of("get a document of " + name, e);
            }
        });
        return found.hits().hits().stream()
                .findFirst()
                .map(hit -> SourceJson.read(hit.id(), hit.version(), hit.source()));
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        return target.onPhysicalIndex(
                name -> new IndexCursor(new ScanRequests(connection, failures, name, SCAN_PAGE_BYTES), range));
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        return target.onPhysicalIndex(name -> new RangeHashes(connection.client(), failures, name).of(range));
    }

    /** Also finds out anew which index the alias stands for, as a pass begins with this. */
    @Override
    public void refresh() {
        target.forget();
        indexes.refresh(index);
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
