/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.RowHits;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.StoredDocuments;
import io.hbasesearch.lucene.index.FollowedIndex;
import io.hbasesearch.lucene.index.LuceneIndex;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;

/**
 * Searches an index, or one generation of it, on the caller's thread. Safe for use by several threads; closed by its opener, or
 * with the backend.
 */
public final class LuceneDocumentSearcher implements DocumentSearcher {
    private final FollowedIndex followed;
    private final IndexDefinition definition;
    private final Consumer<LuceneDocumentSearcher> whenClosed;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final SnapshotRegistry<FollowedIndex.View> views = new SnapshotRegistry<>(System::nanoTime);

    /** @param whenClosed releases the followed index */
    public LuceneDocumentSearcher(
            FollowedIndex followed, IndexDefinition definition, Consumer<LuceneDocumentSearcher> whenClosed) {
        this.followed = followed;
        this.definition = definition;
        this.whenClosed = whenClosed;
    }

    public FollowedIndex followed() {
        return followed;
    }

    @Override
    public SearchResult search(SearchRequest request) {
        if (request.timeout().isNegative() || request.timeout().isZero()) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT,
                    "no time was left to search " + followed.metadata().index(),
                    "Ask for less, or allow more time.",
                    null);
        }
        return RowHits.search(
                definition, request, one -> views.search(one, followed::view, view -> search(view, one)), views::close);
    }

    private SearchResult search(FollowedIndex.View view, SearchRequest request) {
        // The analyzers belong to the generation, and another one may have replaced it since the last search.
        QueryTranslator translator =
                new QueryTranslator(definition, view.index().queryAnalyzer());
        try {
            DirectoryReader reader = (DirectoryReader) view.searcher().getIndexReader();
            return new Search(reader, definition, translator, request, new SearchTime(request.timeout())).run();
        } catch (IOException e) {
            throw view.index().fail(e);
        }
    }

    @Override
    public void closeView(ViewToken view) {
        views.close(view);
    }

    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        LuceneIndex current = followed.index();
        if (current.isUnrefreshed(id)) {
            current.refresh();
        }
        return withView(view -> find(view.searcher(), id));
    }

    /** Gets all documents in one view, which is refreshed once if it lacks one of them. */
    @Override
    public Map<DocumentId, IndexedDocument> getAll(Collection<DocumentId> ids) {
        LuceneIndex current = followed.index();
        if (ids.stream().anyMatch(current::isUnrefreshed)) {
            current.refresh();
        }
        return withView(view -> {
            Map<DocumentId, IndexedDocument> all = new HashMap<>();
            for (DocumentId id : ids) {
                try {
                    find(view.searcher(), id).ifPresent(document -> all.put(id, document));
                } catch (UnreadableDocumentException e) {
                    // A foreign document: this row has none.
                    all.remove(id);
                }
            }
            return all;
        });
    }

    @Override
    public List<NearWord> nearWords(List<String> fields, String word, Duration timeout) {
        return withView(view -> {
            NearTerms terms = new NearTerms(
                    new TimedTerms((DirectoryReader) view.searcher().getIndexReader(), new SearchTime(timeout)),
                    view.index().queryAnalyzer());
            try {
                return NearWord.best(word, terms.of(fields, word).stream());
            } catch (ExitableDirectoryReader.ExitingReaderException e) {
                // The time is up: other fields may have better words, so none is the best.
                return List.of();
            }
        });
    }

    private static Optional<IndexedDocument> find(IndexSearcher searcher, DocumentId id) throws IOException {
        TopDocs found = searcher.search(new TermQuery(new Term(IndexFields.ID, id.value())), 1);
        return found.scoreDocs.length == 0
                ? Optional.empty()
                : Optional.of(new StoredDocuments(searcher.getIndexReader()).read(found.scoreDocs[0].doc, id));
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        FollowedIndex.View view = followed.view();
        return new LuceneCursor(view.searcher(), range, searcher -> view.close(), view.index()::fail);
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        return withView(view -> RangeHashes.of(view.searcher(), range));
    }

    private <T> T withView(ViewReader<T> reader) {
        try (FollowedIndex.View view = followed.view()) {
            try {
                return reader.read(view);
            } catch (IOException e) {
                throw view.index().fail(e);
            }
        }
    }

    @Override
    public void refresh() {
        followed.index().refresh();
    }

    @Override
    public Optional<Duration> refreshInterval() {
        return Optional.of(followed.index().refreshInterval());
    }

    @Override
    public CheckResult check() {
        return followed.index().check();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            views.close();
            whenClosed.accept(this);
        }
    }

    private interface ViewReader<T> {
        T read(FollowedIndex.View view) throws IOException;
    }
}
