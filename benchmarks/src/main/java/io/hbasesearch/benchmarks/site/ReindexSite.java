/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import java.time.Duration;
import java.time.Instant;

/**
 * Fills a site's index, made anew, by {@code reindex} as the command does it, with an indexer beside it. For one thread.
 */
public final class ReindexSite {
    /** A reindex waits until its index is 10 s old, and then not at all; that is no part of its rate. */
    public static final Duration SETTLE = Duration.ofSeconds(11);

    private final Run run;
    private final MeasuredSite site;
    private final int rows;

    public ReindexSite(Run run, MeasuredSite site) {
        this(run, site, run.options().rows());
    }

    /** @param rows that the site's table has */
    public ReindexSite(Run run, MeasuredSite site, int rows) {
        this.run = run;
        this.site = site;
        this.rows = rows;
    }

    /** As many as the command uses unless it is told otherwise. */
    public static int standardThreads() {
        return Math.min(4, 2 * Runtime.getRuntime().availableProcessors());
    }

    /**
     * Rows per second from the run's beginning to its end, as its log has them, and with what the command does before and
     * after.
     */
    public Sample reindex() throws InterruptedException {
        site.createIndex();
        RunningIndexer indexer = RunningIndexer.start(site);
        try {
            settle(run);
            ProcessorSeconds before = run.servers().processorSeconds();
            long began = System.nanoTime();
            RunState end = reindex(site.configuration());
            double commandSeconds = (System.nanoTime() - began) / 1e9;
            double seconds = (end.heartbeat().updatedMillis() - end.heartbeat().startedMillis()) / 1e3;
            ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
            indexer.require(site, rows, 0);
            return Sample.of("rows/s", rows / seconds)
                    .and("command s", commandSeconds)
                    .and(spent)
                    .during(new Span(
                            Instant.ofEpochMilli(end.heartbeat().startedMillis()),
                            Instant.ofEpochMilli(end.heartbeat().updatedMillis())));
        } finally {
            indexer.close();
        }
    }

    /** Waits as a reindex does before it begins with a new index. */
    public static void settle(Run run) throws InterruptedException {
        Thread.sleep(SETTLE.toMillis());
        // What was touched before that is the host's again by now.
        run.touchMemory();
    }

    private RunState reindex(Configuration configuration) throws InterruptedException {
        Limits limits = Limits.standard(run.options().threads());
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
