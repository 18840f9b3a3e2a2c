/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Everything that the endpoint has announced for a table. Records that are no event of the table count only as far as they have a row
 * read: one that tells of a row in its own partition does, one in another partition does not.
 *
 * @param events of the table in the topic, deliveries counted each
 * @param redelivered events whose WAL entry and row were announced before
 * @param touches events that ask for a row to be read again, and announce no edit
 * @param newestVersions for each row, the version of its newest event in the topic's epoch
 * @param highestVersions for each row, the highest version that any event can have given it: its newest event's, or that of a
 *     later event of its partition that names no row and so concerns all
 */
public record EventLog(
        List<RowMutation> events,
        int redelivered,
        int touches,
        Map<RowKey, Long> newestVersions,
        Map<RowKey, Long> highestVersions) {
    static final long FIRST_EPOCH = 1L << 48;

    /** Reads a topic from its beginning to its present end. */
    public static EventLog read(String bootstrapServers, String topic) {
        TopicName name = TopicName.parse(topic);
        long epoch = name.epoch() * FIRST_EPOCH;
        List<RowMutation> events = new ArrayList<>();
        Map<RowKey, Long> newest = new TreeMap<>();
        Map<RowKey, Integer> partitionOf = new TreeMap<>();
        Map<Integer, Long> newestOfAll = new TreeMap<>();
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (var event : consumer.poll(Duration.ofMillis(200))) {
                    Optional<RowMutation> mutation = mutation(event.value());
                    if (mutation.isPresent() && !isOf(name, mutation.get())) {
                        continue;
                    }
                    mutation.ifPresent(events::add);
                    long version = epoch + event.offset() + 1;
                    if (event.key() == null && mutation.isPresent()) {
                        // A bulk load, which is of no row.
                        newestOfAll.merge(event.partition(), version, Math::max);
                    }
                    if (!isOfItsPartition(event, partitions.size())) {
                        continue;
                    }
                    RowKey row = RowKey.copyOf(event.key());
                    newest.merge(row, version, Math::max);
                    partitionOf.put(row, event.partition());
                }
            }
        }
        Map<RowKey, Long> highest = new TreeMap<>();
        newest.forEach((row, version) ->
                highest.put(row, Math.max(version, newestOfAll.getOrDefault(partitionOf.get(row), 0L))));
        return new EventLog(List.copyOf(events), redelivered(events), touches(events), newest, highest);
    }

    private static Optional<RowMutation> mutation(byte[] event) {
        try {
            return Optional.of(RowMutations.decode(event));
        } catch (UnreadableEventException e) {
            return Optional.empty();
        }
    }

    private static boolean isOf(TopicName topic, RowMutation mutation) {
        return mutation.getNamespace().equals(topic.namespace())
                && mutation.getTable().equals(topic.table());
    }

    private static boolean isOfItsPartition(ConsumerRecord<byte[], byte[]> event, int partitions) {
        byte[] row = event.key();
        return row != null && row.length > 0 && RowPartition.of(row, partitions) == event.partition();
    }

    private static int touches(List<RowMutation> events) {
        return (int) events.stream()
                .filter(event -> event.getCause() == RowMutation.Cause.TOUCH)
                .count();
    }

    private static int redelivered(List<RowMutation> events) {
        Set<List<Object>> seen = new HashSet<>();
        return (int) events.stream()
                .filter(event -> event.getCause() == RowMutation.Cause.EDIT)
                .filter(event -> !seen.add(List.of(event.getRegion(), event.getRegionSequenceId(), event.getRow())))
                .count();
    }
}
