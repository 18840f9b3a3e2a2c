/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.baseline.BulkFile;
import io.hbasesearch.benchmarks.baseline.BulkSweep;
import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.baseline.Sends;
import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.ProcessorSeconds;
import io.hbasesearch.benchmarks.harness.Rounds;
import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Sample;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.load.MailRows;
import io.hbasesearch.benchmarks.load.MailTable;
import io.hbasesearch.benchmarks.site.MeasuredSite;
import io.hbasesearch.benchmarks.site.RunningIndexer;
import io.hbasesearch.benchmarks.site.SparkPeer;
import io.hbasesearch.benchmarks.site.Topic;
import io.hbasesearch.benchmarks.site.WriteClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * An indexer on a full topic against Spark with Elastic's own connector on one that has the same documents whole, as JSON: ours
 * reads every row again, maps it and encodes it, and the other only passes bytes on. Both by the same clock, that of
 * Elasticsearch's counter, and at the same mapping, settings and kind of versions. For one thread.
 */
final class PeerIndexing {
    private static final String RATE = "rows/s";
    private static final String WHOLE = "from start to end s";
    private static final String SPARK = "Spark";
    private static final String INDEXER = "indexer";
    private static final String TOPIC = "documents";
    private static final String SWEPT_TOPIC = "documents-swept";
    private static final int SWEPT_ROWS = 100_000;
    private static final int SWEPT_ROWS_QUICK = 4_000;
    private static final Shape FIRST = new Shape(1_000, 2);
    private static final int SAMPLES = 100;

    private final Run run;
    private final FilledTopic topic;
    private final RawElasticsearch elasticsearch;
    private final BulkFile documents;
    private final SparkPeer spark;

    private PeerIndexing(
            Run run, FilledTopic topic, RawElasticsearch elasticsearch, BulkFile documents, SparkPeer spark) {
        this.run = run;
        this.topic = topic;
        this.elasticsearch = elasticsearch;
        this.documents = documents;
        this.spark = spark;
    }

    static Finding measure(Run run) throws Exception {
        RawElasticsearch elasticsearch =
                new RawElasticsearch(run.servers().addresses().rawElasticsearch());
        // First, as it fails at once where it was not built.
        try (SparkPeer spark = SparkPeer.start(run, elasticsearch.version())) {
            FilledTopic topic = FilledTopic.prepare(
                    run,
                    MailTable.NAME,
                    new MailRows(run.options().documentBytes()),
                    MeasuredSite.Backend.ELASTICSEARCH);
            run.tell("first indexer, for the documents of the other topic");
            topic.index();
            try (BulkFile documents = BulkFile.copyOf(
                    elasticsearch,
                    elasticsearch.physicalName(topic.site().index()),
                    run.options().rows(),
                    run.directory().resolve("documents"),
                    MailRows.BY_NUMBER)) {
                topic.site().deleteIndex();
                return new PeerIndexing(run, topic, elasticsearch, documents, spark).measure();
            }
        }
    }

    private Finding measure() throws Exception {
        int rows = run.options().rows();
        int swept = Math.min(rows, run.options().quick() ? SWEPT_ROWS_QUICK : SWEPT_ROWS);
        fill(TOPIC, rows);
        fill(SWEPT_TOPIC, swept);
        run.tell("first load by Spark, which does not count");
        spark(SWEPT_TOPIC, FIRST);
        Shape shape = BulkSweep.best(
                swept, bytes(), candidate -> spark(SWEPT_TOPIC, candidate).figure(RATE), run::tell);
        Rounds rounds = run.rounds(new Way(SPARK, round -> spark(TOPIC, shape)), new Way(INDEXER, round -> indexer()));
        return new Finding(
                rounds,
                List.of(Verdict.of("indexer to Spark", rounds.ratios(INDEXER, SPARK, RATE), Goal.atLeast(1))),
                "Spark: " + shape + " (documents in a request x requests at a time), " + bytes() + " bytes a document",
                "rows/s by Elasticsearch's counter, from the first documents that are there to the last");
    }

    /** Creates a topic and fills it with the first documents: ids as keys, sources as values. */
    private void fill(String name, int number) throws Exception {
        String bootstrapServers = run.servers().addresses().bootstrapServers();
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.LINGER_MS_CONFIG,
                5);
        try (Topic made = new Topic(bootstrapServers, name);
                KafkaProducer<String, byte[]> producer =
                        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            made.create(run.options().partitions());
            Sends<String, byte[]> sends = new Sends<>(producer);
            for (int i = 0; i < number; i++) {
                BulkFile.Entry document = documents.entry(i);
                sends.send(new ProducerRecord<>(name, document.id(), document.source()));
            }
            sends.await();
        }
    }

    private Sample spark(String from, Shape shape) throws Exception {
        ProcessorSeconds before = run.servers().processorSeconds();
        double own = spark.processorSeconds();
        Sample sample = timed(from.equals(TOPIC), index -> spark.load(from, index, shape, bytes()));
        ProcessorSeconds spent = run.servers().processorSeconds().minus(before);
        return sample.and(spent.withClient(spark.processorSeconds() - own));
    }

    /** Of a document. */
    private long bytes() {
        return documents.size() / documents.documents();
    }

    private Sample indexer() throws Exception {
        ProcessorSeconds before = run.servers().processorSeconds();
        return timed(true, index -> {
                    long began = System.nanoTime();
                    try (RunningIndexer indexer = RunningIndexer.start(topic.site())) {
                        long end = indexer.acknowledged().await(topic.events(), FilledTopic.LIMIT);
                        return Duration.ofNanos(end - began);
                    }
                })
                .and(run.servers().processorSeconds().minus(before));
    }

    /** Returns how long it took, its own start included. */
    @FunctionalInterface
    private interface Load {
        Duration into(String index) throws Exception;
    }

    /** @param isWhole all documents are loaded, and looked at afterwards */
    private Sample timed(boolean isWhole, Load load) throws Exception {
        topic.site().createIndex();
        String index = elasticsearch.physicalName(topic.site().index());
        try (WriteClock clock = WriteClock.start(elasticsearch, index)) {
            Duration whole = load.into(index);
            WriteClock.Seen seen = clock.stop();
            if (isWhole) {
                documents.requireIn(elasticsearch, index, SAMPLES);
            }
            topic.site().deleteIndex();
            return Sample.of(RATE, seen.rate())
                    .and(WHOLE, whole.toMillis() / 1e3)
                    .during(seen.clock());
        }
    }
}
