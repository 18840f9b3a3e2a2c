/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.baseline.RefreshTimes;
import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.LoadShare;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.Latencies;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.load.OpenLoop;
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.site.AcknowledgedRows;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.Meters;
import io.hbasesearch.benchmarks.site.Refreshes;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.system.TestTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * How long after its put's acknowledgement a row is found, while puts come at a share of what the whole path can take, at
 * moments of their own, whether or not earlier ones are answered; and what each stage takes of that. For one thread.
 */
final class PutToSearchable {
    private static final String OURS = "hbase-search";
    private static final String SEARCHABLE = "put acknowledged to searchable";
    private static final String WRITTEN = "WAL to write acknowledged";
    private static final String RATE = "puts/s";
    private static final String MEAN = " mean ms";
    /** Probes a second: enough for a 99th percentile, too few to be a load. */
    private static final double PROBES = 50;

    private final Run run;
    private final MailRows rows;
    private final TestTable table;
    private final Topic topic;
    private final Refreshes refreshes;
    private int revision;
    /** Rows per second that the whole path takes. */
    private double capacity;

    private PutToSearchable(Run run, MailRows rows, TestTable table, Topic topic, Refreshes refreshes) {
        this.run = run;
        this.rows = rows;
        this.table = table;
        this.topic = topic;
        this.refreshes = refreshes;
    }

    static Finding overElasticsearch(Run run) throws Exception {
        return measure(
                run,
                MeasuredSite.Backend.ELASTICSEARCH,
                Map.of(WRITTEN + " p50 ms", Goal.atMost(200), WRITTEN + " p99 ms", Goal.atMost(1_000)));
    }

    static Finding overLucene(Run run) throws Exception {
        return measure(
                run,
                MeasuredSite.Backend.LUCENE,
                Map.of(SEARCHABLE + " p50 ms", Goal.atMost(150), SEARCHABLE + " p99 ms", Goal.atMost(500)));
    }

    private static Finding measure(Run run, MeasuredSite.Backend backend, Map<String, Goal> goals) throws Exception {
        TestTable table = MailTable.create(run.servers().connection(), MailTable.NAME);
        MailTable.compactWhenAsked(run.servers().connection(), MailTable.NAME);
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, backend);
        site.announce(run.options().partitions());
        site.createIndex();
        MailRows rows = new MailRows(run.options().documentBytes());
        try (Topic topic = site.topic();
                RunningIndexer indexer = RunningIndexer.start(site);
                DocumentSearcher searcher = indexer.backend().openSearcher(site.definition());
                OpenLoop loop = new OpenLoop()) {
            topic.stampAppends();
            Refreshes refreshes =
                    switch (backend) {
                        case LUCENE -> Refreshes.embedded(indexer.acknowledged().meters());
                        case ELASTICSEARCH ->
                            Refreshes.of(
                                    new RawElasticsearch(
                                            run.servers().addresses().rawElasticsearch()),
                                    site.index());
                    };
            return new PutToSearchable(run, rows, table, topic, refreshes).measure(indexer, searcher, loop, goals);
        }
    }

    private Finding measure(RunningIndexer indexer, DocumentSearcher searcher, OpenLoop loop, Map<String, Goal> goals)
            throws Exception {
        measureCapacity(indexer);
        measureCapacity(indexer);
        Rounds rounds = run.rounds(new Way(OURS, round -> {
            // Else it would be a matter of luck into which load HBase's flushes and compactions fall.
            MailTable.compact(run.servers().connection(), MailTable.NAME);
            run.settle();
            Sample sample = load(round, indexer, searcher, loop);
            measureCapacity(indexer);
            return sample.and(LoadShare.FIGURE, sample.figure(RATE) / capacity);
        }));
        return new Finding(
                rounds,
                verdicts(rounds, goals),
                "the puts/s of a round are " + run.options().share()
                        + " of what the path took right before it, from the first put to the last acknowledged write, and"
                        + " its load is told by what it takes right after; about " + (int) PROBES
                        + " of them a second are searched for",
                LoadShare.note(run.options().share(), rounds.of(OURS, LoadShare.FIGURE)));
    }

    private double rate() {
        return run.options().share() * capacity;
    }

    private static List<Verdict> verdicts(Rounds rounds, Map<String, Goal> goals) {
        return goals.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(goal -> Verdict.of(goal.getKey(), positive(rounds.of(OURS, goal.getKey())), goal.getValue()))
                .toList();
    }

    /** What is less than a clock's step is taken for that. */
    private static List<Double> positive(List<Double> millis) {
        return millis.stream().map(value -> Math.max(0.001, value)).toList();
    }

    /** From the first put to the last acknowledgement of the index, as many puts under way as clients can have. */
    private void measureCapacity(RunningIndexer indexer) throws Exception {
        revision++;
        int number = run.options().rows();
        long began = System.nanoTime();
        long before = topic.events();
        PutLoad.run(table, number, row -> rows.put(row, revision));
        topic.await(before + number, FilledTopic.LIMIT);
        long end = indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
        capacity = number * 1e9 / (end - began);
        run.tell("the path takes " + Figures.text(capacity) + " rows/s");
    }

    private Sample load(int round, RunningIndexer indexer, DocumentSearcher searcher, OpenLoop loop) throws Exception {
        double rate = rate();
        long began = System.nanoTime();
        revision++;
        Meters meters = indexer.acknowledged().meters();
        meters.resetTimes();
        refreshes.reset();
        int every = (int) Math.max(1, rate / PROBES);
        Shipping shipping = new Shipping(run.servers().addresses().bootstrapServers(), topic.name());
        try (Probes probes = new Probes(searcher);
                shipping) {
            Duration time = Duration.ofSeconds(run.options().seconds());
            Latencies puts = loop.run(rate, time, new Random(round), number -> put(number, every, probes));
            Histogram searchable = probes.await();
            indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
            shipping.stop();
            RefreshTimes seen = refreshes.seen();
            long ended = System.nanoTime();
            return sample(puts, shipping, meters, searchable)
                    .and("one refresh" + MEAN, seen.meanMillis())
                    .and("refreshes/s", seen.number() * 1e9 / (ended - began))
                    .and(RATE, puts.rate())
                    .during(Span.ofNanos(began, ended));
        }
    }

    private void put(int number, int every, Probes probes) throws Exception {
        boolean isProbe = number % every == 0;
        String word = isProbe ? Probes.word(number) : "";
        Put put = rows.put(number % run.options().rows(), revision, word);
        try (Table open = table.open()) {
            open.put(put);
        }
        if (isProbe) {
            probes.written(put, word);
        }
    }

    private static Sample sample(Latencies puts, Shipping shipping, Meters meters, Histogram searchable) {
        Map<String, Double> figures = new LinkedHashMap<>();
        Map.of("p50 ms", Latencies.MEDIAN, "p99 ms", Latencies.P99).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(percentile -> {
                    String name = " " + percentile.getKey();
                    double at = percentile.getValue();
                    figures.put("put, from when it was due" + name, puts.millis(at));
                    figures.put("WAL to Kafka" + name, shipping.shipMillis(at));
                    figures.put("Kafka to a consumer" + name, shipping.deliverMillis(at));
                    figures.put("one read of HBase" + name, meters.millis("hbase_search_indexer_read_seconds", at));
                    figures.put("mapping of a batch" + name, meters.millis("hbase_search_indexer_map_seconds", at));
                    figures.put("write of a batch" + name, meters.millis("hbase_search_indexer_write_seconds", at));
                    figures.put(WRITTEN + name, meters.millis(AcknowledgedRows.ACKNOWLEDGED, at));
                    figures.put(SEARCHABLE + name, searchable.getValueAtPercentile(100 * at) / 1e3);
                });
        // Percentiles of stages do not add up, and means do. What is left is the wait for a refresh, the refresh and
        // the search, less what a put takes from its entry in the log to its acknowledgement, where the other clock
        // begins.
        figures.put(WRITTEN + MEAN, meters.meanMillis(AcknowledgedRows.ACKNOWLEDGED));
        figures.put(SEARCHABLE + MEAN, searchable.getMean() / 1e3);
        figures.put(
                "write acknowledged to searchable" + MEAN,
                figures.get(SEARCHABLE + MEAN) - figures.get(WRITTEN + MEAN));
        return new Sample(figures);
    }
}
