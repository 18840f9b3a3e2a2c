/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.lucene.document.DocumentFactory;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.RejectedDocumentException;
import io.hbasesearch.lucene.index.LuceneIndex;
import io.hbasesearch.lucene.index.VersionLookup;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Adds documents such that an older version never wins: it holds the lock of the document's id, compares the version with the
 * highest one so far, and only then writes. Safe for use by several threads.
 */
public final class DocumentStore {
    private final LuceneIndex index;
    private final DocumentFactory documents;

    public DocumentStore(LuceneIndex index, IndexDefinition definition) {
        this.index = index;
        this.documents = new DocumentFactory(definition);
    }

    /** @throws IOException or a runtime exception if the index is no longer writable */
    public WriteResult write(IndexOperation operation, VersionLookup versions) throws IOException {
        DocumentId id = operation.id();
        Lock lock = index.idLock(id.value());
        lock.lock();
        try {
            OptionalLong current = versions.find(id.value());
            if (current.isPresent()
                    && current.getAsLong() >= operation.version().value()) {
                return new WriteResult.Superseded();
            }
            return add(operation, id, current.isPresent());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the stub of a deleted row, unless something newer has replaced it.
     *
     * @return whether it was removed
     */
    boolean removeStub(String id, long version, VersionLookup versions) throws IOException {
        Lock lock = index.idLock(id);
        lock.lock();
        try {
            OptionalLong current = versions.find(id);
            if (current.isEmpty() || current.getAsLong() != version) {
                return false;
            }
            // A version is written once: whatever has this version is the stub.
            index.writer().deleteDocuments(new Term(IndexFields.ID, id));
            return true;
        } finally {
            lock.unlock();
        }
    }

    private WriteResult add(IndexOperation operation, DocumentId id, boolean exists) throws IOException {
        try {
            List<Document> block = documents.block(operation, id);
            if (exists) {
                index.writer().updateDocuments(documents.term(id), block);
            } else {
                index.writer().addDocuments(block);
            }
        } catch (RejectedDocumentException e) {
            return new WriteResult.Rejected(e.getMessage());
        } catch (AlreadyClosedException e) {
            throw e;
        } catch (RuntimeException e) {
            // The writer drops such a document and continues, unless it has closed.
            if (!index.writer().isOpen()) {
                throw e;
            }
            return new WriteResult.Rejected(RejectedDocumentException.describe(e));
        }
        index.unrefreshed().put(id.value(), operation.version().value());
        return new WriteResult.Applied();
    }
}
