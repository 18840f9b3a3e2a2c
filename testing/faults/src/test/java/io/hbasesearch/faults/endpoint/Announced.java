/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Which numbered rows a topic announces, counted while it is read, so that no number of events is too many. Each row is
 * written once, hence further events of it are redeliveries. Not thread-safe.
 */
final class Announced implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final BitSet rows = new BitSet();
    private final Map<Integer, Payload> payloads = new HashMap<>();
    private long events;

    Announced(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, EndpointStand.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads all that the topic holds now. */
    void readToEnd() throws UnreadableEventException {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            read();
        }
    }

    /** Waits until the rows from one number to another, exclusive, were announced, each at least once. */
    void await(int first, int end, Duration patience) throws UnreadableEventException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (rows.nextClearBit(first) < end) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("after " + patience + " row " + rows.nextClearBit(first) + " of " + first
                        + " to " + end + " was not announced");
            }
            read();
        }
    }

    /** Reads what is there, or waits for a moment. */
    void read() throws UnreadableEventException {
        for (var event : consumer.poll(POLL)) {
            events++;
            int row = NumberedRows.numberOf(event.key());
            rows.set(row);
            payloads.put(row, RowMutations.decode(event.value()).getPayload());
        }
    }

    /** The first of the rows 0 to {@code count - 1} that was never announced; -1 if all were. */
    int firstMissing(int count) {
        int missing = rows.nextClearBit(0);
        return missing < count ? missing : -1;
    }

    int distinctRows() {
        return rows.cardinality();
    }

    long redelivered() {
        return events - rows.cardinality();
    }

    /** What the newest event of a row carries. */
    Payload payload(int row) {
        return payloads.get(row);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
