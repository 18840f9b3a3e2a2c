/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.scenario.AnnouncedPuts.To;
import io.hbasesearch.benchmarks.site.Heap;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.ReindexCommand;
import io.hbasesearch.benchmarks.site.ReindexSite;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** How much heap is needed, by the command that fills an index and by the endpoint in its RegionServer. Stateless. */
final class Memory {
    private static final int HEAP_MEGABYTES = 512;
    private static final String ENDS = "ends within " + HEAP_MEGABYTES + " MB (1: it does, 0: it does not)";
    private static final String MOST = "most after a collection MB";
    private static final String HELD = "held after a full collection MB";
    private static final String ON = "peer on";
    private static final String OFF = "peer off";

    private Memory() {}

    /** {@code reindex} of all rows in a JVM with a heap of {@value #HEAP_MEGABYTES} MB, in which it ends or does not. */
    static Finding ofReindex(Run run) throws Exception {
        MailTable.unannounced(
                run.servers().connection(),
                new MailRows(run.options().documentBytes()),
                run.options().rows());
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        Rounds rounds = run.rounds(new Way("reindex", round -> reindex(run, site)));
        Verdict ends = Verdict.ofDifferences(ENDS, rounds.of("reindex", ENDS), Goal.atLeast(1));
        return new Finding(
                rounds,
                List.of(ends),
                run.options().rounds() + " rounds, each a process of its own with -Xmx" + HEAP_MEGABYTES
                        + "m and the serial collector, which ends if it wants more; rows/s have its start in them",
                "what a collection of the young leaves is in part garbage, so the most that was left is more than is needed");
    }

    private static Sample reindex(Run run, MeasuredSite site) throws Exception {
        site.createIndex();
        RunningIndexer indexer = RunningIndexer.start(site);
        ReindexCommand.Outcome outcome;
        Span clock;
        try {
            // Else it would wait itself, and its rows/s would have that in them.
            TimeUnit.NANOSECONDS.sleep(ReindexSite.SETTLE.toNanos());
            long began = System.nanoTime();
            outcome = ReindexCommand.run(site, HEAP_MEGABYTES, run.recorderFlags("reindex"), run.directory());
            clock = Span.ofNanos(began, System.nanoTime());
            if (outcome.isWithinHeap()) {
                requireAll(run, site);
            }
        } finally {
            indexer.close();
        }
        site.deleteIndex();
        return Sample.of(ENDS, outcome.isWithinHeap() ? 1 : 0)
                .and(MOST, outcome.mostMegabytes())
                .and("rows/s", run.options().rows() / outcome.seconds())
                .during(clock);
    }

    private static void requireAll(Run run, MeasuredSite site) throws IOException, InterruptedException {
        RawElasticsearch elasticsearch =
                new RawElasticsearch(run.servers().addresses().rawElasticsearch());
        elasticsearch.requireCount(
                elasticsearch.physicalName(site.index()), run.options().rows());
    }

    /**
     * HBase's heap under puts, with a peer and without, which come at the same rate: what its RegionServer holds after a flush and
     * a full collection, while the load goes on.
     */
    static Finding ofEndpoint(Run run) throws Exception {
        try (AnnouncedPuts puts = AnnouncedPuts.prepare(run, MailTable.NAME);
                OpenLoop loop = new OpenLoop()) {
            double rate = rate(run, puts, loop);
            Rounds rounds = run.rounds(
                    new Way(OFF, round -> held(run, puts, loop, rate, round, To.NOBODY)),
                    new Way(ON, round -> held(run, puts, loop, rate, round, To.TOPIC)));
            List<Double> extra = new ArrayList<>();
            for (int i = 0; i < run.options().rounds(); i++) {
                extra.add(rounds.of(ON, HELD).get(i) - rounds.of(OFF, HELD).get(i));
            }
            return new Finding(
                    rounds,
                    List.of(Verdict.ofDifferences("heap with the peer less that without, MB", extra, Goal.atMost(64))),
                    "puts went on during the collections, " + (int) rate
                            + " a second with the peer and without, which is "
                            + run.options().share() + " of what HBase took with it before the rounds");
        }
    }

    /** What both can take, so that neither has more to hold than the other. */
    private static double rate(Run run, AnnouncedPuts puts, OpenLoop loop) throws Exception {
        puts.announce(To.TOPIC);
        loop.capacity(PutLoad.CLIENTS, time(run), number -> puts.put());
        double capacity = loop.capacity(PutLoad.CLIENTS, time(run), number -> puts.put());
        puts.awaitAnnounced();
        return run.options().share() * capacity;
    }

    private static Duration time(Run run) {
        return Duration.ofSeconds(run.options().seconds());
    }

    private static Sample held(Run run, AnnouncedPuts puts, OpenLoop loop, double rate, int round, To announced)
            throws Exception {
        puts.announce(announced);
        Duration time = time(run);
        CompletableFuture<Double> load =
                CompletableFuture.supplyAsync(() -> load(puts, loop, rate, time, new Random(round)));
        TimeUnit.MILLISECONDS.sleep(time.toMillis() / 2);
        // Else it would show how long ago HBase has last flushed, with and without a peer.
        MailTable.flush(run.servers().connection(), MailTable.NAME);
        double held = Heap.held(run.servers().hbasePid());
        double reached = load.get();
        puts.awaitAnnounced();
        return Sample.of(HELD, held).and("puts/s", reached);
    }

    private static double load(AnnouncedPuts puts, OpenLoop loop, double rate, Duration time, Random random) {
        try {
            return loop.run(rate, time, random, number -> puts.put()).rate();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
