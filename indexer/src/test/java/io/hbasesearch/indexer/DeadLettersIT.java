/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Truncation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Dead letters in a real Kafka. */
@ExtendWith(TestServers.class)
@Timeout(120)
class DeadLettersIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MEGABYTE = 1 << 20;

    @Test
    void anEventThatIsTooLargeForTheTopicIsShortenedAndStopsNothing() throws Exception {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            create(backend);
            KafkaProbe.set(table.config().kafka(), table.topic(), "max.message.bytes", 20 * MEGABYTE);
            table.put(0, 10, "fine");
            table.putUnmappable(5);
            sendLarge(TestTable.row(5), 17 * MEGABYTE);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                StoredDeadLetter letter = awaitLetter();

                assertThat(letter.truncated()).contains(Truncation.VALUES);
                assertThat(letter.eventBytes()).isGreaterThan(17 * MEGABYTE);
                assertThat(letter.letter().row()).contains(TestTable.row(5));
                assertThat(letter.letter().origin().topic()).isEqualTo(table.topic());
                RowMutation left = RowMutations.decode(letter.letter().event().value());
                assertThat(left.getRow().toByteArray())
                        .isEqualTo(TestTable.row(5).bytes().toBytes());
                assertThat(left.getCells(0).getValue()).isEqualTo(ByteString.EMPTY);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    @Test
    void aTopicThatTakesLessThanItWasMadeForGetsLessOfTheEvent() throws Exception {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            create(backend);
            KafkaProbe.set(table.config().kafka(), TopicName.deadLetters(index), "max.message.bytes", 50_000);
            table.put(0, 10, "fine");
            table.putUnmappable(5);
            sendLarge(TestTable.row(5), 100_000);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                assertThat(awaitLetter().truncated()).contains(Truncation.CELLS);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    /** The last one: others may have been stored before it. */
    private StoredDeadLetter awaitLetter() {
        DeadLetterReader reader = new DeadLetterReader(table.config().kafka());
        await().atMost(PATIENCE).until(() -> reader.latest(index, 10).stream()
                .anyMatch(letter -> letter.truncated().isPresent()));
        List<StoredDeadLetter> letters = reader.latest(index, 10);
        return letters.get(letters.size() - 1);
    }

    private void sendLarge(RowKey row, int bytes) throws Exception {
        byte[] key = row.bytes().toBytes();
        byte[] event = RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.EDIT)
                .setNamespace(table.id().namespace())
                .setTable(table.id().qualifier())
                .setRow(ByteString.copyFrom(key))
                .setPayload(Payload.EDITS)
                .addCells(CellChange.newBuilder()
                        .setFamily(ByteString.copyFromUtf8("d"))
                        .setType(CellType.PUT)
                        .setValue(ByteString.copyFrom(new byte[bytes])))
                .build()
                .toByteArray();
        Map<String, Object> properties = table.config().kafka().clientProperties();
        properties.put("max.request.size", 2 * event.length);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(table.topic(), RowPartition.of(key, TestTable.PARTITIONS), key, event))
                    .get();
        }
    }
}
