/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.StoredDocuments;
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
 * Iterates over the terms of the id field, which are in the order of ids, in one view of the index. Holds the view until it is
 * closed, and no document. For one thread.
 */
final class LuceneCursor implements DocumentCursor {
    private final IndexSearcher view;
    private final Consumer<IndexSearcher> release;
    private final Function<Throwable, HBaseSearchException> failure;
    private final KeyRange keys;
    private final DocumentIdRange range;
    private final TermsEnum ids;
    private final @Nullable Bits live;
    private final StoredDocuments documents;
    private @Nullable PostingsEnum postings;
    private @Nullable String nextId;
    private int nextDocument;
    private boolean closed;

    /**
     * Takes over the view.
     *
     * @param release releases the view
     * @param failure classifies a broken file for the index
     */
    LuceneCursor(
            IndexSearcher view,
            KeyRange keys,
            Consumer<IndexSearcher> release,
            Function<Throwable, HBaseSearchException> failure) {
        this.view = view;
        this.keys = keys;
        this.range = DocumentIdRange.of(keys);
        this.release = release;
        this.failure = failure;
        try {
            IndexReader reader = view.getIndexReader();
            Terms terms = MultiTerms.getTerms(reader, IndexFields.ID);
            this.ids = terms == null ? TermsEnum.EMPTY : terms.iterator();
            this.live = MultiBits.getLiveDocs(reader);
            this.documents = new StoredDocuments(reader);
            boolean found = terms != null && ids.seekCeil(new BytesRef(range.from())) != TermsEnum.SeekStatus.END;
            advanceFrom(found ? ids.term() : null);
        } catch (IOException e) {
            close();
            throw failure.apply(e);
        }
    }

    @Override
    public boolean hasNext() {
        return nextId != null;
    }

    @Override
    public IndexedDocument next() {
        String id = nextId;
        int document = nextDocument;
        if (id == null) {
            throw new NoSuchElementException("the scan has no more documents");
        }
        try {
            advanceFrom(ids.next());
            return documents.read(document, new DocumentId(id));
        } catch (IOException e) {
            throw failure.apply(e);
        }
    }

    private void advanceFrom(@Nullable BytesRef first) throws IOException {
        nextId = null;
        for (BytesRef term = first; term != null; term = ids.next()) {
            String id = term.utf8ToString();
            if (range.isBehind(id)) {
                return;
            }
            int doc = liveDocument();
            if (doc != DocIdSetIterator.NO_MORE_DOCS && belongs(doc, id)) {
                nextId = id;
                nextDocument = doc;
                return;
            }
        }
    }

    private boolean belongs(int doc, String id) throws IOException {
        if (range.exact()) {
            return true;
        }
        try {
            return keys.contains(documents.row(doc, new DocumentId(id)));
        } catch (UnreadableDocumentException e) {
            return true;
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
            nextId = null;
            release.accept(view);
        }
    }
}
