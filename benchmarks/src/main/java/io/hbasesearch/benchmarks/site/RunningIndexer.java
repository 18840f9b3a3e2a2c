/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.process.Backends;
import io.hbasesearch.cli.process.Lifecycle;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.Indexer;
import java.time.Duration;

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
        HBaseRowReader reader = lifecycle.add("row reader", new HBaseRowReader(hbase));
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

    /**
     * Fills the site's index, which was just created, from the beginning of its topic.
     *
     * @param events in the topic
     * @return from the first event taken to the last acknowledgement
     */
    public static Span fill(MeasuredSite site, long events, Duration limit) throws InterruptedException {
        try (RunningIndexer indexer = start(site)) {
            long end = indexer.acknowledged().await(events, limit);
            return Span.ofNanos(indexer.acknowledged().startNanos(), end);
        }
    }

    public AcknowledgedRows acknowledged() {
        return acknowledged;
    }

    /** What it writes into; closed with it. */
    public IndexBackend backend() {
        return backend;
    }

    @Override
    public void close() {
        lifecycle.close();
    }
}
