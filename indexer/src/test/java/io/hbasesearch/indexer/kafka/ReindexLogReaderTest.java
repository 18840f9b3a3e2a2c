/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.ReindexJson;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.Task;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReindexLogReaderTest {
    private static final TopicPartition PARTITION = new TopicPartition("log", 0);
    private static final Task TASK = Task.inPlace(Selection.all(), Limits.standard(1));

    private final MockConsumer<byte[], byte[]> consumer = consumer();
    private final ReindexLogReader reader =
            new ReindexLogReader(new KafkaConfig("localhost:1", Map.of()), "books", PARTITION, consumer);

    private static MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(OffsetResetStrategy.NONE);
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 0L));
        consumer.seekToBeginning(List.of(PARTITION));
        return consumer;
    }

    @Test
    void committedEntriesAreReadBeforeKafkaReportsTheLogEnd() {
        reader.mustReach(1);
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> consumer.addRecord(request(0, "one")));
        assertThat(ids()).containsExactly("one");
    }

    @Test
    void whatIsReadAlreadyIsNotWaitedForAgain() {
        consumer.updateEndOffsets(Map.of(PARTITION, 1L));
        consumer.addRecord(request(0, "one"));
        assertThat(ids()).containsExactly("one");
        reader.mustReach(1);
        assertThat(ids()).containsExactly("one");
    }

    @Test
    void aLogThatWasMadeAnewIsReadFromItsBeginning() {
        consumer.updateEndOffsets(Map.of(PARTITION, 2L));
        consumer.addRecord(request(0, "one"));
        consumer.addRecord(request(1, "two"));
        assertThat(ids()).containsExactly("two");
        reader.mustReach(3);
        madeAnew(1);
        consumer.schedulePollTask(() -> consumer.addRecord(request(0, "of the new one")));
        assertThat(ids()).containsExactly("of the new one");
    }

    @Test
    void whatStoodInALogThatWasMadeAnewIsForgotten() {
        consumer.updateEndOffsets(Map.of(PARTITION, 1L));
        consumer.addRecord(request(0, "one"));
        assertThat(ids()).containsExactly("one");
        reader.mustReach(2);
        madeAnew(0);
        assertThat(ids()).isEmpty();
    }

    private void madeAnew(long end) {
        consumer.schedulePollTask(() -> {
            consumer.updateEndOffsets(Map.of(PARTITION, end));
            throw new OffsetOutOfRangeException(Map.of(PARTITION, 2L));
        });
    }

    private List<String> ids() {
        return reader.read(Duration.ZERO).request().map(ReindexRequest::id).stream()
                .toList();
    }

    private static ConsumerRecord<byte[], byte[]> request(long offset, String id) {
        ReindexRequest request = new ReindexRequest(id, ReindexRequest.Verb.PAUSE, "run", TASK);
        return new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                offset,
                KafkaReindexLog.REQUEST.getBytes(UTF_8),
                ReindexJson.write(request));
    }
}
