/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** An index in memory, in the order of document ids. */
final class SortedIndex implements DocumentSearcher {
    final ConcurrentSkipListMap<DocumentId, IndexedDocument> documents = new ConcurrentSkipListMap<>();

    void put(RowKey row, String body) {
        put(row, IndexedDocument.State.LIVE, new Document(Map.of("body", body)));
    }

    void put(RowKey row, IndexedDocument.State state, Document document) {
        DocumentId id = DocumentId.of(row);
        documents.put(id, new IndexedDocument(id, row, 1, state, document));
    }

    void remove(RowKey row) {
        documents.remove(DocumentId.of(row));
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        return Optional.ofNullable(documents.get(id));
    }

    @Override
    public DocumentCursor scan() {
        Iterator<IndexedDocument> iterator = new ArrayList<>(documents.values()).iterator();
        return new DocumentCursor() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public IndexedDocument next() {
                return iterator.next();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SearchResult search(SearchRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void refresh() {}

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
