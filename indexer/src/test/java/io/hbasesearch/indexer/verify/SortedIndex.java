/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An index in memory, in the order of document ids. */
public final class SortedIndex implements DocumentSearcher {
    public final ConcurrentSkipListMap<DocumentId, IndexedDocument> documents = new ConcurrentSkipListMap<>();
    final AtomicInteger digests = new AtomicInteger();
    final AtomicInteger scans = new AtomicInteger();
    /** Runs before a document is looked up. */
    public volatile Runnable beforeGet = () -> {};

    public volatile Runnable onRefresh = () -> {};

    /** Is told of every document that a scan returns, on the scan's thread; may throw. */
    public volatile Consumer<DocumentId> onDocument = id -> {};

    private final Map<DocumentId, Long> changed = new ConcurrentHashMap<>();
    private final Set<DocumentId> unreadable = ConcurrentHashMap.newKeySet();

    public void put(RowKey row, String body) {
        put(row, IndexedDocument.State.LIVE, new Document(Map.of("body", body)));
    }

    public void putStub(RowKey row) {
        put(row, IndexedDocument.State.DELETED, Document.empty());
    }

    void put(RowKey row, IndexedDocument.State state, Document document) {
        put(row, state, document, 1);
    }

    public void put(RowKey row, IndexedDocument.State state, Document document, long version) {
        DocumentId id = DocumentId.of(row);
        unreadable.remove(id);
        documents.put(id, new IndexedDocument(id, row, version, state, document));
    }

    /** What an indexer writes when the index does not take the row's document. */
    public void refuse(RowKey row, String body) {
        DocumentId id = DocumentId.of(row);
        long hash = ContentHash.ofRefused(id, new Document(Map.of("body", body)));
        documents.put(id, new IndexedDocument(id, row, 1, IndexedDocument.State.FAILED, Document.empty(), hash));
    }

    public void remove(RowKey row) {
        documents.remove(DocumentId.of(row));
    }

    /** Something that cannot be read, in the place of a row's document. */
    public void spoil(RowKey row) {
        put(row, "");
        unreadable.add(DocumentId.of(row));
    }

    /** A document of a row that has an id as of an index with another number of buckets. */
    void putUnder(DocumentId id, RowKey row, String body) {
        documents.put(
                id, new IndexedDocument(id, row, 1, IndexedDocument.State.LIVE, new Document(Map.of("body", body))));
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
        beforeGet.run();
        return Optional.ofNullable(documents.get(id)).map(this::readable);
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        scans.incrementAndGet();
        DocumentIdRange ids = DocumentIdRange.of(range);
        Iterator<IndexedDocument> iterator = documents.tailMap(new DocumentId(ids.from())).values().stream()
                .takeWhile(document -> !ids.isBehind(document.id().value()))
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
                IndexedDocument document = iterator.next();
                onDocument.accept(document.id());
                return readable(document);
            }

            @Override
            public void close() {}
        };
    }

    /** Changes a document as somebody does who knows nothing of hashes. */
    void changeBehindItsHash(RowKey row, String body) {
        DocumentId id = DocumentId.of(row);
        changed.put(id, hash(documents.get(id)));
        put(row, body);
    }

    private long hash(IndexedDocument document) {
        Long kept = changed.get(document.id());
        return kept != null ? kept : ContentHash.of(document.id(), document.document());
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        digests.incrementAndGet();
        DocumentIdRange ids = DocumentIdRange.of(range);
        if (!ids.exact()) {
            return Optional.empty();
        }
        RangeDigest digest = RangeDigest.empty();
        for (IndexedDocument document :
                documents.tailMap(new DocumentId(ids.from())).values()) {
            boolean within = !ids.isBehind(document.id().value());
            if (within && document.state() != IndexedDocument.State.DELETED) {
                boolean failed = document.state() == IndexedDocument.State.FAILED;
                digest = digest.plus(failed ? document.failedHash() : hash(document));
            }
        }
        return Optional.of(digest);
    }

    @Override
    public SearchResult search(SearchRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void refresh() {
        onRefresh.run();
    }

    @Override
    public Optional<Duration> refreshInterval() {
        return Optional.of(Duration.ZERO);
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
