/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.BulkLoads;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.Meters;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.servers.TcpRelay;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast an indexer catches up when Elasticsearch comes back: connections to it are refused while rows are written, evenly, and
 * announced, and the clock runs from the moment at which they are accepted again to the last acknowledgement. The baseline
 * loads the same documents by the same relay. Each round has a table, a topic and an index of its own, so that none has less to
 * do. For one thread.
 */
final class CatchUp {
    private static final String RATE = "rows/s";
    private static final String REFUSED = "refused with 429, % of rows";
    private static final String FIRST = "first write after s";
    private static final String INDEXER = "indexer";
    private static final String READ = "hbase_search_indexer_rows_read_total";
    private static final String THROTTLED = "hbase_search_elasticsearch_throttled_operations_total";
    /** An indexer that has nothing to do has found that out by then, and holds its connections. */
    private static final int SETTLE_SECONDS = 5;
    /** Code is warm after that as well. */
    private static final int UNCOUNTED_OUTAGE_SECONDS = 60;

    private final Run run;
    private final MailRows rows;
    private final TcpRelay relay;
    private final URI uri;

    private CatchUp(Run run, TcpRelay relay) {
        this.run = run;
        this.rows = new MailRows(run.options().documentBytes());
        this.relay = relay;
        this.uri = URI.create("http://127.0.0.1:" + relay.port());
    }

    static Finding measure(Run run) throws Exception {
        try (TcpRelay relay = TcpRelay.to(run.servers().elasticsearchPort())) {
            return new CatchUp(run, relay).measure();
        }
    }

    private Finding measure() throws Exception {
        run.tell("first catch-up, for the documents of the bulk loads");
        MeasuredSite first = site("first");
        int shortly = Math.min(UNCOUNTED_OUTAGE_SECONDS, run.options().outageSeconds());
        catchUp(first, shortly);
        try (BulkLoads bulk =
                BulkLoads.ofIndex(run, first, uri, MailRows.BY_NUMBER, () -> TimeUnit.SECONDS.sleep(SETTLE_SECONDS))) {
            Rounds rounds = run.rounds(new Way("bulk", round -> bulk.load()), new Way(INDEXER, round -> {
                MeasuredSite site = site("round" + round);
                boolean counts = round >= run.options().size().warmUps();
                Sample sample = catchUp(site, counts ? run.options().outageSeconds() : shortly);
                site.deleteIndex();
                return sample;
            }));
            return new Finding(
                    rounds,
                    List.of(
                            Verdict.of("catch-up to bulk", rounds.ratios(INDEXER, "bulk", RATE), Goal.atLeast(0.85)),
                            Verdict.ofDifferences(REFUSED, rounds.of(INDEXER, REFUSED), Goal.atMost(1))),
                    bulk.note(),
                    "Elasticsearch was away for " + run.options().outageSeconds()
                            + " s, in which the rows were written and"
                            + " announced evenly, or for as long as that took, whichever was longer; for " + shortly
                            + " s in rounds that do not count",
                    "rows/s of the indexer are of the rows that it had not read by then, as its own count has it");
        }
    }

    private MeasuredSite site(String table) throws Exception {
        MailTable.create(run.servers().connection(), table);
        MeasuredSite site = MeasuredSite.through(uri, run, table);
        site.announce(run.options().partitions());
        site.createIndex();
        return site;
    }

    private Sample catchUp(MeasuredSite site, int outageSeconds) throws Exception {
        int number = run.options().rows();
        TestTable table = TestTable.existing(run.servers().connection(), site.index());
        try (Topic topic = site.topic();
                RunningIndexer indexer = RunningIndexer.start(site)) {
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            relay.refuseConnections();
            relay.cutConnections();
            try {
                writeDuringOutage(table, number, outageSeconds);
                topic.await(number, FilledTopic.LIMIT);
                indexer.acknowledged().expectFirst();
            } finally {
                relay.acceptConnections();
            }
            long back = System.nanoTime();
            return since(back, site, indexer, topic.events());
        }
    }

    private Sample since(long back, MeasuredSite site, RunningIndexer indexer, long events)
            throws InterruptedException {
        int number = run.options().rows();
        Meters meters = indexer.acknowledged().meters();
        // These are read and mapped: only their writes are left to be done.
        long read = requireUnread(meters.count(READ));
        ProcessorSeconds before = run.servers().processorSeconds();
        long end = indexer.acknowledged().await(events, FilledTopic.LIMIT);
        ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
        indexer.require(site, number, 0);
        // Else HBase would read its logs for the peers of all rounds.
        site.silence();
        return Sample.of(RATE, (number - read) * 1e9 / (end - back))
                .and(FIRST, (indexer.acknowledged().firstNanos() - back) / 1e9)
                .and("read before, rows", read)
                .and(REFUSED, 100.0 * meters.count(THROTTLED) / number)
                .and(spent)
                .during(Span.ofNanos(back, end));
    }

    private long requireUnread(long read) {
        if (read >= run.options().rows()) {
            throw new IllegalStateException(
                    "all rows were read before Elasticsearch came back: take more, with --rows");
        }
        return read;
    }

    /** A part of the rows each second, so that the backlog is as old as the outage is long. */
    private void writeDuringOutage(TestTable table, int number, int seconds) throws IOException, InterruptedException {
        long began = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            int from = (int) ((long) number * second / seconds);
            int to = (int) ((long) number * (second + 1) / seconds);
            MailTable.fill(table, rows, from, to);
            TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(second + 1) - (System.nanoTime() - began));
        }
    }
}
