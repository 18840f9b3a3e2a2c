/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.service.Lifecycle;

/**
 * An indexer as {@code hbase-search indexer} runs it, in this process, so that what it counts can be seen. Owns all its parts.
 */
public final class RunningIndexer implements AutoCloseable {
    private final Lifecycle lifecycle = new Lifecycle();
    private final AcknowledgedRows acknowledged = new AcknowledgedRows();
    private final IndexBackend backend;

    private RunningIndexer(Configuration configuration) {
        HBaseConnections hbase = lifecycle.add(
                "HBase connection", new HBaseConnections(configuration.service().hbase()));
        HBaseRowReader reader = lifecycle.add(
                "row reader",
                HBaseRowReader.ofOwners(hbase, configuration.service().indexer().maxRowBytes()));
        backend = lifecycle.add("index", Backends.open(configuration.service().index(), acknowledged));
        lifecycle
                .add(
                        "indexer",
                        new Indexer(
                                configuration.service(), backend, reader, configuration.definitions(), acknowledged))
                .start();
    }

    /** Begins where the index's offsets are. */
    public static RunningIndexer start(MeasuredSite site) {
        return new RunningIndexer(site.configuration());
    }

    public AcknowledgedRows acknowledged() {
        return acknowledged;
    }

    /** What it writes into; closed with it. */
    public IndexBackend backend() {
        return backend;
    }

    /**
     * Looks into the index, once all is acknowledged that is to be in it.
     *
     * @param documents that searches can find
     * @param failed rows that have a stub in place of a document
     * @throws IllegalStateException if it holds anything else
     */
    public void require(MeasuredSite site, long documents, long failed) {
        try (DocumentSearcher searcher = backend.openSearcher(site.definition())) {
            searcher.refresh();
        }
        IndexStatistics held = backend.admin().statistics(site.index());
        if (held.documents() != documents || held.failedStubs() != failed || held.deletedStubs() != 0) {
            throw new IllegalStateException("the index holds " + held + ", not " + documents + " documents and "
                    + failed + " stubs of failed rows");
        }
    }

    @Override
    public void close() {
        lifecycle.close();
    }
}
