/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.IndexedDocument;
import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the terms of the id field, which are in the order of ids, of one view of the index. Holds the view until it
 * is closed, and no more than one document. For one thread.
 */
final class LuceneCursor implements DocumentCursor {
    private final IndexSearcher view;
    private final Consumer<IndexSearcher> release;
    private final Function<Throwable, HBaseSearchException> failure;
    private final TermsEnum ids;
    private final @Nullable Bits live;
    private final StoredDocuments documents;
    private @Nullable PostingsEnum postings;
    private @Nullable IndexedDocument next;
    private boolean closed;

    /**
     * Takes the view over.
     *
     * @param release gives it back
     * @param failure what a broken file means for the index
     */
    LuceneCursor(
            IndexSearcher view, Consumer<IndexSearcher> release, Function<Throwable, HBaseSearchException> failure) {
        this.view = view;
        this.release = release;
        this.failure = failure;
        try {
            IndexReader reader = view.getIndexReader();
            Terms terms = MultiTerms.getTerms(reader, IndexFields.ID);
            this.ids = terms == null ? TermsEnum.EMPTY : terms.iterator();
            this.live = MultiBits.getLiveDocs(reader);
            this.documents = new StoredDocuments(reader);
            advance();
        } catch (IOException e) {
            close();
            throw failure.apply(e);
        }
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public IndexedDocument next() {
        IndexedDocument result = next;
        if (result == null) {
            throw new NoSuchElementException("the scan is at its end");
        }
        try {
            advance();
        } catch (IOException e) {
            throw failure.apply(e);
        }
        return result;
    }

    private void advance() throws IOException {
        next = null;
        for (BytesRef id = ids.next(); id != null; id = ids.next()) {
            int doc = liveDocument();
            if (doc != DocIdSetIterator.NO_MORE_DOCS) {
                next = documents.read(doc, new DocumentId(id.utf8ToString()));
                return;
            }
        }
    }

    private int liveDocument() throws IOException {
        postings = ids.postings(postings, PostingsEnum.NONE);
        int doc = postings.nextDoc();
        while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
            doc = postings.nextDoc();
        }
        return doc;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            next = null;
            release.accept(view);
        }
    }
}
