/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.document;

import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Reads the documents that {@link DocumentFactory} stored. For one thread and one reader. */
public final class StoredDocuments {
    private static final Set<String> ROW_ONLY = Set.of(IndexFields.ROW);

    private final IndexReader reader;
    private final StoredFields fields;

    public StoredDocuments(IndexReader reader) throws IOException {
        this.reader = reader;
        this.fields = reader.storedFields();
    }

    /** @throws UnreadableDocumentException if this is not a row's document */
    public IndexedDocument read(int doc, DocumentId id) throws IOException {
        Document stored = fields.document(doc);
        RowKey row = rowKey(id, stored);
        IndexableField version = stored.getField(IndexFields.VERSION);
        if (version == null) {
            throw new UnreadableDocumentException(id, "it has no version");
        }
        State state = state(stored.get(IndexFields.STUB));
        return new IndexedDocument(
                id,
                row,
                version.numericValue().longValue(),
                state,
                source(id, stored),
                state == State.FAILED ? hash(doc) : 0);
    }

    /**
     * Reads a hash with a new iterator each time, because iterators only move forward and documents are requested in any order.
     */
    private long hash(int doc) throws IOException {
        NumericDocValues hashes = MultiDocValues.getNumericValues(reader, IndexFields.HASH);
        return hashes != null && hashes.advanceExact(doc) ? hashes.longValue() : 0;
    }

    private static io.hbasesearch.core.mapping.Document source(DocumentId id, Document stored) {
        BytesRef source = stored.getBinaryValue(IndexFields.SOURCE);
        try {
            return source == null ? io.hbasesearch.core.mapping.Document.empty() : DocumentJson.read(bytes(source));
        } catch (IllegalArgumentException e) {
            throw new UnreadableDocumentException(id, "its content is " + e.getMessage());
        }
    }

    /** @throws UnreadableDocumentException if this is not a row's document */
    public RowKey row(int doc, DocumentId id) throws IOException {
        return rowKey(id, id.isWhole() ? null : fields.document(doc, ROW_ONLY));
    }

    private static RowKey rowKey(DocumentId id, @Nullable Document stored) {
        try {
            BytesRef key = stored == null || id.isWhole() ? null : stored.getBinaryValue(IndexFields.ROW);
            return id.rowKey(key == null ? null : bytes(key));
        } catch (IllegalArgumentException e) {
            throw new UnreadableDocumentException(id, e.getMessage());
        }
    }

    private static byte[] bytes(BytesRef ref) {
        return BytesRef.deepCopyOf(ref).bytes;
    }

    private static State state(@Nullable String stub) {
        if (stub == null) {
            return State.LIVE;
        }
        return stub.equals(IndexFields.DELETED) ? State.DELETED : State.FAILED;
    }
}
