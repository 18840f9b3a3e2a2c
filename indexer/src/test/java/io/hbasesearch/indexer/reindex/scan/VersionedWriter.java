/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.verify.SortedIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes to an index in memory in which the highest version of a row wins. Answers at once. */
public final class VersionedWriter implements DocumentWriter {
    private final SortedIndex index;
    final List<IndexOperation> operations = Collections.synchronizedList(new ArrayList<>());

    /** How many operations came together. */
    final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());

    /** The operations that were there whenever somebody said whether they are behind. */
    final List<String> behind = Collections.synchronizedList(new ArrayList<>());

    /** Says what to answer instead of writing; null to write. */
    volatile Function<IndexOperation, WriteResult> verdict = operation -> null;

    public VersionedWriter(SortedIndex index) {
        this.index = index;
    }

    @Override
    public void write(List<IndexOperation> batch, WriteListener listener) {
        batches.add(batch.size());
        List<WriteListener.Settled> settled = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            settled.add(new WriteListener.Settled(i, write(batch.get(i))));
        }
        listener.settled(settled);
    }

    @Override
    public void catchUp(boolean isBehind) {
        behind.add(isBehind + " at " + operations.size());
    }

    private synchronized WriteResult write(IndexOperation operation) {
        operations.add(operation);
        WriteResult refused = verdict.apply(operation);
        if (refused != null) {
            return refused;
        }
        RowKey row = operation.row();
        IndexedDocument now = index.documents.get(DocumentId.of(row));
        if (now != null && now.version() >= operation.version().value()) {
            return new WriteResult.Superseded();
        }
        index.documents.put(DocumentId.of(row), document(operation));
        return new WriteResult.Applied();
    }

    private static IndexedDocument document(IndexOperation operation) {
        DocumentId id = operation.id();
        RowKey row = operation.row();
        long version = operation.version().value();
        if (operation instanceof IndexOperation.Upsert upsert) {
            return new IndexedDocument(id, row, version, IndexedDocument.State.LIVE, upsert.document());
        }
        if (operation instanceof IndexOperation.MarkFailed failed) {
            return new IndexedDocument(id, row, version, IndexedDocument.State.FAILED, Document.empty(), failed.hash());
        }
        return new IndexedDocument(id, row, version, IndexedDocument.State.DELETED, Document.empty());
    }

    @Override
    public Optional<PositionStore> positions() {
        return Optional.empty();
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
