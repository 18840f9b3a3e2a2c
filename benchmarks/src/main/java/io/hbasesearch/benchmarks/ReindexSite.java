/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.process.Backends;
import io.hbasesearch.cli.process.ReindexAccess;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.RunState;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.Task;
import io.hbasesearch.system.Site;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An installation over {@link MailTable}, whose index is made anew for each measurement and filled by {@code reindex} as the
 * command does it, with an indexer beside it. For one thread.
 */
final class ReindexSite {
    /** A reindex lets as much time pass after its index was created; that is no part of its rate. */
    private static final Duration SETTLE = Duration.ofSeconds(11);

    private final Site site;
    private final Limits limits;
    private final int rows;
    private final Supplier<ProcessorSeconds> processors;

    ReindexSite(Site site, int threads, int rows, Supplier<ProcessorSeconds> processors) {
        this.processors = processors;
        this.site = site;
        this.limits = Limits.standard(threads);
        this.rows = rows;
    }

    /** As many as the command uses unless it is told otherwise. */
    static int standardThreads() {
        return Math.min(4, 2 * Runtime.getRuntime().availableProcessors());
    }

    /**
     * A reindex that was measured.
     *
     * @param rowsPerSecond from the run's beginning to its end, as its log has them
     * @param commandSeconds with what the command does before and after: connecting, and waiting for the owner of an embedded index
     * @param spent by the command and all that it made work
     */
    record Measured(double rowsPerSecond, double commandSeconds, ProcessorSeconds spent) {}

    String index() {
        return site.index();
    }

    void createIndex() {
        site.run(0, "index", "create", site.index());
    }

    void deleteIndex() {
        site.run(0, "index", "delete", site.index(), "--with-dead-letters", "--yes");
    }

    Configuration configuration() {
        return Configuration.read(site.config(), Map.of());
    }

    /** Fills the index, which was just created. */
    Measured reindex() throws InterruptedException {
        Configuration configuration = configuration();
        try (HBaseConnections hbase =
                        new HBaseConnections(configuration.service().hbase());
                HBaseRowReader reader = new HBaseRowReader(hbase);
                IndexBackend backend = Backends.open(configuration.service().index(), Metrics.none());
                Indexer indexer = new Indexer(
                        configuration.service(), backend, reader, configuration.definitions(), Metrics.none())) {
            indexer.start();
            Thread.sleep(SETTLE.toMillis());
            ProcessorSeconds before = processors.get();
            long began = System.nanoTime();
            RunState end = run(configuration);
            double commandSeconds = (System.nanoTime() - began) / 1e9;
            return new Measured(
                    rows * 1e3 / (end.updatedMillis() - end.startedMillis()),
                    commandSeconds,
                    processors.get().minus(before));
        }
    }

    private RunState run(Configuration configuration) throws InterruptedException {
        try (ReindexAccess access =
                ReindexAccess.open(configuration.service(), configuration.definition(site.index()))) {
            RunState end = access.run(Task.inPlace(Selection.all(), limits), (state, reached) -> {});
            Counts counts = end.progress().counts();
            if (end.state() != RunState.State.DONE || counts.written() != rows || counts.failed() > 0) {
                throw new IllegalStateException("the reindex of " + rows + " rows ended as " + end.state() + " with "
                        + counts + " " + end.failure());
            }
            return end;
        }
    }
}
