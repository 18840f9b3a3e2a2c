/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.AcknowledgedRows;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.system.TestTable;
import java.time.Duration;

/**
 * A table whose rows are announced already, each by one event, and whose index an indexer fills from the topic's beginning,
 * reading every row again. For one thread.
 *
 * @param events in the topic: more than rows if some were announced twice
 * @param unmappable rows that become a dead letter and a stub
 */
record FilledTopic(Run run, MeasuredSite site, long events, int unmappable) {
    private static final String DEAD_LETTERS = "hbase_search_indexer_dead_letters_total";
    static final Duration LIMIT = Duration.ofMinutes(30);
    /** In which whatever HBase ships once more would have come. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    static FilledTopic prepare(Run run, String name, MailRows rows, MeasuredSite.Backend backend) throws Exception {
        int number = run.options().rows();
        TestTable table = MailTable.create(run.servers().connection(), name);
        MeasuredSite site = MeasuredSite.create(run, name, backend);
        site.announce(run.options().partitions());
        MailTable.fill(table, rows, 0, number);
        try (Topic topic = site.topic()) {
            topic.await(number, LIMIT);
            return new FilledTopic(run, site, topic.awaitStandstill(QUIET, LIMIT), rows.unmappable(number));
        }
    }

    /**
     * Makes the index and fills it; rows per second, from the first event taken to the last acknowledgement. Leaves the index, which
     * holds what it must.
     */
    Sample index() throws InterruptedException {
        site.createIndex();
        ProcessorSeconds before = run.servers().processorSeconds();
        try (RunningIndexer indexer = RunningIndexer.start(site)) {
            AcknowledgedRows acknowledged = indexer.acknowledged();
            long end = acknowledged.await(events, LIMIT);
            Span filled = Span.ofNanos(acknowledged.startNanos(), end);
            ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
            indexer.require(site, run.options().rows() - unmappable, unmappable);
            requireDeadLetters(acknowledged.meters().count(DEAD_LETTERS));
            return Sample.of(
                            "rows/s",
                            run.options().rows() * 1e9 / filled.length().toNanos())
                    .and(spent)
                    .during(filled);
        }
    }

    /** A row that was announced twice may have two. */
    private void requireDeadLetters(long letters) {
        if (letters < unmappable) {
            throw new IllegalStateException(letters + " dead letters of " + unmappable + " rows that cannot be mapped");
        }
    }
}
