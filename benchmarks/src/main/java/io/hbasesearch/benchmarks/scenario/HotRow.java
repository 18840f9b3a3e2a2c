/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.administration.Configuration;
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
import io.hbasesearch.benchmarks.load.PutLoad;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.system.TestTable;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;

/**
 * What one row that is written all the time costs its index: writes to the index for a number of updates of one row, against as
 * many updates of as many rows, where nothing can be joined. Once everything is acknowledged the index must hold the row as HBase
 * has it, whole. For one thread.
 */
final class HotRow {
    private static final String WRITES = "writes to the index";
    private static final String UPDATES = "updates/s";
    private static final String ONE = "one row";
    private static final String MANY = "a row each";
    private static final String DOCUMENTS = "hbase_search_indexer_documents_total";
    /** Of the rows of a load, at most. */
    private static final int COMPARED = 100;
    /** Beside the numbers of all other rows. */
    private static final int HOT = 1_000_000_000;

    private final Run run;
    private final AsyncConnection connection;
    private final MailRows rows;
    private final TestTable table;
    private final Topic topic;
    private final RunningIndexer indexer;
    private final RowComparison comparison;

    private HotRow(
            Run run,
            AsyncConnection connection,
            TestTable table,
            Topic topic,
            RunningIndexer indexer,
            RowComparison comparison) {
        this.run = run;
        this.connection = connection;
        this.rows = new MailRows(run.options().documentBytes());
        this.table = table;
        this.topic = topic;
        this.indexer = indexer;
        this.comparison = comparison;
    }

    static Finding measure(Run run) throws Exception {
        TestTable table = MailTable.create(run.servers().connection(), MailTable.NAME);
        MeasuredSite site = MeasuredSite.create(run, MailTable.NAME, MeasuredSite.Backend.ELASTICSEARCH);
        site.announce(run.options().partitions());
        site.createIndex();
        try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(
                                run.servers().connection().getConfiguration())
                        .get();
                Topic topic = site.topic();
                RunningIndexer indexer = RunningIndexer.start(site);
                DocumentSearcher searcher = indexer.backend().openSearcher(site.definition());
                RowComparison comparison = new RowComparison(site, searcher)) {
            return new HotRow(run, connection, table, topic, indexer, comparison).measure();
        }
    }

    private Finding measure() throws Exception {
        int updates = run.options().rows();
        Rounds rounds = run.rounds(
                new Way(MANY, round -> {
                    Sample sample = update(row -> rows.put(row, round));
                    comparison.requireSame(compared(updates));
                    return sample;
                }),
                new Way(ONE, round -> {
                    Sample sample = update(update -> rows.put(HOT, round * updates + update));
                    comparison.requireSame(List.of(key(HOT)));
                    return sample;
                }));
        Verdict fewer = Verdict.of(
                "writes for a row each to writes for one row", rounds.ratios(MANY, ONE, WRITES), Goal.atLeast(20));
        Verdict rate = Verdict.of("updates/s of one row", rounds.of(ONE, UPDATES), Goal.atLeast(10_000));
        return new Finding(
                rounds,
                List.of(fewer, rate),
                updates + " updates, each a call of its own, " + PutLoad.UNDER_WAY + " at a time under way;"
                        + " after each load the index held the row, or " + COMPARED
                        + " of the rows, as HBase had them");
    }

    private static RowKey key(int number) {
        return RowKey.copyOf(MailRows.key(number));
    }

    private static List<RowKey> compared(int updates) {
        return IntStream.range(0, COMPARED)
                .mapToObj(i -> key((int) ((long) updates * i / COMPARED)))
                .toList();
    }

    private Sample update(IntFunction<Put> updates) throws Exception {
        int number = run.options().rows();
        long writesBefore = indexer.acknowledged().meters().count(DOCUMENTS);
        long eventsBefore = topic.events();
        long began = System.nanoTime();
        double rate = PutLoad.runUnwaited(connection, table.name(), number, updates);
        topic.await(eventsBefore + number, FilledTopic.LIMIT);
        long end = indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
        long writes = indexer.acknowledged().meters().count(DOCUMENTS) - writesBefore;
        return Sample.of(UPDATES, rate)
                .and("updates/s until acknowledged by the index", number * 1e9 / (end - began))
                .and(WRITES, writes)
                .during(Span.ofNanos(began, end));
    }

    /** Compares rows of HBase with what an index says of them, whole. Owns its connection. For one thread. */
    private static final class RowComparison implements AutoCloseable {
        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private final IndexDefinition definition;
        private final RowMapper mapper;
        private final HBaseConnections connections;
        private final HBaseRowReader reader;
        private final DocumentSearcher searcher;

        /** @param searcher of the site's index, which the caller closes */
        RowComparison(MeasuredSite site, DocumentSearcher searcher) {
            Configuration configuration = site.configuration();
            this.definition = site.definition();
            this.mapper = new RowMapper(definition);
            this.connections = new HBaseConnections(configuration.service().hbase());
            this.reader = new HBaseRowReader(connections);
            this.searcher = searcher;
        }

        /** @throws IllegalStateException unless the index holds each row as it is in HBase now */
        void requireSame(List<RowKey> keys) {
            for (Row row : reader.read(definition.table(), definition.columns(), keys, PATIENCE)) {
                Document expected = mapper.map(row);
                boolean isSame = searcher.get(DocumentId.of(row.key()))
                        .filter(found -> found.state() == IndexedDocument.State.LIVE)
                        .map(found -> found.document().equals(expected))
                        .orElse(false);
                if (!isSame) {
                    throw new IllegalStateException("the index does not hold a row as it was written last");
                }
            }
        }

        @Override
        public void close() {
            try (connections) {
                reader.close();
            }
        }
    }
}
