/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Creates Kafka clients: applies the user's properties first, then those that correctness requires and that cannot be overridden.
 * Immutable; does no I/O itself.
 */
public final class KafkaClients {
    private static final int LARGEST_FETCH_BYTES = 50 << 20;
    private static final int FETCHES_IN_HEAP = 128;
    private static final int SMALLEST_FETCH_BYTES = 1 << 20;
    static final int LARGEST_REQUEST_BYTES = 16 << 20;
    private static final int TRANSACTION_MILLIS = 10_000;

    private final KafkaConfig config;

    public KafkaClients(KafkaConfig config) {
        this.config = Objects.requireNonNull(config, "config");
        requireBoundedAnswers();
    }

    /**
     * Checks that our memory pool is loaded: Kafka's own class would allocate whatever length a server on a wrong port sends.
     *
     * @throws IllegalStateException if Kafka's class precedes ours in the class path
     */
    static void requireBoundedAnswers() {
        if (MemoryPool.NONE.toString().equals("NONE")) {
            throw new IllegalStateException(
                    "kafka-clients precedes hbase-search-kafka-memory in the class path, so that a"
                            + " response of any length would be allocated: put hbase-search-kafka-memory first");
        }
    }

    KafkaConfig config() {
        return config;
    }

    /**
     * Creates a member of the index's consumer group.
     *
     * @param history of the index, to be committed with every offset
     */
    public KafkaEventSource groupSource(IndexMetadata index, IndexerConfig indexer, Optional<String> history) {
        Map<String, Object> properties = consumerProperties(index, indexer);
        return KafkaFailures.translating(
                "making a consumer",
                () -> new KafkaEventSource(
                        new KafkaConsumer<>(properties),
                        config.bootstrapServers(),
                        index,
                        history,
                        false,
                        KafkaEventSource.byGroup()));
    }

    /** Creates the only reader of all partitions, starting at positions that the index stores itself. */
    public KafkaEventSource fixedSource(IndexMetadata index, IndexerConfig indexer, Map<Integer, Position> positions) {
        Map<String, Object> properties = consumerProperties(index, indexer);
        return KafkaFailures.translating(
                "making a consumer",
                () -> new KafkaEventSource(
                        new KafkaConsumer<>(properties),
                        config.bootstrapServers(),
                        index,
                        Optional.empty(),
                        true,
                        KafkaEventSource.fixed(positions)));
    }

    private Map<String, Object> consumerProperties(IndexMetadata index, IndexerConfig indexer) {
        Map<String, Object> properties = consumerProperties("hbase-search-indexer-" + index.index());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, index.consumerGroup());
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, indexer.pollRecords());
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, fetchBytes(indexer));
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        return properties;
    }

    /** What the client holds beyond our own buffers: a quarter of them, within bounds, and a small part of the heap, as each index has a client. */
    private static int fetchBytes(IndexerConfig indexer) {
        long most = Math.min(LARGEST_FETCH_BYTES, Runtime.getRuntime().maxMemory() / FETCHES_IN_HEAP);
        return (int)
                Math.max(SMALLEST_FETCH_BYTES, Math.min(most, indexer.buffer().bytes() / 4));
    }

    /** Returns the properties of a consumer without a group. */
    Map<String, Object> consumerProperties(String clientId) {
        Map<String, Object> properties = config.clientProperties();
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A lost position must be detected: skipped events would never be recovered.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // Corruption must be detected, and an unfinished transaction of another program must not hide the events after
        // it.
        properties.put(ConsumerConfig.CHECK_CRCS_CONFIG, true);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        bound(properties, ConsumerConfig.FETCH_MAX_BYTES_CONFIG);
        bound(properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG);
        return properties;
    }

    /**
     * Limits a setting: a longer response would be mistaken for that of another program. Kafka's client itself rejects a value that
     * is not a number.
     */
    private static void bound(Map<String, Object> properties, String setting) {
        properties.computeIfPresent(setting, (key, value) -> {
            String text = value.toString().strip();
            return text.matches("\\d{8,}")
                            && new BigInteger(text).compareTo(BigInteger.valueOf(LARGEST_FETCH_BYTES)) > 0
                    ? LARGEST_FETCH_BYTES
                    : value;
        });
    }

    /**
     * Creates a producer that waits for the acknowledgement of all in-sync replicas. A record may be stored twice, but records
     * never overtake each other.
     */
    KafkaProducer<byte[], byte[]> producer(String clientId, int maxBlockMillis, int deliveryMillis) {
        return producer(producerProperties(clientId, maxBlockMillis, deliveryMillis));
    }

    /**
     * Creates a producer as {@link #producer} does, for one process at a time: a producer that later begins transactions under this
     * id fences all others.
     */
    KafkaProducer<byte[], byte[]> transactionalProducer(
            String clientId, String transactionalId, int maxBlockMillis, int deliveryMillis) {
        Map<String, Object> properties = producerProperties(clientId, maxBlockMillis, deliveryMillis);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // Until this timeout, an unfinished transaction of a killed process hides the records after it.
        properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
        return producer(properties);
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
        return KafkaFailures.translating("making a producer", () -> new KafkaProducer<>(properties));
    }

    private Map<String, Object> producerProperties(String clientId, int maxBlockMillis, int deliveryMillis) {
        Map<String, Object> properties = config.clientProperties();
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        // An idempotent producer whose first connection was refused because of its credentials never sends anything
        // again
        // (KAFKA-20237).
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, maxBlockMillis);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMillis);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, deliveryMillis / 2);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_REQUEST_BYTES);
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return properties;
    }
}
