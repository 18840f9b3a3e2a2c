/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.StoredDocuments;
import io.hbasesearch.lucene.index.Failures;
import io.hbasesearch.lucene.index.IndexDirectories;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;

/**
 * Reads what the owner of an index has committed, without owning it: for checks from another process. Sees a write only once
 * the owner has committed it, at most {@code indexer.commitInterval} later. Safe for use by several threads; its opener closes
 * it. Not for a thread that may be interrupted: Lucene treats an interrupt as a broken disk.
 */
public final class CommittedIndex implements DocumentSearcher {
    private final IndexMetadata metadata;
    private final IndexDefinition definition;
    private final SnapshotRegistry<View> views = new SnapshotRegistry<>(System::nanoTime);
    private final Path path;
    private final IndexAnalyzers analyzers;
    private final QueryTranslator translator;
    private final Directory directory;
    private final SearcherManager searchers;

    /** @throws HBaseSearchException INDEX_NOT_FOUND */
    public static CommittedIndex open(IndexDirectories directories, IndexDefinition definition) {
        IndexMetadata metadata = directories
                .find(definition.name())
                .orElseThrow(() -> Failures.notFound(definition.name()))
                .metadata();
        Path path = directories.physical(metadata);
        try {
            return new CommittedIndex(metadata, path, directories.open(path), definition);
        } catch (IOException e) {
            throw Failures.of(metadata.index(), path, e);
        }
    }

    private CommittedIndex(IndexMetadata metadata, Path path, Directory directory, IndexDefinition definition)
            throws IOException {
        this.metadata = metadata;
        this.definition = definition;
        this.path = path;
        this.directory = directory;
        try {
            this.searchers = new SearcherManager(directory, new SearcherFactory());
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
        this.analyzers = IndexAnalyzers.of(metadata.analyzers());
        this.translator = new QueryTranslator(definition, analyzers.queries());
    }

    @Override
    public SearchResult search(SearchRequest request) {
        if (request.timeout().isNegative() || request.timeout().isZero()) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT, "No time was left to search " + metadata.index(), "Allow more time.", null);
        }
        return views.search(request, () -> new View(acquire()), view -> search(view.searcher(), request));
    }

    private SearchResult search(IndexSearcher view, SearchRequest request) {
        try {
            DirectoryReader reader = (DirectoryReader) view.getIndexReader();
            return new Search(reader, definition, translator, request, new SearchTime(request.timeout())).run();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    @Override
    public void closeView(ViewToken view) {
        views.close(view);
    }

    private final class View implements AutoCloseable {
        private final IndexSearcher searcher;

        View(IndexSearcher searcher) {
            this.searcher = searcher;
        }

        IndexSearcher searcher() {
            return searcher;
        }

        @Override
        public void close() {
            release(searcher);
        }
    }

    /** Gets a document in the state of the last commit. */
    @Override
    public Optional<IndexedDocument> get(DocumentId id) {
        refresh();
        IndexSearcher view = acquire();
        try {
            TopDocs found = view.search(new TermQuery(new Term(IndexFields.ID, id.value())), 1);
            return found.scoreDocs.length == 0
                    ? Optional.empty()
                    : Optional.of(new StoredDocuments(view.getIndexReader()).read(found.scoreDocs[0].doc, id));
        } catch (IOException e) {
            throw fail(e);
        } finally {
            release(view);
        }
    }

    @Override
    public DocumentCursor scan(KeyRange range) {
        return new LuceneCursor(acquire(), range, this::release, this::fail);
    }

    @Override
    public Optional<RangeDigest> digest(KeyRange range) {
        IndexSearcher view = acquire();
        try {
            return RangeHashes.of(view, range);
        } catch (IOException e) {
            throw fail(e);
        } finally {
            release(view);
        }
    }

    /** Moves to the owner's last commit. */
    @Override
    public void refresh() {
        try {
            searchers.maybeRefreshBlocking();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** Returns empty: refreshes happen only on request, because this process is not notified of commits. */
    @Override
    public Optional<Duration> refreshInterval() {
        return Optional.empty();
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    private IndexSearcher acquire() {
        try {
            return searchers.acquire();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    private void release(IndexSearcher view) {
        try {
            searchers.release(view);
        } catch (IOException e) {
            throw fail(e);
        }
    }

    private HBaseSearchException fail(Throwable cause) {
        return Failures.of(metadata.index(), path, cause);
    }

    @Override
    public void close() {
        try {
            views.close();
            searchers.close();
            directory.close();
        } catch (IOException e) {
            throw fail(e);
        } finally {
            analyzers.close();
        }
    }
}
