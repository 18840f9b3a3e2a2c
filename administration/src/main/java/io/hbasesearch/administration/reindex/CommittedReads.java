/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.lucene.LuceneBackend;
import java.util.function.BiFunction;

/** Reads an index from a process that does not own it: an embedded one at its owner's last commit. Closes what it opened. */
public final class CommittedReads implements AutoCloseable {
    private final IndexBackend backend;
    private final DocumentSearcher searcher;
    private final IndexMetadata metadata;
    private final IndexDefinition definition;

    private CommittedReads(
            IndexBackend backend, IndexMetadata metadata, IndexDefinition definition, DocumentSearcher searcher) {
        this.backend = backend;
        this.definition = definition;
        this.metadata = metadata;
        this.searcher = searcher;
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException INDEX_NOT_FOUND, INDEX_INCOMPATIBLE, SERVER_UNREACHABLE */
    public static CommittedReads open(BackendConfig config, IndexDefinition definition) {
        return switch (config.backend()) {
            case LUCENE -> {
                LuceneBackend lucene = new LuceneBackend(config.lucene());
                yield open(lucene, definition, (own, live) -> lucene.openCommitted(own));
            }
            case ELASTICSEARCH -> {
                ElasticsearchBackend elasticsearch = new ElasticsearchBackend(config.elasticsearch(), Metrics.none());
                yield open(elasticsearch, definition, elasticsearch::openSearcher);
            }
        };
    }

    private static CommittedReads open(
            IndexBackend backend,
            IndexDefinition definition,
            BiFunction<IndexDefinition, IndexMetadata, DocumentSearcher> searcher) {
        try {
            IndexMetadata metadata = backend.admin().require(definition.name());
            IndexDefinition own = metadata.definitionOr(definition);
            return new CommittedReads(backend, metadata, own, searcher.apply(own, metadata));
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
    }

    /** Returns the definition from which the index was created, whatever the configuration says. */
    public IndexDefinition definition() {
        return definition;
    }

    public IndexMetadata metadata() {
        return metadata;
    }

    /** Returns the number of documents that searches can find. */
    public long documents() {
        return backend.admin().statistics(metadata.index()).documents();
    }

    public DocumentSearcher searcher() {
        return searcher;
    }

    @Override
    public void close() throws Exception {
        try (backend) {
            searcher.close();
        }
    }
}
