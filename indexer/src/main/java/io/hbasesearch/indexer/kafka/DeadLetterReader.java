/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads an index's dead letters without committing anything: each call sees what is in the topic when it begins. The topic has one
 * partition, so that a dead letter is identified by its offset. Safe for use by several threads; each call has its own consumer.
 */
public final class DeadLetterReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(500);

    private final KafkaClients clients;

    public DeadLetterReader(KafkaConfig config) {
        this.clients = new KafkaClients(Objects.requireNonNull(config, "config"));
    }

    /**
     * A dead letter and its place in the dead-letter topic.
     *
     * @param eventBytes original size of the event
     * @param truncated what was omitted from the event, as it was too large for the topic
     */
    public record StoredDeadLetter(
            int partition, long offset, DeadLetter letter, int eventBytes, Optional<Truncation> truncated) {}

    /** The missing part of an event. */
    public enum Truncation {
        /** The cells' values. */
        VALUES,
        /** The cells. */
        CELLS,
        /** Bytes at the end, of an event that cannot be decoded. */
        BYTES
    }

    /**
     * The offsets of the stored dead letters; some of them may hold no dead letter.
     *
     * @param end after the last
     */
    public record Span(long begin, long end) {}

    /** Receives dead letters in offset order. */
    public interface Visitor {
        void visit(StoredDeadLetter letter);

        /** @param offset up to which everything has been read; called at intervals */
        default void reached(long offset) {}

        /** @param progress receives the offsets that were reached */
        static Visitor of(java.util.function.Consumer<StoredDeadLetter> letters, LongConsumer progress) {
            return new Visitor() {
                @Override
                public void visit(StoredDeadLetter letter) {
                    letters.accept(letter);
                }

                @Override
                public void reached(long offset) {
                    progress.accept(offset);
                }
            };
        }
    }

    /**
     * Returns the newest dead letters, oldest first.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND if the index has no dead-letter topic
     */
    public List<StoredDeadLetter> latest(String index, int limit) {
        Span span = span(index);
        return list(index, Math.max(span.begin(), span.end() - limit), limit);
    }

    /** Returns the dead letters from an offset of the dead-letter topic on, at most {@code limit}. */
    public List<StoredDeadLetter> from(String index, long offset, int limit) {
        return list(index, offset, limit);
    }

    /** Returns about how many dead letters the topic holds: gaps in offsets count. */
    public long count(String index) {
        Span span = span(index);
        return span.end() - span.begin();
    }

    /** @throws HBaseSearchException INDEX_NOT_FOUND if the index has no dead-letter topic */
    public Span span(String index) {
        return reading(index, this::span);
    }

    /** Returns the offset of the first dead letter that was stored at {@code time} or later; the end if there is none. */
    public long offsetAt(String index, Instant time) {
        return reading(index, (consumer, partition) -> {
            OffsetAndTimestamp found = consumer.offsetsForTimes(Map.of(partition, time.toEpochMilli()), TIMEOUT)
                    .get(partition);
            return found == null ? span(consumer, partition).end() : found.offset();
        });
    }

    /** Passes {@code visitor} the dead letters from one offset to before another; holds no more than one fetch of them in memory. */
    public void scan(String index, Span span, Visitor visitor) {
        reading(index, (consumer, partition) -> {
            Span there = span(consumer, partition);
            long begin = Math.max(span.begin(), there.begin());
            long end = Math.min(span.end(), there.end());
            consumer.assign(List.of(partition));
            consumer.seek(partition, Math.min(begin, there.end()));
            drain(consumer, partition, end, visitor);
            return end;
        });
    }

    private List<StoredDeadLetter> list(String index, long offset, int limit) {
        List<StoredDeadLetter> letters = new ArrayList<>();
        scan(index, new Span(offset, Math.min(offset, Long.MAX_VALUE - limit) + limit), letters::add);
        return List.copyOf(letters);
    }

    private static void drain(Consumer<byte[], byte[]> consumer, TopicPartition partition, long end, Visitor visitor) {
        Deadline deadline = Deadline.after(TIMEOUT);
        while (consumer.position(partition, TIMEOUT) < end) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                deadline = Deadline.after(TIMEOUT);
            } else if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, "dead letters: Kafka did not deliver them", "Try again.", null);
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (record.offset() < end) {
                    DeadLetterHeaders.read(record).ifPresent(visitor::visit);
                }
            }
            visitor.reached(Math.min(end, consumer.position(partition, TIMEOUT)));
        }
    }

    private Span span(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        List<TopicPartition> one = List.of(partition);
        return new Span(
                consumer.beginningOffsets(one, TIMEOUT).getOrDefault(partition, 0L),
                consumer.endOffsets(one, TIMEOUT).getOrDefault(partition, 0L));
    }

    private interface Reading<T> {
        T read(Consumer<byte[], byte[]> consumer, TopicPartition partition);
    }

    private <T> T reading(String index, Reading<T> reading) {
        return KafkaFailures.translating("reading dead letters of index " + index, () -> {
            Map<String, Object> properties = clients.consumerProperties("hbase-search-dead-letters-" + index);
            try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
                return reading.read(consumer, partition(consumer, index));
            }
        });
    }

    private static TopicPartition partition(Consumer<byte[], byte[]> consumer, String index) {
        String topic = TopicName.deadLetters(index);
        if (consumer.partitionsFor(topic, TIMEOUT).isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_NOT_FOUND,
                    "there is no dead-letter topic for an index " + index,
                    "List the indexes: hbase-search index list",
                    null);
        }
        return new TopicPartition(topic, 0);
    }
}
