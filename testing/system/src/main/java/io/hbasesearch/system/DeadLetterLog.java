/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Every dead letter of an index, read past all of this project's own code.
 *
 * @param letters repeated ones counted each
 * @param unreadable of these, those of records that are no event of the index's table
 * @param newestVersions for each row that could not be mapped or written, the version of the newest event among its letters
 */
public record DeadLetterLog(int letters, int unreadable, Map<RowKey, Long> newestVersions) {
    /** Reads an index's letters from the first to the present last. */
    public static DeadLetterLog read(String bootstrapServers, String index)
            throws ExecutionException, InterruptedException {
        TopicPartition letters = new TopicPartition(TopicName.deadLetters(index), 0);
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        Map<RowKey, Long> newest = new TreeMap<>();
        int count = 0;
        int unreadable = 0;
        if (!exists(bootstrapServers, letters.topic())) {
            return new DeadLetterLog(0, 0, newest);
        }
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(letters));
            consumer.seekToBeginning(List.of(letters));
            long end = consumer.endOffsets(List.of(letters)).get(letters);
            while (consumer.position(letters) < end) {
                for (var letter : consumer.poll(Duration.ofMillis(200))) {
                    count++;
                    if (text(letter, "stage").equals("DECODE")) {
                        unreadable++;
                    } else {
                        add(newest, letter);
                    }
                }
            }
        }
        return new DeadLetterLog(count, unreadable, newest);
    }

    private static boolean exists(String bootstrapServers, String topic)
            throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            return admin.listTopics().names().get().contains(topic);
        }
    }

    private static void add(Map<RowKey, Long> newest, ConsumerRecord<byte[], byte[]> letter) {
        var row = letter.headers().lastHeader("hbase-search.row");
        if (row != null) {
            long epoch = TopicName.parse(text(letter, "topic")).epoch() * EventLog.FIRST_EPOCH;
            long version = epoch + Long.parseLong(text(letter, "offset")) + 1;
            newest.merge(RowKey.copyOf(row.value()), version, Math::max);
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader("hbase-search." + header).value(), UTF_8);
    }
}
