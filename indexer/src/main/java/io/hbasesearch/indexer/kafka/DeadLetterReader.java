/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.pipeline.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads an index's dead letters, without committing anything: each call sees what is there when it begins. Safe for use by
 * several threads; each call has a consumer of its own.
 */
public final class DeadLetterReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(500);

    private final KafkaClients clients;

    public DeadLetterReader(KafkaConfig config) {
        this.clients = new KafkaClients(Objects.requireNonNull(config, "config"));
    }

    /** A dead letter and its place in the dead-letter topic. */
    public record StoredDeadLetter(int partition, long offset, DeadLetter letter) {}

    /**
     * The newest letters, oldest first.
     *
     * @param limit the most to return, for each partition of the dead-letter topic, of which there is one
     * @throws HBaseSearchException INDEX_NOT_FOUND if the index has no dead-letter topic
     */
    public List<StoredDeadLetter> latest(String index, int limit) {
        return read(index, (begin, end) -> Math.max(begin, end - limit), limit);
    }

    /** The letters from an offset of the dead-letter topic on, at most {@code limit}. */
    public List<StoredDeadLetter> from(String index, long offset, int limit) {
        return read(index, (begin, end) -> Math.min(end, Math.max(begin, offset)), limit);
    }

    /** How many letters the topic holds, about: gaps in offsets count. */
    public long count(String index) {
        try (Consumer<byte[], byte[]> consumer = consumer(index)) {
            return KafkaFailures.translating("reading dead letters of index " + index, () -> {
                List<TopicPartition> partitions = partitions(consumer, index);
                Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, TIMEOUT);
                return consumer.endOffsets(partitions, TIMEOUT).entrySet().stream()
                        .mapToLong(end -> end.getValue() - begins.getOrDefault(end.getKey(), 0L))
                        .sum();
            });
        }
    }

    private interface Start {
        long of(long begin, long end);
    }

    private List<StoredDeadLetter> read(String index, Start start, int limit) {
        try (Consumer<byte[], byte[]> consumer = consumer(index)) {
            List<TopicPartition> partitions = partitions(consumer, index);
            consumer.assign(partitions);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, TIMEOUT);
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions, TIMEOUT));
            partitions.forEach(partition -> consumer.seek(
                    partition, start.of(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L))));
            return drain(consumer, ends, limit);
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, "reading dead letters of index " + index);
        }
    }

    private static List<StoredDeadLetter> drain(
            Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, int limit) {
        List<StoredDeadLetter> letters = new ArrayList<>();
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (letters.size() < limit && !reached(consumer, ends)) {
            if (System.nanoTime() - deadline > 0) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, "dead letters: Kafka did not deliver them", "Try again.", null);
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (letters.size() < limit) {
                    read(record).ifPresent(letters::add);
                }
            }
        }
        letters.sort(Comparator.comparing(
                        (StoredDeadLetter stored) -> stored.letter().time())
                .thenComparing(StoredDeadLetter::offset));
        return List.copyOf(letters);
    }

    private static boolean reached(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey(), TIMEOUT) >= end.getValue());
    }

    private static Optional<StoredDeadLetter> read(ConsumerRecord<byte[], byte[]> record) {
        return DeadLetterHeaders.read(record)
                .map(letter -> new StoredDeadLetter(record.partition(), record.offset(), letter));
    }

    private static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String index) {
        String topic = TopicName.deadLetters(index);
        List<TopicPartition> partitions = consumer.partitionsFor(topic, TIMEOUT).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_NOT_FOUND,
                    "there is no dead-letter topic of an index " + index,
                    "List the indexes: hbase-search index list",
                    null);
        }
        return partitions;
    }

    private Consumer<byte[], byte[]> consumer(String index) {
        return KafkaFailures.translating(
                "making a consumer",
                () -> new KafkaConsumer<>(clients.consumerProperties("hbase-search-dead-letters-" + index)));
    }
}
