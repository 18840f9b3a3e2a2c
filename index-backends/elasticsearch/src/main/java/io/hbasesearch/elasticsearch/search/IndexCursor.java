/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import io.hbasesearch.elasticsearch.client.SourceJson.Source;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.http.ContentTooLongException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of a range in the order of ids, stubs included, page by page. A range that fits into one page takes one
 * search; a larger one takes a point in time. For one thread, which closes it.
 */
final class IndexCursor implements DocumentCursor {
    private static final int FIRST_PAGE_SIZE = 1_000;

    /** Documents may be smaller again behind a large one: after so many pages the next one is twice as large. */
    private static final int PAGES_OF_A_SIZE = 8;

    private final ScanRequests requests;
    private final KeyRange keys;
    private final DocumentIdRange range;
    private final Deque<Hit<Source>> page = new ArrayDeque<>();
    private int pageSize = FIRST_PAGE_SIZE;
    private int pagesOfSize;
    private boolean last;

    /** Requests the first page, or opens the point in time: later writes are not seen. */
    IndexCursor(ScanRequests requests, KeyRange keys) {
        this.requests = requests;
        this.keys = keys;
        this.range = DocumentIdRange.of(keys);
        if (range.to().isEmpty() || !fetchAtOnce()) {
            requests.openPointInTime(range);
        }
    }

    /** Returns false if the range is too large for one page. */
    private boolean fetchAtOnce() {
        try {
            List<Hit<Source>> hits = requests.all(range, pageSize).hits().hits();
            if (hits.size() < pageSize) {
                page.addAll(hits);
                last = true;
            }
            return last;
        } catch (IOException | RuntimeException e) {
            // Elasticsearch returns a bad request for a range of keywords if the cluster forbids expensive queries.
            if (isTooLong(e) || ElasticsearchFailures.isBadRequest(e)) {
                return false;
            }
            throw requests.failed(e);
        }
    }

    @Override
    public boolean hasNext() {
        while (true) {
            while (page.isEmpty() && !last) {
                fetch();
            }
            Hit<Source> next = page.peek();
            if (next == null || isWithin(next)) {
                return next != null;
            }
            page.remove();
        }
    }

    @Override
    public IndexedDocument next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Hit<Source> hit = page.remove();
        return SourceJson.read(hit.id(), hit.version(), hit.source());
    }

    private void fetch() {
        try {
            take(requests.page(pageSize));
            if (++pagesOfSize == PAGES_OF_A_SIZE) {
                pageSize = Math.min(FIRST_PAGE_SIZE, 2 * pageSize);
                pagesOfSize = 0;
            }
        } catch (IOException | RuntimeException e) {
            // Pages are counted in documents, but answers are limited in bytes.
            if (isTooLong(e) && pageSize > 1) {
                pageSize /= 2;
                pagesOfSize = 0;
            } else {
                throw requests.failed(e);
            }
        }
    }

    private static boolean isTooLong(Throwable failure) {
        return failure instanceof ContentTooLongException || failure.getCause() instanceof ContentTooLongException;
    }

    private void take(SearchResponse<Source> response) {
        List<Hit<Source>> hits = response.hits().hits();
        last = hits.size() < pageSize;
        for (Hit<Source> hit : hits) {
            if (isBehind(place(hit))) {
                last = true;
                return;
            }
            page.add(hit);
        }
    }

    private boolean isBehind(@Nullable Object place) {
        return place == null ? range.to().isPresent() : range.isBehind(String.valueOf(place));
    }

    /** Returns the sort value; null if the document lacks it and therefore comes last. */
    private static @Nullable Object place(Hit<Source> hit) {
        return hit.source().fields().get(StoredFields.ROW);
    }

    private boolean isWithin(Hit<Source> hit) {
        if (range.exact()) {
            return true;
        }
        try {
            return keys.contains(SourceJson.rowKey(new DocumentId(hit.id()), hit.source()));
        } catch (UnreadableDocumentException e) {
            return true;
        }
    }

    @Override
    public void close() {
        last = true;
        page.clear();
        requests.close();
    }
}
