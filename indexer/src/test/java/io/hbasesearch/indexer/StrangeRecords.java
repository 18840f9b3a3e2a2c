/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Records that another program puts into a table's topic. For one thread; owns its producer. */
final class StrangeRecords implements AutoCloseable {
    /** Many times what a row key may have. */
    private static final int HUGE = 300 << 10;

    private final TestTable table;
    private final KafkaProducer<byte[], byte[]> producer;
    private int unreadable;

    StrangeRecords(TestTable table) {
        this.table = table;
        Map<String, Object> properties = table.config().kafka().clientProperties();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "stranger of " + table.topic());
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(4 * HUGE));
        ByteArraySerializer bytes = new ByteArraySerializer();
        producer = new KafkaProducer<>(properties, bytes, bytes);
        producer.initTransactions();
    }

    /** How many of them an index has to put aside so far. */
    int unreadable() {
        return unreadable;
    }

    /** In one transaction, which takes an offset of its own behind them in each partition. */
    void committed() {
        producer.beginTransaction();
        sendAll();
        producer.commitTransaction();
    }

    void aborted() {
        producer.beginTransaction();
        sendAll();
        producer.flush();
        producer.abortTransaction();
    }

    /** The transaction never ends. */
    void leftOpen() {
        producer.beginTransaction();
        sendAll();
        producer.flush();
    }

    private void sendAll() {
        List<Future<?>> sent = Stream.of(
                        record(null, null),
                        record(new byte[0], new byte[0]),
                        record(bytes(HUGE), null),
                        record(bytes(HUGE), "no event".getBytes(UTF_8)),
                        record(bytes(HUGE), touch(bytes(HUGE))),
                        record(bytes(RowKey.MAX_LENGTH + 1), touch(bytes(RowKey.MAX_LENGTH + 1))),
                        record(new byte[0], touch(new byte[0])),
                        headersOnly())
                .<Future<?>>map(producer::send)
                .toList();
        unreadable += sent.size();
        for (int row = 0; row < 3; row++) {
            byte[] key = TestTable.row(row).bytes().toBytes();
            producer.send(
                    new ProducerRecord<>(table.topic(), RowPartition.of(key, TestTable.PARTITIONS), key, touch(key)));
        }
        producer.flush();
        sent.forEach(StrangeRecords::requireSent);
    }

    private static void requireSent(Future<?> answer) {
        try {
            answer.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ProducerRecord<byte[], byte[]> record(byte @Nullable [] key, byte @Nullable [] value) {
        return new ProducerRecord<>(table.topic(), unreadable % TestTable.PARTITIONS, key, value);
    }

    private ProducerRecord<byte[], byte[]> headersOnly() {
        ProducerRecord<byte[], byte[]> record = record(null, null);
        record.headers().add(new RecordHeader("note", bytes(HUGE / 4))).add(new RecordHeader("empty", null));
        return record;
    }

    private static byte[] bytes(int length) {
        return "k".repeat(length).getBytes(UTF_8);
    }

    private byte[] touch(byte[] row) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.TOUCH)
                .setNamespace(table.id().namespace())
                .setTable(table.id().qualifier())
                .setRow(ByteString.copyFrom(row))
                .build()
                .toByteArray();
    }

    @Override
    public void close() {
        producer.close();
    }
}
