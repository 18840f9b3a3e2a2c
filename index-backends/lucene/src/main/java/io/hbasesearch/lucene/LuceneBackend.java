/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.index.DirectoryOpener;
import io.hbasesearch.lucene.index.FollowedIndex;
import io.hbasesearch.lucene.index.IndexDirectories;
import io.hbasesearch.lucene.index.LuceneGenerations;
import io.hbasesearch.lucene.index.LuceneIndex;
import io.hbasesearch.lucene.index.LuceneIndexAdmin;
import io.hbasesearch.lucene.index.OpenIndexes;
import io.hbasesearch.lucene.search.CommittedIndex;
import io.hbasesearch.lucene.search.LuceneDocumentSearcher;
import io.hbasesearch.lucene.write.DocumentStore;
import io.hbasesearch.lucene.write.LuceneDocumentWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.lucene.store.FSDirectory;

/**
 * Stores documents in Lucene indexes below one directory of this machine. An index belongs to the first process that opens it
 * for writing or searching, until that process closes it or dies; others can only list it. Safe for use by several threads;
 * closing it closes the writers and searchers that it opened.
 */
public final class LuceneBackend implements IndexBackend {
    private final LuceneConfig config;
    private final Clock clock;
    private final IndexDirectories directories;
    private final OpenIndexes open;
    private final LuceneIndexAdmin admin;
    private final LuceneGenerations generations;
    private final Set<DocumentWriter> writers = ConcurrentHashMap.newKeySet();
    private final Set<DocumentSearcher> searchers = ConcurrentHashMap.newKeySet();

    /** Does no I/O: the directory is created with the first index. */
    public LuceneBackend(LuceneConfig config) {
        this(config, Metrics.none(), Clock.systemUTC());
    }

    /** @param clock for the age of reads */
    public LuceneBackend(LuceneConfig config, Metrics metrics, Clock clock) {
        this(config, metrics, clock, FSDirectory::open);
    }

    LuceneBackend(LuceneConfig config, Metrics metrics, Clock clock, DirectoryOpener opener) {
        this.directories = new IndexDirectories(config.directory(), opener);
        this.config = config;
        this.clock = clock;
        this.open = new OpenIndexes(directories, config, metrics);
        this.admin = new LuceneIndexAdmin(directories, open, clock);
        this.generations = new LuceneGenerations(directories, open, admin);
    }

    /** Returns the names that a field's {@code analyzers} may choose from. */
    public static Set<String> analyzers() {
        return Analyzers.names();
    }

    @Override
    public String name() {
        return "lucene";
    }

    @Override
    public IndexAdmin admin() {
        return admin;
    }

    @Override
    public IndexGenerations generations() {
        return generations;
    }

    @Override
    public DocumentWriter openWriter(IndexDefinition definition, IndexMetadata metadata, Duration maxReadAge) {
        LuceneIndex index = open.acquire(metadata);
        DocumentStore store = new DocumentStore(index, definition);
        LuceneDocumentWriter writer =
                new LuceneDocumentWriter(index, store, maxReadAge, config.bufferBytes(), clock, this::giveBack);
        writers.add(writer);
        return writer;
    }

    @Override
    public DocumentSearcher openSearcher(IndexDefinition definition) {
        return searcher(open.follow(definition.name()), definition, searcher -> open.unfollow(searcher.followed()));
    }

    @Override
    public DocumentSearcher openSearcher(IndexDefinition definition, IndexMetadata generation) {
        FollowedIndex always = new FollowedIndex(open.acquire(generation), open::release);
        return searcher(always, definition, searcher -> always.close());
    }

    private DocumentSearcher searcher(
            FollowedIndex followed, IndexDefinition definition, Consumer<LuceneDocumentSearcher> giveBack) {
        LuceneDocumentSearcher opened = new LuceneDocumentSearcher(followed, definition, searcher -> {
            searchers.remove(searcher);
            giveBack.accept(searcher);
        });
        searchers.add(opened);
        return opened;
    }

    /**
     * Opens the last commit of an index's owner, for reading from another process. The caller closes it.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND
     */
    public DocumentSearcher openCommitted(IndexDefinition definition) {
        return CommittedIndex.open(directories, definition);
    }

    private void giveBack(LuceneDocumentWriter writer) {
        writers.remove(writer);
        open.release(writer.index());
    }

    /** Returns healthy unless an index that is open here is no longer writable. */
    @Override
    public CheckResult check() {
        return open.all().stream()
                .map(LuceneIndex::check)
                .filter(result -> !result.ok())
                .findFirst()
                .orElse(CheckResult.healthy());
    }

    @Override
    public void close() {
        Set.copyOf(writers).forEach(DocumentWriter::close);
        Set.copyOf(searchers).forEach(DocumentSearcher::close);
        open.close();
    }
}
