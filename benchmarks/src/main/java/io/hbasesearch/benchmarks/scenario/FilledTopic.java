/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
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
 */
record FilledTopic(Run run, MeasuredSite site, TestTable table, long events) {
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
            return new FilledTopic(run, site, table, topic.awaitStandstill(QUIET, LIMIT));
        }
    }

    /**
     * Makes the index and fills it; rows per second, from the first event taken to the last acknowledgement. Leaves the index.
     */
    Sample index() throws InterruptedException {
        site.createIndex();
        ProcessorSeconds before = run.servers().processorSeconds();
        Span filled = RunningIndexer.fill(site, events, LIMIT);
        return Sample.of("rows/s", run.options().rows() * 1e9 / filled.length().toNanos())
                .and(run.servers().processorSeconds().minus(before))
                .during(filled);
    }
}
