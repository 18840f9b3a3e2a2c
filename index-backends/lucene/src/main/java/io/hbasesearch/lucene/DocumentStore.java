/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Adds documents so that an older version never wins: under the lock of the document's id it compares the version with the
 * highest one so far and only then writes. Safe for use by several threads.
 */
final class DocumentStore {
    private final LuceneIndex index;
    private final DocumentFactory documents;

    DocumentStore(LuceneIndex index, IndexDefinition definition) {
        this.index = index;
        this.documents = new DocumentFactory(definition);
    }

    /** @throws IOException or a runtime exception if the index cannot be written any more */
    WriteResult write(IndexOperation operation, VersionLookup versions) throws IOException {
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
     * Removes the stub of a row that is gone, unless there is something newer in its place.
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
            // A version is written once: whoever wrote this one wrote the stub.
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
            // The writer drops such a document and lives on, unless it says otherwise.
            if (!index.writer().isOpen()) {
                throw e;
            }
            return new WriteResult.Rejected(RejectedDocumentException.describe(e));
        }
        index.unrefreshed().put(id.value(), operation.version().value());
        return new WriteResult.Applied();
    }
}
