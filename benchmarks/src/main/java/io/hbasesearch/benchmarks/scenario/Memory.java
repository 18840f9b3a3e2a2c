/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.scenario.AnnouncedPuts.To;
import io.hbasesearch.benchmarks.site.Heap;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.ReindexCommand;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** How much heap is needed, by the command that fills an index and by the endpoint in its RegionServer. Stateless. */
final class Memory {
    private static final int HEAP_MEGABYTES = 512;
    private static final String MOST = "most after a collection MB";
    private static final String HELD = "held after a full collection MB";
    private static final String ON = "peer on";
    private static final String OFF = "peer off";

    private Memory() {}

    /**
     * {@code reindex} of all rows in a JVM with a heap of {@value #HEAP_MEGABYTES} MB: if it needs more, the measurement
     * fails.
     */
    static Finding ofReindex(Run run) throws Exception {
        MailTable.unannounced(
                run.servers().connection(),
                new MailRows(run.options().documentBytes()),
                run.options().rows());
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        Rounds rounds = run.rounds(new Way("reindex", round -> {
            site.createIndex();
            RunningIndexer indexer = RunningIndexer.start(site);
            double most;
            try {
                most = ReindexCommand.run(site, HEAP_MEGABYTES, run.directory());
            } finally {
                indexer.close();
            }
            site.deleteIndex();
            return Sample.of(MOST, most);
        }));
        Verdict heap = Verdict.ofDifferences(MOST, rounds.of("reindex", MOST), Goal.atMost(HEAP_MEGABYTES));
        return new Finding(
                rounds,
                List.of(heap),
                "each ran in a heap of " + HEAP_MEGABYTES + " MB; what a young collection leaves is in part garbage");
    }

    /**
     * HBase's heap under puts, with a peer and without: what its RegionServer holds after a flush and a full collection,
     * while the load goes on.
     */
    static Finding ofEndpoint(Run run) throws Exception {
        try (AnnouncedPuts puts = AnnouncedPuts.prepare(run, MailTable.NAME);
                OpenLoop loop = new OpenLoop()) {
            Rounds rounds = run.rounds(
                    new Way(OFF, round -> held(run, puts, loop, To.NOBODY)),
                    new Way(ON, round -> held(run, puts, loop, To.TOPIC)));
            List<Double> extra = new ArrayList<>();
            for (int i = 0; i < run.options().rounds(); i++) {
                extra.add(rounds.of(ON, HELD).get(i) - rounds.of(OFF, HELD).get(i));
            }
            return new Finding(
                    rounds,
                    List.of(Verdict.ofDifferences("heap with the peer less that without, MB", extra, Goal.atMost(64))),
                    "puts of " + PutLoad.CLIENTS + " clients went on during the collections");
        }
    }

    private static Sample held(Run run, AnnouncedPuts puts, OpenLoop loop, To announced) throws Exception {
        puts.announce(announced);
        Duration time = Duration.ofSeconds(run.options().seconds());
        CompletableFuture<Double> load = CompletableFuture.supplyAsync(() -> load(puts, loop, time));
        TimeUnit.MILLISECONDS.sleep(time.toMillis() / 2);
        // Else it would show how long ago HBase has last flushed, with and without a peer.
        try (Admin admin = run.servers().connection().getAdmin()) {
            admin.flush(TableName.valueOf(MailTable.NAME));
        }
        double held = Heap.held(run.servers().hbasePid());
        double rate = load.get();
        puts.awaitAnnounced();
        return Sample.of(HELD, held).and("puts/s", rate);
    }

    private static double load(AnnouncedPuts puts, OpenLoop loop, Duration time) {
        try {
            return loop.capacity(PutLoad.CLIENTS, time, number -> puts.put());
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
