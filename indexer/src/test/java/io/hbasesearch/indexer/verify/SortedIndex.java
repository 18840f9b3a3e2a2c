/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** An index in memory, in the order of document ids. */
public final class SortedIndex implements DocumentSearcher {
    public final ConcurrentSkipListMap<DocumentId, IndexedDocument> documents = new ConcurrentSkipListMap<>();
    private final Set<DocumentId> unreadable = ConcurrentHashMap.newKeySet();

    public void put(RowKey row, String body) {
        put(row, IndexedDocument.State.LIVE, new Document(Map.of("body", body)));
    }

    void put(RowKey row, IndexedDocument.State state, Document document) {
        DocumentId id = DocumentId.of(row);
        documents.put(id, new IndexedDocument(id, row, 1, state, document));
    }

    public void remove(RowKey row) {
        documents.remove(DocumentId.of(row));
    }

    /** Something that cannot be read, in the place of a row's document. */
    void spoil(RowKey row) {
        put(row, "");
        unreadable.add(DocumentId.of(row));
    }

    /** Something that cannot be read, and that is in no row's place. */
    void putForeign(String id) {
        documents.put(
                new DocumentId(id),
                new IndexedDocument(
                        new DocumentId(id), RowKey.utf8("none"), 1, IndexedDocument.State.LIVE, Document.empty()));
        unreadable.add(new DocumentId(id));
    }

    private IndexedDocument readable(IndexedDocument document) {
        if (unreadable.contains(document.id())) {
            throw new UnreadableDocumentException(document.id(), "it is spoilt");
        }
        return document;
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        return Optional.ofNullable(documents.get(id)).map(this::readable);
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        DocumentIdRange ids = DocumentIdRange.of(range);
        Iterator<IndexedDocument> iterator = documents.values().stream()
                .filter(document -> document.id().value().compareTo(ids.from()) >= 0)
                .filter(document -> !ids.isBehind(document.id().value()))
                .filter(document -> unreadable.contains(document.id()) || range.contains(document.row()))
                .toList()
                .iterator();
        return new DocumentCursor() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public IndexedDocument next() {
                return readable(iterator.next());
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
