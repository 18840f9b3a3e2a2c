/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What is kept of a difference that a repetition may not show again: every event of the rows that differ. Stateless. */
final class Evidence {
    private Evidence() {}

    /** @param differences names the rows */
    static void write(Path file, String bootstrapServers, String topic, String differences) throws IOException {
        List<String> lines = new ArrayList<>(List.of(differences, ""));
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
                    if (event.key() != null && differences.contains(" " + RowKey.copyOf(event.key()))) {
                        lines.add(line(event));
                    }
                }
            }
        }
        Files.write(file, lines);
    }

    /** Where and when, and never what: a row's values are nobody's business. */
    private static String line(ConsumerRecord<byte[], byte[]> event) {
        return "%s partition %d offset %d appended %s: %s"
                .formatted(
                        RowKey.copyOf(event.key()),
                        event.partition(),
                        event.offset(),
                        Instant.ofEpochMilli(event.timestamp()),
                        told(event.value()));
    }

    private static String told(byte[] event) {
        try {
            RowMutation mutation = RowMutations.decode(event);
            return "%s of region %s sequence id %d written %s"
                    .formatted(
                            mutation.getCause(),
                            mutation.getRegion(),
                            mutation.getRegionSequenceId(),
                            Instant.ofEpochMilli(mutation.getWriteTimeMillis()));
        } catch (UnreadableEventException e) {
            return "unreadable";
        }
    }
}
