/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import java.io.IOException;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Reads back what {@link DocumentFactory} stored. For one thread and one reader. */
final class StoredDocuments {
    private static final Set<String> ROW_ONLY = Set.of(IndexFields.ROW);

    private final StoredFields fields;

    StoredDocuments(IndexReader reader) throws IOException {
        this.fields = reader.storedFields();
    }

    IndexedDocument read(int doc, DocumentId id) throws IOException {
        Document stored = fields.document(doc);
        IndexableField version = stored.getField(IndexFields.VERSION);
        BytesRef source = stored.getBinaryValue(IndexFields.SOURCE);
        return new IndexedDocument(
                id,
                id.rowKey().orElseGet(() -> rowKey(stored)),
                version.numericValue().longValue(),
                state(stored.get(IndexFields.STUB)),
                source == null ? io.hbasesearch.core.mapping.Document.empty() : DocumentJson.read(bytes(source)));
    }

    RowKey row(int doc, DocumentId id) throws IOException {
        if (id.rowKey().isPresent()) {
            return id.rowKey().get();
        }
        return rowKey(fields.document(doc, ROW_ONLY));
    }

    private static RowKey rowKey(Document stored) {
        return new RowKey(ByteArray.wrap(bytes(stored.getBinaryValue(IndexFields.ROW))));
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
