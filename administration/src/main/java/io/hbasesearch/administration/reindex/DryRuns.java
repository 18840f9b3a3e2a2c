/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import io.hbasesearch.lucene.LuceneBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tries a reindex without touching the index. For an embedded index it uses a temporary directory, because another process owns
 * the index.
 */
public final class DryRuns {
    private DryRuns() {}

    /** Runs the trial. The index need not exist, nor have this definition. */
    public static DryRun.Report run(ServiceConfig config, IndexDefinition definition, Selection selection, int sample)
            throws InterruptedException, IOException {
        if (config.index().backend() != BackendConfig.Kind.LUCENE) {
            return run(config, Backends.open(config.index(), Metrics.none()), definition, selection, sample);
        }
        Path directory = Files.createTempDirectory("hbase-search-dry-run");
        try {
            LuceneConfig lucene = config.index().lucene();
            IndexBackend own =
                    new LuceneBackend(new LuceneConfig(directory, lucene.refreshInterval(), lucene.bufferBytes()));
            return run(config, own, definition, selection, sample);
        } finally {
            delete(directory);
        }
    }

    private static DryRun.Report run(
            ServiceConfig config, IndexBackend backend, IndexDefinition definition, Selection selection, int sample)
            throws InterruptedException {
        try (backend;
                HBaseConnections hbase = new HBaseConnections(config.hbase());
                HBaseRowReader rows = new HBaseRowReader(hbase, config.indexer().maxRowBytes())) {
            return new DryRun(definition, rows, config.hbase().timeout(), backend, Clock.systemUTC())
                    .run(selection, sample);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
