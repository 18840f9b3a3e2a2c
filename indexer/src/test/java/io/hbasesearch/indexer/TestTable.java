/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.config.ScrubConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyOptions;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A table in real HBase and its topic in real Kafka. A change is written to HBase and then announced, as the replication
 * endpoint does once an edit is readable. Remembers what the rows should be: the oracle does not ask the indexer. For one
 * thread. Owns its clients.
 */
final class TestTable implements AutoCloseable {
    static final int PARTITIONS = 3;

    private final TableId id = TableId.parse("t" + UUID.randomUUID().toString().substring(0, 8));
    private TopicName topic = TopicName.of(id.namespace(), id.qualifier(), 1);
    private final ServiceConfig config;
    private final HBaseConnections connections;
    private final HBaseRowReader reader;
    private final HBaseRowWriter writer;
    private final Topics topics;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<RowKey, String> expected = new TreeMap<>();
    private RowKeyFormat format = RowKeyFormat.TEXT;
    private long announced;

    TestTable() {
        config = TestSettings.config(
                "127.0.0.1:" + TestServers.hbase().zooKeeperPort(),
                TestServers.kafka().bootstrapServers());
        connections = new HBaseConnections(config.hbase());
        reader = new HBaseRowReader(connections);
        writer = new HBaseRowWriter(connections);
        topics = new Topics(config.kafka());
        Map<String, Object> properties = config.kafka().clientProperties();
        properties.put("acks", "all");
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        new HBaseTables(connections).create(id, Map.of("d", true));
        createTopic();
    }

    void createTopic() {
        topics.create(topic, PARTITIONS, (short) 1);
    }

    /** Of another epoch than the first, in which nothing is announced here. */
    void createTopic(int epoch) {
        topics.create(TopicName.of(id.namespace(), id.qualifier(), epoch), PARTITIONS, (short) 1);
    }

    /** What is announced from now on is in a new topic. */
    void nextEpoch() {
        topic = TopicName.of(id.namespace(), id.qualifier(), topic.epoch() + 1);
        createTopic();
    }

    TableId id() {
        return id;
    }

    String topic() {
        return topic.toString();
    }

    ServiceConfig config() {
        return config;
    }

    HBaseRowReader reader() {
        return reader;
    }

    Topics topics() {
        return topics;
    }

    IndexDefinition definition(String index) {
        return TestSettings.definition(index, id, format);
    }

    /** Events that were announced so far. */
    long announced() {
        return announced;
    }

    /** From now on, rows may have keys that are no text. */
    void useBinaryKeys() {
        format = RowKeyFormat.BINARY;
    }

    /** Puts rows, each with its body, and announces them. */
    void put(Map<RowKey, String> bodies) {
        writer.put(
                id,
                bodies.entrySet().stream()
                        .map(row -> new HBaseRowWriter.RowPut(
                                row.getKey(), Map.of(TestSettings.BODY, ByteArray.utf8(row.getValue()))))
                        .toList());
        expected.putAll(bodies);
        announce(List.copyOf(bodies.keySet()));
    }

    /** Deletes rows and announces them. */
    void delete(List<RowKey> rows) {
        rows.forEach(row -> writer.delete(id, row));
        expected.keySet().removeAll(rows);
        announce(rows);
    }

    /** Puts rows and announces each. */
    void put(int from, int to, String body) {
        announce(putUnannounced(from, to, body));
    }

    /** Puts rows of which no event tells. */
    List<RowKey> putUnannounced(int from, int to, String body) {
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            puts.add(new HBaseRowWriter.RowPut(row(i), Map.of(TestSettings.BODY, ByteArray.utf8(body + " " + i))));
            expected.put(row(i), body + " " + i);
        }
        writer.put(id, puts);
        return puts.stream().map(HBaseRowWriter.RowPut::key).toList();
    }

    /** A value that is not text, which the definition says it is. */
    void putUnmappable(int number) {
        ByteArray notText = ByteArray.wrap(new byte[] {(byte) 0xff, 1});
        writer.put(id, List.of(new HBaseRowWriter.RowPut(row(number), Map.of(TestSettings.BODY, notText))));
        expected.remove(row(number));
        announce(List.of(row(number)));
    }

    void delete(int number) {
        writer.delete(id, row(number));
        expected.remove(row(number));
        announce(List.of(row(number)));
    }

    void deleteUnannounced(int number) {
        writer.delete(id, row(number));
        expected.remove(row(number));
    }

    /** Announces rows without changing them. */
    void touch(int from, int to) {
        announce(IntStream.range(from, to).mapToObj(TestTable::row).toList());
    }

    static RowKey row(int number) {
        return RowKey.utf8(String.format("row%06d", number));
    }

    private void announce(List<RowKey> rows) {
        send(events(rows));
    }

    private Map<RowKey, byte[]> events(List<RowKey> rows) {
        Map<RowKey, byte[]> events = new HashMap<>();
        for (RowKey row : rows) {
            events.put(
                    row,
                    RowMutation.newBuilder()
                            .setFormat(RowMutations.FORMAT)
                            .setCause(RowMutation.Cause.EDIT)
                            .setNamespace(id.namespace())
                            .setTable(id.qualifier())
                            .setRow(ByteString.copyFrom(row.bytes().unsafeBytes()))
                            .setPayload(Payload.KEYS)
                            .setWriteTimeMillis(System.currentTimeMillis())
                            .build()
                            .toByteArray());
        }
        return events;
    }

    /** Puts a row, and announces it in a partition that is not its own. */
    void putMisplaced(int number, String body) {
        send(events(putUnannounced(number, number + 1, body)), 1);
    }

    /** Appends records and waits until they are there. */
    void send(Map<RowKey, byte[]> events) {
        send(events, 0);
    }

    private void send(Map<RowKey, byte[]> events, int aside) {
        List<Future<?>> answers = new ArrayList<>();
        events.forEach((row, event) -> {
            byte[] key = row.bytes().toBytes();
            int partition = (RowPartition.of(key, PARTITIONS) + aside) % PARTITIONS;
            answers.add(producer.send(new ProducerRecord<>(topic.toString(), partition, key, event)));
        });
        for (Future<?> answer : answers) {
            try {
                answer.get();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        announced += events.size();
    }

    /** An indexer whose scrub is in a hurry. */
    Indexer scrubbingIndexer(IndexBackend backend, CountingMetrics metrics, String index) {
        ServiceConfig scrubbing = TestSettings.withScrub(
                config, new ScrubConfig(true, 10_000, Duration.ofMillis(200), Duration.ofMillis(50), 10_000, 10));
        return new Indexer(scrubbing, backend, reader, List.of(definition(index)), metrics);
    }

    Indexer indexer(IndexBackend backend, CountingMetrics metrics, String... indexes) {
        List<IndexDefinition> definitions =
                List.of(indexes).stream().map(this::definition).toList();
        return new Indexer(config, backend, reader, definitions, metrics);
    }

    /** The rows that are there, and the text in each. */
    Map<RowKey, String> expected() {
        return Map.copyOf(expected);
    }

    /** Whether exactly the expected rows are found, with the expected bodies. */
    boolean isIndexed(IndexBackend backend, String index) {
        return live(backend, index).equals(expected);
    }

    void assertIndexed(IndexBackend backend, String index) {
        assertThat(expected).isNotEmpty();
        assertThat(live(backend, index)).isEqualTo(expected);
        try (DocumentSearcher searcher = backend.openSearcher(definition(index))) {
            VerifyReport report = new Verify(
                            definition(index), reader, searcher, Duration.ofSeconds(10), VerifyOptions.standard())
                    .run(KeyRange.all(), VerifyListener.none());
            assertThat(report.isClean()).as(report.toString()).isTrue();
            assertThat(report.compared().documents()).isEqualTo(expected.size());
        }
    }

    private Map<RowKey, String> live(IndexBackend backend, String index) {
        Map<RowKey, String> live = new TreeMap<>();
        for (IndexedDocument document : scan(backend, index)) {
            if (document.state() == IndexedDocument.State.LIVE) {
                live.put(
                        document.row(),
                        String.valueOf(document.document().fields().get("body")));
            }
        }
        return live;
    }

    List<IndexedDocument> scan(IndexBackend backend, String index) {
        List<IndexedDocument> documents = new ArrayList<>();
        try (DocumentSearcher searcher = backend.openSearcher(definition(index))) {
            searcher.refresh();
            try (DocumentCursor cursor = searcher.scan()) {
                cursor.forEachRemaining(documents::add);
            }
        }
        return documents;
    }

    @Override
    public void close() {
        producer.close();
        topics.close();
        connections.close();
    }
}
