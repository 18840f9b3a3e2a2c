/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.SourceEvent;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether markers that were appended still lie where they were. A broker that comes back without the end of its log, or a replica
 * that was behind and is elected all the same, takes acknowledged events away, and others get their offsets. Safe for use by
 * several threads: each call has a consumer of its own, without a group.
 */
public final class MarkerCheck {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaClients clients;

    public MarkerCheck(KafkaClients clients) {
        this.clients = Objects.requireNonNull(clients, "clients");
    }

    /**
     * @param markers at most one of each partition
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if something else is there; TIMED_OUT or SERVER_UNREACHABLE if Kafka does
     *     not tell
     */
    public void requireThere(IndexMetadata index, List<SourceEvent> markers) {
        Map<String, Object> properties = clients.consumerProperties("hbase-search-marker-check-" + index.index());
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        // A fetch brings one batch at least, however large; more is not wanted.
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
        Map<TopicPartition, SourceEvent> wanted = new HashMap<>();
        markers.forEach(marker -> wanted.put(new TopicPartition(index.topic(), marker.partition()), marker));
        try (Consumer<byte[], byte[]> consumer =
                KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties))) {
            consumer.assign(wanted.keySet());
            wanted.forEach((partition, marker) -> consumer.seek(partition, marker.offset()));
            read(consumer, index, wanted);
        } catch (OffsetOutOfRangeException e) {
            throw lost(index, e);
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, "looking for markers in topic " + index.topic());
        }
    }

    private static void read(
            Consumer<byte[], byte[]> consumer, IndexMetadata index, Map<TopicPartition, SourceEvent> wanted) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!wanted.isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "topic " + index.topic() + ": Kafka did not deliver its markers",
                        null,
                        null);
            }
            for (ConsumerRecord<byte[], byte[]> event : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(event.topic(), event.partition());
                SourceEvent marker = wanted.remove(partition);
                if (marker != null && !isSame(event, marker)) {
                    throw lost(index, null);
                }
                consumer.pause(Set.of(partition));
            }
        }
    }

    /** Another marker at the same place has another time in it. */
    private static boolean isSame(ConsumerRecord<byte[], byte[]> event, SourceEvent marker) {
        return event.offset() == marker.offset() && event.key() == null && Arrays.equals(event.value(), marker.value());
    }

    private static HBaseSearchException lost(IndexMetadata index, @Nullable OffsetOutOfRangeException cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "topic " + index.topic()
                        + " has lost its end, with markers of this run that Kafka had acknowledged, and perhaps with"
                        + " edits that nobody will hear of",
                Remedies.startOver(index.index()),
                cause);
    }
}
