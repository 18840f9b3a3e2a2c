/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.pipeline.DeadLetter;
import io.hbasesearch.indexer.pipeline.SourceEvent;
import java.time.Instant;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {
    @Test
    void aLetterSurvivesTheWayThroughKafka() {
        SourceEvent event = new SourceEvent(3, 77, OptionalInt.empty(), new byte[] {0, -1}, new byte[] {5});
        DeadLetter letter = new DeadLetter(
                "mail",
                "ns:mail",
                event,
                DeadLetter.Stage.WRITE,
                ErrorCode.DOCUMENT_REJECTED,
                "字段 subject",
                Instant.ofEpochMilli(1_234));
        ProducerRecord<byte[], byte[]> written = DeadLetterHeaders.write("topic", letter);
        ConsumerRecord<byte[], byte[]> read = consumed(written);

        assertThat(DeadLetterHeaders.read(read)).hasValueSatisfying(back -> {
            assertThat(back).usingRecursiveComparison().isEqualTo(letter);
            assertThat(back.event().key()).isEqualTo(new byte[] {0, -1});
        });
    }

    @Test
    void aForeignRecordIsNoLetter() {
        assertThat(DeadLetterHeaders.read(new ConsumerRecord<>("topic", 0, 0, new byte[0], new byte[0])))
                .isEmpty();
    }

    private static ConsumerRecord<byte[], byte[]> consumed(ProducerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                0,
                5,
                record.timestamp(),
                org.apache.kafka.common.record.TimestampType.CREATE_TIME,
                0,
                0,
                record.key(),
                record.value(),
                record.headers(),
                java.util.Optional.empty());
    }
}
