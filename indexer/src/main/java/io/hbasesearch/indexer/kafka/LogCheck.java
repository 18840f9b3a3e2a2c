/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.reindex.MarkerPositions;
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

/**
 * Checks whether a topic still has, before and after an index's positions, what it had when the index reached them. Offsets alone
 * are not enough: events that replaced lost ones have the same offsets. So it queries as an indexer does, with a consumer and the
 * leader epochs that were stored with the positions. Safe for use by several threads: each call has its own consumer, without a
 * group.
 */
public final class LogCheck {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final KafkaClients clients;

    public LogCheck(KafkaConfig config) {
        this.clients = new KafkaClients(config);
    }

    /**
     * @param embedded whether the index stores its positions itself
     * @throws HBaseSearchException OFFSETS_LOST if a partition has no position, or one that no longer belongs to the log
     */
    public void check(IndexMetadata index, Map<Integer, Position> positions, boolean embedded) {
        Map<TopicPartition, OffsetAndMetadata> wanted = new HashMap<>();
        for (int i = 0; i < index.partitions(); i++) {
            Position position = positions.get(i);
            if (position == null) {
                throw lost(index, embedded, "it has no position in partition " + i);
            }
            wanted.put(new TopicPartition(index.topic(), i), offset(position));
        }
        look(index, wanted, true).ifPresent(why -> {
            throw lost(index, embedded, why);
        });
    }

    /**
     * Checks that the topic still has the markers. Markers older than the topic's first event are not lost: their readers have read
     * them.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if the topic has lost its end with some of them
     */
    public void requireMarkers(IndexMetadata index, MarkerPositions marked) {
        if (marked.isNone() || marked.epoch() != index.epoch()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> wanted = new HashMap<>();
        marked.positions()
                .forEach((partition, position) ->
                        wanted.put(new TopicPartition(index.topic(), partition), offset(position)));
        if (look(index, wanted, false).isPresent()) {
            throw Remedies.endLost(index.index(), "markers that were appended before its rows were read");
        }
    }

    /**
     * @param kept whether what lies before the topic's first event counts as lost, too
     * @return why a position is no longer in the log; empty if each is
     */
    private Optional<String> look(IndexMetadata index, Map<TopicPartition, OffsetAndMetadata> wanted, boolean kept) {
        Map<String, Object> properties = clients.consumerProperties("hbase-search-log-check-" + index.index());
        try (Consumer<byte[], byte[]> consumer =
                KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties))) {
            return look(consumer, wanted, kept);
        } catch (InvalidOffsetException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            throw KafkaFailures.translate(
                    e, "looking for positions of index " + index.index() + " in topic " + index.topic());
        }
    }

    private static OffsetAndMetadata offset(Position position) {
        Optional<Integer> epoch = position.leaderEpoch().isPresent()
                ? Optional.of(position.leaderEpoch().getAsInt())
                : Optional.empty();
        return new OffsetAndMetadata(position.nextOffset(), epoch, "");
    }

    private static Optional<String> look(
            Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> wanted, boolean kept) {
        consumer.assign(wanted.keySet());
        // First, as the client validates nothing before it knows the leaders.
        Map<TopicPartition, Long> ends = consumer.endOffsets(wanted.keySet(), TIMEOUT);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(wanted.keySet(), TIMEOUT);
        for (Map.Entry<TopicPartition, OffsetAndMetadata> position : wanted.entrySet()) {
            TopicPartition partition = position.getKey();
            long offset = position.getValue().offset();
            if (offset < begins.get(partition) && !kept) {
                consumer.seek(partition, begins.get(partition));
            } else if (offset < begins.get(partition) || offset > ends.get(partition)) {
                return Optional.of("offset " + offset + " of partition " + partition.partition()
                        + " is not in the topic, which has " + begins.get(partition) + " to " + ends.get(partition));
            } else {
                consumer.seek(partition, position.getValue());
            }
        }
        wanted.keySet().forEach(partition -> consumer.position(partition, TIMEOUT));
        return Optional.empty();
    }

    private static HBaseSearchException lost(IndexMetadata index, boolean embedded, String why) {
        return Remedies.offsetsLost(
                index.index(),
                embedded,
                "the position of index " + index.index() + " is not in topic " + index.topic() + ": " + why,
                null);
    }
}
