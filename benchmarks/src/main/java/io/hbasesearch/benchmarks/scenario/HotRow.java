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
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * What one row that is written all the time costs its index: writes to the index for a number of updates of one row, against as
 * many updates of as many rows, where nothing can be joined. At the end the row must be in the index as it was written last.
 * For one thread.
 */
final class HotRow {
    private static final String WRITES = "writes to the index";
    private static final String UPDATES = "updates/s";
    private static final String ONE = "one row";
    private static final String MANY = "a row each";
    private static final String DOCUMENTS = "hbase_search_indexer_documents_total";
    /** Beside the numbers of all other rows. */
    private static final int HOT = 1_000_000_000;

    private final Run run;
    private final MailRows rows;
    private final TestTable table;
    private final Topic topic;
    private final RunningIndexer indexer;
    private final DocumentSearcher searcher;

    private HotRow(Run run, TestTable table, Topic topic, RunningIndexer indexer, DocumentSearcher searcher) {
        this.run = run;
        this.rows = new MailRows(run.options().documentBytes());
        this.table = table;
        this.topic = topic;
        this.indexer = indexer;
        this.searcher = searcher;
    }

    static Finding measure(Run run) throws Exception {
        TestTable table = MailTable.create(run.servers().connection(), MailTable.NAME);
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        site.createIndex();
        try (Topic topic = site.topic();
                RunningIndexer indexer = RunningIndexer.start(site);
                DocumentSearcher searcher = indexer.backend().openSearcher(site.definition())) {
            return new HotRow(run, table, topic, indexer, searcher).measure();
        }
    }

    private Finding measure() throws Exception {
        int updates = run.options().rows();
        Rounds rounds = run.rounds(new Way(MANY, round -> update(row -> rows.put(row, round))), new Way(ONE, round -> {
            Sample sample = update(update -> rows.put(HOT, round * updates + update));
            requireLast("last" + round);
            return sample;
        }));
        Verdict fewer = Verdict.of(
                "writes for a row each to writes for one row", rounds.ratios(MANY, ONE, WRITES), Goal.atLeast(20));
        return new Finding(
                rounds,
                List.of(fewer),
                updates + " updates by " + PutLoad.CLIENTS + " clients, each of which waits for HBase;"
                        + " after each round the index held what was written last");
    }

    private Sample update(IntFunction<Put> updates) throws Exception {
        int number = run.options().rows();
        long writesBefore = indexer.acknowledged().meters().count(DOCUMENTS);
        long eventsBefore = topic.events();
        double rate = PutLoad.run(table, number, updates);
        topic.await(eventsBefore + number, FilledTopic.LIMIT);
        indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
        long writes = indexer.acknowledged().meters().count(DOCUMENTS) - writesBefore;
        return Sample.of(UPDATES, rate).and(WRITES, writes);
    }

    private void requireLast(String word) throws IOException, InterruptedException {
        long eventsBefore = topic.events();
        try (Table open = table.open()) {
            open.put(rows.put(HOT, 0, word));
        }
        topic.await(eventsBefore + 1, FilledTopic.LIMIT);
        indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
        String subject = searcher.get(DocumentId.of(RowKey.copyOf(MailRows.key(HOT))))
                .map(IndexedDocument::document)
                .map(document -> String.valueOf(document.fields().get("subject")))
                .orElse("nothing");
        if (!subject.endsWith(word)) {
            throw new IllegalStateException("the index does not hold what was written last to the hot row");
        }
    }
}
