/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether a topic still has, before and behind an index's positions, what it had when the index came there. Offsets alone do not
 * tell: events that took the place of lost ones have the same. So it asks as an indexer does, with a consumer and the leader
 * epochs that went with the positions. Safe for use by several threads: each call has a consumer of its own, without a group.
 */
public final class LogCheck {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final KafkaClients clients;

    public LogCheck(KafkaConfig config) {
        this.clients = new KafkaClients(config);
    }

    /**
     * @throws io.hbasesearch.core.error.HBaseSearchException OFFSETS_LOST if a partition has no position, or one that does not
     *     belong to the log any more
     */
    public void check(IndexMetadata index, Map<Integer, Position> positions) {
        String what = "looking for the positions of index " + index.index() + " in topic " + index.topic();
        Map<String, Object> properties = clients.consumerProperties("hbase-search-log-check-" + index.index());
        try (Consumer<byte[], byte[]> consumer =
                KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties))) {
            Map<TopicPartition, OffsetAndMetadata> wanted = new HashMap<>();
            for (int i = 0; i < index.partitions(); i++) {
                wanted.put(new TopicPartition(index.topic(), i), offset(index, i, positions.get(i)));
            }
            check(consumer, index, wanted);
        } catch (InvalidOffsetException e) {
            throw lost(index, String.valueOf(e.getMessage()), e);
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, what);
        }
    }

    private static OffsetAndMetadata offset(IndexMetadata index, int partition, @Nullable Position position) {
        if (position == null) {
            throw lost(index, "it has none in partition " + partition, null);
        }
        Optional<Integer> epoch = position.leaderEpoch().isPresent()
                ? Optional.of(position.leaderEpoch().getAsInt())
                : Optional.empty();
        return new OffsetAndMetadata(position.nextOffset(), epoch, "");
    }

    private static void check(
            Consumer<byte[], byte[]> consumer, IndexMetadata index, Map<TopicPartition, OffsetAndMetadata> wanted) {
        consumer.assign(wanted.keySet());
        // First, as the client validates nothing before it knows the leaders.
        Map<TopicPartition, Long> ends = consumer.endOffsets(wanted.keySet(), TIMEOUT);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(wanted.keySet(), TIMEOUT);
        wanted.forEach((partition, offset) -> {
            if (offset.offset() < begins.get(partition) || offset.offset() > ends.get(partition)) {
                throw lost(
                        index,
                        "offset " + offset.offset() + " of partition " + partition.partition()
                                + " is not in the topic, which has " + begins.get(partition) + " to "
                                + ends.get(partition),
                        null);
            }
        });
        wanted.forEach(consumer::seek);
        wanted.keySet().forEach(partition -> consumer.position(partition, TIMEOUT));
    }

    private static RuntimeException lost(IndexMetadata index, String why, @Nullable InvalidOffsetException cause) {
        return Remedies.offsetsLost(
                index.index(),
                "the position of index " + index.index() + " is not in topic " + index.topic() + " any more: " + why,
                cause);
    }
}
