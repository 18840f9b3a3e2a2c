/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records that are in memory with nothing but Kafka's producer, {@code acks=all}. Owns its producer. */
public final class RawProducer implements AutoCloseable {
    private static final long BUFFER_BYTES = 64 << 20;

    private final KafkaProducer<byte[], byte[]> producer;

    public RawProducer(String bootstrapServers, Shape shape) {
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.LINGER_MS_CONFIG,
                        shape.lingerMillis(),
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        shape.batchBytes(),
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        BUFFER_BYTES),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** How the producer gathers records. */
    public record Shape(int batchBytes, int lingerMillis) {
        @Override
        public String toString() {
            return "batch.size " + batchBytes + ", linger.ms " + lingerMillis;
        }
    }

    /** Returns when all are acknowledged; each goes to the partition that it came from. */
    public void send(String topic, List<ConsumerRecord<byte[], byte[]>> records) {
        Sends<byte[], byte[]> sends = new Sends<>(producer);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            sends.send(new ProducerRecord<>(topic, record.partition(), record.key(), record.value()));
        }
        sends.await();
    }

    @Override
    public void close() {
        producer.close();
    }
}
