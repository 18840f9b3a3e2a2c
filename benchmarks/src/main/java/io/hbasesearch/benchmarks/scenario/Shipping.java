/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic beside the indexer and tells the first two stages of each event apart: from its WAL entry to its append in
 * Kafka, whose topic is stamped by the broker, and from there to a consumer. Clocks are those of one machine, in milliseconds.
 * Owns its thread; the times are to be read once it has stopped.
 */
final class Shipping implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> settings;
    private final String topic;
    private final Histogram ship = new Histogram(TimeUnit.HOURS.toMillis(1), 3);
    private final Histogram deliver = new Histogram(TimeUnit.HOURS.toMillis(1), 3);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::read, "shipping");
    private volatile boolean closed;

    Shipping(String bootstrapServers, String topic) {
        this.settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "latest");
        this.topic = topic;
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    long now = System.currentTimeMillis();
                    RowMutation event = RowMutations.decode(record.value());
                    ship.recordValue(Math.max(0, record.timestamp() - event.getWriteTimeMillis()));
                    deliver.recordValue(Math.max(0, now - record.timestamp()));
                }
            }
        } catch (UnreadableEventException | RuntimeException | Error e) {
            failure.set(e);
        }
    }

    /** Ends it. @throws IllegalStateException if it failed on its way, or saw no event: a stage of no events takes no time */
    void stop() {
        close();
        Throwable problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("the topic could not be read beside the indexer", problem);
        }
        if (ship.getTotalCount() == 0) {
            throw new IllegalStateException("no event was seen on its way");
        }
    }

    double shipMillis(double percentile) {
        return ship.getValueAtPercentile(100 * percentile);
    }

    double deliverMillis(double percentile) {
        return deliver.getValueAtPercentile(100 * percentile);
    }

    @Override
    public void close() {
        closed = true;
        Threads.join(thread);
    }
}
