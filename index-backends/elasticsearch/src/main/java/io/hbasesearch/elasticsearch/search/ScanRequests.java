/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson.Source;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of one {@link IndexCursor} to a physical index. For one thread, which closes it; an open point in time
 * costs Elasticsearch files and memory until it expires.
 */
final class ScanRequests {
    private static final Logger log = LoggerFactory.getLogger(ScanRequests.class);
    // Between two pages a caller may read the same rows from HBase, and wait for that.
    private static final Time KEEP_ALIVE = Time.of(t -> t.time("10m"));
    // No id has a character after this one, and none is longer than this.
    private static final String BEHIND_ALL = "~".repeat(512);

    private final ElasticsearchClient client;
    private final ElasticsearchClient single;
    private final ElasticsearchFailures failures;
    private final String physicalName;
    private List<FieldValue> after = List.of();
    private @Nullable String pointInTime;

    /**
     * @param pageBytes the maximum size of a page of several documents
     * @param documentBytes the maximum size of a page of one document
     */
    ScanRequests(
            ElasticsearchConnection connection,
            ElasticsearchFailures failures,
            String physicalName,
            int pageBytes,
            int documentBytes) {
        this.client = connection.client().withTransportOptions(ElasticsearchConnection.answersUpTo(pageBytes));
        this.single = connection.client().withTransportOptions(ElasticsearchConnection.answersUpTo(documentBytes));
        this.failures = failures;
        this.physicalName = physicalName;
    }

    /** Returns the first documents of a range in their current state. */
    SearchResponse<Source> all(DocumentIdRange range, int size) throws IOException {
        return client.search(
                request(size).index(physicalName).query(within(range)).build(), Source.class);
    }

    /** Matches the documents whose {@code _row} is in a range. */
    static Query within(DocumentIdRange range) {
        return Query.of(q -> q.range(r -> r.term(t -> {
            t.field(StoredFields.ROW).gte(range.from());
            return range.to().isPresent() ? t.lt(range.to().get()) : t;
        })));
    }

    /** Fixes the documents that {@link #page} sees, from the start of the range on. */
    void openPointInTime(DocumentIdRange range) {
        try {
            pointInTime = client.openPointInTime(
                            p -> p.index(physicalName).keepAlive(KEEP_ALIVE).allowPartialSearchResults(false))
                    .id();
        } catch (IOException | RuntimeException e) {
            throw failures.of("scan the index " + physicalName, e);
        }
        after = before(range.from());
    }

    /** Returns the position right before an id. A filter instead would visit every id of the range again for each page. */
    private static List<FieldValue> before(String id) {
        if (id.isEmpty()) {
            return List.of();
        }
        int end = id.length() - 1;
        String place = id.substring(0, end) + (char) (id.charAt(end) - 1) + BEHIND_ALL;
        // The second value belongs to the tie-breaker that a point in time adds to every sort.
        return List.of(FieldValue.of(place), FieldValue.of(0));
    }

    /** Returns the next page of the point in time; it does not stop at the end of the range. */
    SearchResponse<Source> page(int size) throws IOException {
        String id = pointInTime;
        if (id == null) {
            throw new IllegalStateException("the scan of the index " + physicalName + " is closed");
        }
        SearchRequest.Builder request = request(size).pit(p -> p.id(id).keepAlive(KEEP_ALIVE));
        SearchResponse<Source> response = (size == 1 ? single : client)
                .search((after.isEmpty() ? request : request.searchAfter(after)).build(), Source.class);
        List<Hit<Source>> hits = response.hits().hits();
        if (!hits.isEmpty()) {
            after = hits.get(hits.size() - 1).sort();
        }
        if (response.pitId() != null) {
            pointInTime = response.pitId();
        }
        return response;
    }

    private static SearchRequest.Builder request(int size) {
        return new SearchRequest.Builder()
                .size(size)
                .version(true)
                .allowPartialSearchResults(false)
                .trackTotalHits(t -> t.enabled(false))
                .sort(sort -> sort.field(f -> f.field(StoredFields.ROW).order(SortOrder.Asc)));
    }

    HBaseSearchException failed(Exception failure) {
        return pointInTime != null && ElasticsearchFailures.isNotFound(failure)
                ? expired(failure)
                : failures.of("scan the index " + physicalName, failure);
    }

    private HBaseSearchException expired(Throwable cause) {
        String what = "continue a scan of the index " + physicalName
                + " that was idle for too long, or whose shards have moved";
        String message = failures.of(what, cause).getMessage();
        return new HBaseSearchException(ErrorCode.TIMED_OUT, message, "Restart the scan.", cause);
    }

    void close() {
        String open = pointInTime;
        pointInTime = null;
        if (open != null) {
            try {
                client.closePointInTime(c -> c.id(open));
            } catch (IOException | RuntimeException e) {
                log.debug("a point in time of {} stays open until it expires: {}", physicalName, e.getMessage());
            }
        }
    }
}
