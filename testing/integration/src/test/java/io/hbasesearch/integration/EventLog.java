/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Everything that the endpoint has announced for a table.
 *
 * @param events in the topic, deliveries counted each
 * @param redelivered events whose WAL entry and row were announced before
 */
record EventLog(List<RowMutation> events, int redelivered) {
    /** Reads a topic from its beginning to its present end. */
    static EventLog read(String bootstrapServers, String topic) throws UnreadableEventException {
        List<RowMutation> events = new ArrayList<>();
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
                }
            }
        }
        return new EventLog(List.copyOf(events), redelivered(events));
    }

    private static int redelivered(List<RowMutation> events) {
        Set<List<Object>> seen = new HashSet<>();
        return (int) events.stream()
                .filter(event -> event.getCause() == RowMutation.Cause.EDIT)
                .filter(event -> !seen.add(List.of(event.getRegion(), event.getRegionSequenceId(), event.getRow())))
                .count();
    }
}
