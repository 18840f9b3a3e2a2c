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
 * Makes Kafka clients: the user's properties first, then what correctness needs and nobody may change. Immutable; does no
 * I/O itself.
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
     * Kafka's own class would allocate whatever a server on a wrong port says.
     *
     * @throws IllegalStateException if the class path has it before ours
     */
    static void requireBoundedAnswers() {
        if (MemoryPool.NONE.toString().equals("NONE")) {
            throw new IllegalStateException(
                    "kafka-clients stands before hbase-search-kafka-memory in the class path, so that an"
                            + " answer of any length would be allocated: put hbase-search-kafka-memory first");
        }
    }

    KafkaConfig config() {
        return config;
    }

    /**
     * A member of the index's consumer group.
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

    /** The one reader of all partitions, from positions that the index keeps itself. */
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
        return (int) Math.max(SMALLEST_FETCH_BYTES, Math.min(most, indexer.bufferedBytes() / 4));
    }

    /** Without a group. */
    Map<String, Object> consumerProperties(String clientId) {
        Map<String, Object> properties = config.clientProperties();
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // A position that is gone must be noticed: skipped events would never be made up for.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // Damage must be noticed, and a transaction of a stranger's that never ends must not hide the events behind it.
        properties.put(ConsumerConfig.CHECK_CRCS_CONFIG, true);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        bound(properties, ConsumerConfig.FETCH_MAX_BYTES_CONFIG);
        bound(properties, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG);
        return properties;
    }

    /** A longer answer would be taken for that of another program. What is no number, Kafka's client refuses itself. */
    private static void bound(Map<String, Object> properties, String setting) {
        properties.computeIfPresent(setting, (key, value) -> {
            String text = value.toString().strip();
            return text.matches("\\d{8,}")
                            && new BigInteger(text).compareTo(BigInteger.valueOf(LARGEST_FETCH_BYTES)) > 0
                    ? LARGEST_FETCH_BYTES
                    : value;
        });
    }

    /** With acknowledgement of all replicas in sync; what is sent may be there twice, and nothing overtakes. */
    KafkaProducer<byte[], byte[]> producer(String clientId, int maxBlockMillis, int deliveryMillis) {
        return producer(producerProperties(clientId, maxBlockMillis, deliveryMillis));
    }

    /** As {@link #producer}, for one process at a time: whoever begins transactions later ends all that others do under this id. */
    KafkaProducer<byte[], byte[]> transactionalProducer(
            String clientId, String transactionalId, int maxBlockMillis, int deliveryMillis) {
        Map<String, Object> properties = producerProperties(clientId, maxBlockMillis, deliveryMillis);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // What a process that was killed has begun hides what comes behind it until then.
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
        // An idempotent producer whose first connection was refused for its credentials never sends anything again
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
