/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.worker.OpenGeneration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An index, its table, and the service that reindexes the index from the table, in the driver or in a task. For one thread. Owns
 * all of it.
 */
record IndexAccess(
        ServiceConfig config,
        IndexDefinition definition,
        IndexMetadata metadata,
        IndexBackend backend,
        HBaseConnections hbase,
        RowReader rows,
        ReindexService service)
        implements AutoCloseable {

    /** See {@link IndexAdmin#tables()}; none for embedded indexes, which {@link #open} refuses. */
    static Map<String, TableId> tables(ServiceConfig config) {
        if (config.index().backend() != BackendConfig.Kind.ELASTICSEARCH) {
            return Map.of();
        }
        try (IndexBackend backend = new ElasticsearchBackend(config.index().elasticsearch(), Metrics.none())) {
            return backend.admin().tables();
        }
    }

    /**
     * @param check throws if the index is not the expected one
     * @param reader of the table's rows
     * @throws HBaseSearchException USAGE for an embedded index, INDEX_NOT_FOUND
     */
    static IndexAccess open(
            ServiceConfig config,
            IndexDefinition definition,
            Consumer<IndexMetadata> check,
            Function<HBaseConnections, RowReader> reader) {
        if (config.index().backend() != BackendConfig.Kind.ELASTICSEARCH) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "an embedded index is written by the one process that owns it, so the tasks of a job cannot write to it",
                    "Leave out --engine mapreduce, or put the index into Elasticsearch (index.backend).",
                    null);
        }
        IndexBackend backend = new ElasticsearchBackend(config.index().elasticsearch(), Metrics.none());
        try {
            IndexMetadata metadata = backend.admin().require(definition.name());
            check.accept(metadata);
            HBaseConnections hbase = new HBaseConnections(config.hbase());
            RowReader rows = reader.apply(hbase);
            ReindexService service =
                    new ReindexService(OpenGeneration.Access.of(config, backend, rows), definition, metadata);
            return new IndexAccess(config, definition, metadata, backend, hbase, rows, service);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try (backend;
                hbase) {
            service.close();
            rows.close();
        }
    }
}
