/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.replication.settings.TableRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a table's topic from its beginning and checks of each event that it stands where it should. Not thread-safe. */
final class TopicReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TableRoute route;
    private final List<RowMutation> events = new ArrayList<>();
    private final Map<Integer, RowMutation> bulkLoads = new TreeMap<>();

    TopicReader(String bootstrapServers, TableRoute route) {
        this.route = route;
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, route.partitions())
                .mapToObj(partition -> new TopicPartition(route.topicName(), partition))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads until {@code rows} were announced, each at least once, and calls {@code each} at once for every event. */
    List<RowMutation> awaitRows(Set<String> rows, Duration timeout, Consumer<RowMutation> each) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!rows().containsAll(rows)) {
            if (System.nanoTime() > end) {
                Set<String> missing = new TreeSet<>(rows);
                missing.removeAll(rows());
                throw new AssertionError("after " + timeout + " no event of " + missing + ", only of " + rows());
            }
            poll(each);
        }
        return List.copyOf(events);
    }

    List<RowMutation> awaitRows(Set<String> rows) {
        return awaitRows(rows, Duration.ofSeconds(60), event -> {});
    }

    List<RowMutation> awaitRow(String row) {
        return awaitRows(Set.of(row)).stream()
                .filter(event -> event.getRow().toStringUtf8().equals(row))
                .toList();
    }

    Set<String> rows() {
        Set<String> rows = new TreeSet<>();
        events.forEach(event -> rows.add(event.getRow().toStringUtf8()));
        return rows;
    }

    /** The last one of each partition. */
    Collection<RowMutation> bulkLoads() {
        return bulkLoads.values();
    }

    /** Everything that the topic holds now. */
    List<RowMutation> readToEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            poll(event -> {});
        }
        return List.copyOf(events);
    }

    /** Reads what is there, or waits for a moment. */
    void poll(Consumer<RowMutation> each) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
            RowMutation event = decode(record);
            if (event.getCause() == RowMutation.Cause.BULK_LOAD) {
                assertThat(record.key()).isNull();
                bulkLoads.put(record.partition(), event);
                continue;
            }
            assertThat(event.getRow().toByteArray()).isEqualTo(record.key());
            assertThat(record.partition()).isEqualTo(RowPartition.of(record.key(), route.partitions()));
            each.accept(event);
            events.add(event);
        }
    }

    private static RowMutation decode(ConsumerRecord<byte[], byte[]> record) {
        try {
            return RowMutations.decode(record.value());
        } catch (UnreadableEventException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
