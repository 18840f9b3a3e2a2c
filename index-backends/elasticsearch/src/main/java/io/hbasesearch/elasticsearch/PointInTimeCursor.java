/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.elasticsearch.SourceJson.Source;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.http.ContentTooLongException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole physical index in the order of ids, stubs included, page by page over one point in time. For one thread, which
 * closes it; a point in time that is not closed costs Elasticsearch files and memory until it expires.
 */
final class PointInTimeCursor implements DocumentCursor {
    private static final Logger log = LoggerFactory.getLogger(PointInTimeCursor.class);
    private static final int FIRST_PAGE_SIZE = 1_000;
    // Between two pages a caller may read the same rows from HBase, and wait for it.
    private static final Time KEEP_ALIVE = Time.of(t -> t.time("10m"));

    private final ElasticsearchClient client;
    private final ElasticsearchFailures failures;
    private final String physicalName;
    private final Deque<IndexedDocument> page = new ArrayDeque<>();
    private int pageSize = FIRST_PAGE_SIZE;
    private List<FieldValue> after = List.of();
    private @Nullable String pointInTime;
    private boolean last;

    /**
     * Opens the point in time.
     *
     * @param pageBytes the most that a page may have; a single document may not have more either
     */
    PointInTimeCursor(
            ElasticsearchConnection connection, ElasticsearchFailures failures, String physicalName, int pageBytes) {
        this.client = connection.client().withTransportOptions(ElasticsearchConnection.answersUpTo(pageBytes));
        this.failures = failures;
        this.physicalName = physicalName;
        try {
            pointInTime = client.openPointInTime(
                            p -> p.index(physicalName).keepAlive(KEEP_ALIVE).allowPartialSearchResults(false))
                    .id();
        } catch (IOException | RuntimeException e) {
            throw failures.of("scan the index " + physicalName, e);
        }
    }

    @Override
    public boolean hasNext() {
        while (page.isEmpty() && !last) {
            fetch();
        }
        return !page.isEmpty();
    }

    @Override
    public IndexedDocument next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.remove();
    }

    private void fetch() {
        if (pointInTime == null) {
            throw new IllegalStateException("the scan of the index " + physicalName + " is closed");
        }
        try {
            take(client.search(request(pointInTime), Source.class));
        } catch (IOException | RuntimeException e) {
            // Pages are counted in documents, but what an answer may be is counted in bytes.
            if (isTooLong(e) && pageSize > 1) {
                pageSize /= 2;
            } else {
                throw failed(e);
            }
        }
    }

    private static boolean isTooLong(Throwable failure) {
        return failure instanceof ContentTooLongException || failure.getCause() instanceof ContentTooLongException;
    }

    private HBaseSearchException failed(Exception failure) {
        return ElasticsearchFailures.isNotFound(failure)
                ? expired(failure)
                : failures.of("scan the index " + physicalName, failure);
    }

    private SearchRequest request(String id) {
        return SearchRequest.of(s -> {
            s.pit(p -> p.id(id).keepAlive(KEEP_ALIVE))
                    .size(pageSize)
                    .version(true)
                    .allowPartialSearchResults(false)
                    .trackTotalHits(t -> t.enabled(false))
                    .sort(sort -> sort.field(f -> f.field(StoredFields.ROW).order(SortOrder.Asc)));
            return after.isEmpty() ? s : s.searchAfter(after);
        });
    }

    private void take(SearchResponse<Source> response) {
        List<Hit<Source>> hits = response.hits().hits();
        last = hits.size() < pageSize;
        if (!hits.isEmpty()) {
            after = hits.get(hits.size() - 1).sort();
        }
        if (response.pitId() != null) {
            pointInTime = response.pitId();
        }
        hits.forEach(hit -> page.add(SourceJson.read(hit.id(), hit.version(), hit.source())));
    }

    private HBaseSearchException expired(Throwable cause) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "the scan of the index " + physicalName + " was left alone for too long, or its shards have moved: "
                        + cause.getMessage(),
                "Start it again.",
                cause);
    }

    @Override
    public void close() {
        String open = pointInTime;
        pointInTime = null;
        last = true;
        page.clear();
        if (open != null) {
            try {
                client.closePointInTime(c -> c.id(open));
            } catch (IOException | RuntimeException e) {
                log.debug("a point in time of {} stays open until it expires: {}", physicalName, e.getMessage());
            }
        }
    }
}
