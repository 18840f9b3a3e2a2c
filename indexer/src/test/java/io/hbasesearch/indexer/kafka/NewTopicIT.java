/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.servers.KafkaServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker: when a leader takes over is its own affair. */
class NewTopicIT {
    private static final int TOPICS = 5;
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 5_000;
    private static final byte[] RECORD = new byte[1_000];

    @TempDir
    Path directory;

    @Test
    void everyRecordIsTakenThatIsSentRightAfterTheCreation() throws Exception {
        try (KafkaServer server = KafkaServer.builder(directory).build()) {
            server.start();
            server.awaitReady(Duration.ofMinutes(1));
            try (Topics topics = new Topics(new KafkaConfig(server.bootstrapServers(), Map.of()));
                    KafkaProducer<byte[], byte[]> producer = producer(server)) {
                for (int i = 0; i < TOPICS; i++) {
                    TopicName name = TopicName.of("default", "new" + i, 1);
                    topics.create(name, PARTITIONS, (short) 1);
                    assertThat(refusals(producer, name.toString())).isEmpty();
                }
            }
        }
    }

    /** Which numbers its records, as the endpoint's does. */
    private static KafkaProducer<byte[], byte[]> producer(KafkaServer server) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        server.bootstrapServers(),
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        10_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        20_000),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** So many records that each partition's first ones go out in several requests at once. */
    private static Queue<Exception> refusals(KafkaProducer<byte[], byte[]> producer, String topic) {
        Queue<Exception> refusals = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < RECORDS; i++) {
            var unused = producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, RECORD), (sent, problem) -> {
                if (problem != null) {
                    refusals.add(problem);
                }
            });
        }
        producer.flush();
        return refusals;
    }
}
