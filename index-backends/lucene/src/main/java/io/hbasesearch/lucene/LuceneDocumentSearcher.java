/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;

/**
 * Searches one {@link LuceneIndex} on the caller's thread. Safe for use by several threads; closed by whoever opened it, or
 * with the backend.
 */
final class LuceneDocumentSearcher implements DocumentSearcher {
    private final LuceneIndex index;
    private final QueryTranslator translator;
    private final Consumer<LuceneDocumentSearcher> whenClosed;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param whenClosed gives the index back */
    LuceneDocumentSearcher(LuceneIndex index, QueryTranslator translator, Consumer<LuceneDocumentSearcher> whenClosed) {
        this.index = index;
        this.translator = translator;
        this.whenClosed = whenClosed;
    }

    LuceneIndex index() {
        return index;
    }

    @Override
    public SearchResult search(SearchRequest request) {
        if (request.timeout().isNegative() || request.timeout().isZero()) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "No time was left to search " + index.metadata().index(),
                    "Ask for less, or allow more time.",
                    null);
        }
        IndexSearcher view = index.acquire();
        try {
            return new Search(view.getIndexReader(), translator, request).run();
        } catch (IOException e) {
            throw index.fail(e);
        } finally {
            index.release(view);
        }
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        if (index.isUnrefreshed(id)) {
            index.refresh();
        }
        IndexSearcher view = index.acquire();
        try {
            TopDocs found = view.search(new TermQuery(new Term(IndexFields.ID, id.value())), 1);
            return found.scoreDocs.length == 0
                    ? Optional.empty()
                    : Optional.of(new StoredDocuments(view.getIndexReader()).read(found.scoreDocs[0].doc, id));
        } catch (IOException e) {
            throw index.fail(e);
        } finally {
            index.release(view);
        }
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        return new LuceneCursor(index.acquire(), range, index::release, index::fail);
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        IndexSearcher view = index.acquire();
        try {
            return RangeHashes.of(view, range);
        } catch (IOException e) {
            throw index.fail(e);
        } finally {
            index.release(view);
        }
    }

    @Override
    public void refresh() {
        index.refresh();
    }

    @Override
    public CheckResult check() {
        return index.check();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            whenClosed.accept(this);
        }
    }
}
