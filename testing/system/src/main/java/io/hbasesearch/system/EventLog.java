/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Everything that the endpoint has announced for a table.
 *
 * @param events in the topic, deliveries counted each
 * @param redelivered events whose WAL entry and row were announced before
 * @param newestVersions for each row, the version of its newest event in the first epoch
 */
public record EventLog(List<RowMutation> events, int redelivered, Map<RowKey, Long> newestVersions) {
    private static final long FIRST_EPOCH = 1L << 48;

    /** Reads a topic from its beginning to its present end. */
    public static EventLog read(String bootstrapServers, String topic) throws UnreadableEventException {
        List<RowMutation> events = new ArrayList<>();
        Map<RowKey, Long> newest = new TreeMap<>();
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
                    events.add(RowMutations.decode(event.value()));
                    if (event.key() == null) {
                        // A bulk load, which is of no row.
                        continue;
                    }
                    newest.merge(RowKey.copyOf(event.key()), FIRST_EPOCH + event.offset() + 1, Math::max);
                }
            }
        }
        return new EventLog(List.copyOf(events), redelivered(events), newest);
    }

    private static int redelivered(List<RowMutation> events) {
        Set<List<Object>> seen = new HashSet<>();
        return (int) events.stream()
                .filter(event -> event.getCause() == RowMutation.Cause.EDIT)
                .filter(event -> !seen.add(List.of(event.getRegion(), event.getRegionSequenceId(), event.getRow())))
                .count();
    }
}
