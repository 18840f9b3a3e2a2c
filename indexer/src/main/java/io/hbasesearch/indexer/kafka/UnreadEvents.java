/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.event.NewerEventException;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads events that an index has not read: when the first ones were stored, and whether this version can decode them. Safe for use
 * by several threads: each call has its own consumer, which belongs to no group.
 */
final class UnreadEvents {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaClients clients;

    UnreadEvents(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * Returns the earliest timestamp of the first events at or after given offsets.
     *
     * @param offsets by partition, each with an event at or after it
     * @return milliseconds since the epoch; empty if all of them were deleted meanwhile
     * @throws HBaseSearchException TIMED_OUT if Kafka does not deliver them
     */
    OptionalLong oldestMillis(String topic, Map<Integer, Long> offsets) {
        Map<String, Object> properties = clients.consumerProperties("hbase-search-backlog-" + topic);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        // A fetch returns at least one batch, however large; more is not needed.
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
        try (Consumer<byte[], byte[]> consumer =
                KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties))) {
            Map<TopicPartition, Long> wanted = new HashMap<>();
            offsets.forEach((partition, offset) -> wanted.put(new TopicPartition(topic, partition), offset));
            consumer.assign(wanted.keySet());
            wanted.forEach(consumer::seek);
            Map<TopicPartition, Long> ends = consumer.endOffsets(wanted.keySet(), TIMEOUT);
            return oldest(consumer, topic, ends);
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, "looking at unread events of topic " + topic);
        }
    }

    /**
     * Reads the topic from an index's positions to its present end.
     *
     * @param from by partition; those without a position are skipped
     * @throws HBaseSearchException INDEX_INCOMPATIBLE for the first event of a newer format; TIMED_OUT after the patience
     */
    void requireReadable(IndexMetadata index, Map<Integer, Position> from, Duration patience) {
        Map<String, Object> properties = clients.consumerProperties("hbase-search-readable-" + index.index());
        try (Consumer<byte[], byte[]> consumer =
                KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties))) {
            Map<TopicPartition, Long> starts = new HashMap<>();
            from.forEach((partition, position) ->
                    starts.put(new TopicPartition(index.topic(), partition), position.nextOffset()));
            consumer.assign(starts.keySet());
            starts.forEach(consumer::seek);
            readToEnd(consumer, index, patience);
        } catch (KafkaException | IllegalArgumentException e) {
            throw unreadable(e, index);
        }
    }

    private static HBaseSearchException unreadable(RuntimeException failure, IndexMetadata index) {
        String what = "looking at unread events of topic " + index.topic();
        if (!UnreadableBatches.isOne(failure)) {
            return KafkaFailures.translate(failure, what);
        }
        return UnreadableBatches.refused(
                failure,
                "index " + index.index() + " cannot read on: "
                        + UnreadableBatches.describe(failure, what, Optional.empty()),
                ErrorCode.INDEX_INCOMPATIBLE,
                "If another replica of the partition is intact, make it the leader, and run this again. If none is, "
                        + leaveOut(index));
    }

    private static String leaveOut(IndexMetadata index) {
        return "skip the events that the index has not read: add --recreate " + index.index()
                + ", and then: hbase-search reindex " + index.index();
    }

    private static void readToEnd(Consumer<byte[], byte[]> consumer, IndexMetadata index, Duration patience) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), TIMEOUT);
        Set<TopicPartition> unread = new HashSet<>(ends.keySet());
        Deadline deadline = Deadline.after(patience);
        while (true) {
            unread.removeIf(partition -> consumer.position(partition, TIMEOUT) >= ends.get(partition));
            if (unread.isEmpty()) {
                return;
            }
            if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "reading the events that index " + index.index() + " has not read of topic " + index.topic()
                                + " took longer than " + patience.toSeconds() + " s",
                        "Run this again with a longer --timeout. If it does not get past "
                                + positions(consumer, unread)
                                + ", the log of the broker that leads the partition says why; then "
                                + leaveOut(index),
                        null);
            }
            consumer.pause(consumer.assignment().stream()
                    .filter(partition -> !unread.contains(partition))
                    .toList());
            try {
                consumer.poll(POLL).forEach(event -> requireReadable(event, index));
            } catch (OffsetOutOfRangeException e) {
                // Deleted meanwhile: the loss will be detected elsewhere.
                unread.removeAll(e.partitions());
                consumer.pause(e.partitions());
            }
        }
    }

    private static String positions(Consumer<byte[], byte[]> consumer, Set<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition ->
                        "offset " + consumer.position(partition, TIMEOUT) + " of partition " + partition.partition())
                .collect(Collectors.joining(", "));
    }

    private static void requireReadable(ConsumerRecord<byte[], byte[]> event, IndexMetadata index) {
        try {
            RowMutations.decode(event.value());
        } catch (NewerEventException e) {
            if (!e.isOf(index.table().namespace(), index.table().qualifier())) {
                return;
            }
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + index.index() + " cannot read on: at offset " + event.offset() + " of partition "
                            + event.partition() + " of topic " + index.topic() + ": " + e.getMessage(),
                    "Upgrade hbase-search here and at every indexer, and run this again. If none of your endpoints is newer, "
                            + leaveOut(index),
                    e);
        } catch (UnreadableEventException e) {
            // Such an event does not stop an index: it becomes a dead letter.
        }
    }

    private static OptionalLong oldest(
            Consumer<byte[], byte[]> consumer, String topic, Map<TopicPartition, Long> ends) {
        Set<TopicPartition> wanted = new HashSet<>(ends.keySet());
        long oldest = Long.MAX_VALUE;
        Deadline deadline = Deadline.after(TIMEOUT);
        while (!wanted.isEmpty()) {
            if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "topic " + topic + ": Kafka did not deliver its unread events",
                        null,
                        null);
            }
            try {
                for (ConsumerRecord<byte[], byte[]> event : consumer.poll(POLL)) {
                    TopicPartition partition = new TopicPartition(topic, event.partition());
                    if (wanted.remove(partition)) {
                        // The timestamps of others determine how long an event without a timestamp is retained.
                        oldest = event.timestamp() > 0 ? Math.min(oldest, event.timestamp()) : oldest;
                        consumer.pause(Set.of(partition));
                    }
                }
                // The rest may be only markers of transactions, which are no events.
                wanted.removeIf(partition -> consumer.position(partition, TIMEOUT) >= ends.get(partition));
            } catch (OffsetOutOfRangeException e) {
                // Deleted between the two requests; the next check detects the loss.
                wanted.removeAll(e.partitions());
                consumer.pause(e.partitions());
            }
        }
        return oldest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldest);
    }
}
