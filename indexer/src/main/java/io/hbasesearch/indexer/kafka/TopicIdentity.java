/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.pipeline.source.SourceIdentity;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.memory.MemoryPool;

/**
 * Checks that the topic is the one that the index was created for, with the same number of partitions, and that the offsets of its
 * consumer group are this index's. Safe for use by several threads. Owns an admin client.
 */
public final class TopicIdentity implements SourceIdentity, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final IndexMetadata index;
    private final boolean positionsAreOffsets;
    private final Optional<String> history;
    private final AdminCalls calls;
    private final Topics topics;
    private final GroupOffsets groups;

    /** Creates a check that ignores the offsets of the group. */
    public TopicIdentity(KafkaClients clients, IndexMetadata index) {
        this(clients, index, false, Optional.empty());
    }

    /**
     * @param positionsAreOffsets false if the index stores its positions itself, so that the group's are for display
     * @param history of the index now; offsets may have been committed when it had another
     */
    public TopicIdentity(
            KafkaClients clients, IndexMetadata index, boolean positionsAreOffsets, Optional<String> history) {
        this.index = Objects.requireNonNull(index, "index");
        this.positionsAreOffsets = positionsAreOffsets;
        this.history = Objects.requireNonNull(history, "history");
        this.calls = new AdminCalls(clients.config(), "hbase-search-identity-" + index.index());
        this.topics = new Topics(calls);
        this.groups = new GroupOffsets(calls);
    }

    @Override
    public void check(Set<Integer> partitions) {
        checkTopic();
        if (positionsAreOffsets) {
            Map<Integer, OffsetAndMetadata> offsets = groups.read(index.consumerGroup(), index.topic());
            partitions.forEach(partition -> checkOffset(partition, offsets));
        }
    }

    private void checkTopic() {
        Topics.Topic topic = topics.await(index.topic(), PATIENCE)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.TOPIC_NOT_FOUND,
                        "topic " + index.topic() + ", which feeds index " + index.index() + ", does not exist",
                        Remedies.nextEpoch(index.index()),
                        null));
        requireSame(index, topic);
    }

    /**
     * @param topic the topic that has the name of the index's topic now
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if it is another, or has changed
     */
    public static void requireSame(IndexMetadata index, Topics.Topic topic) {
        if (!topic.id().equals(index.topicId())) {
            throw Remedies.topicChanged(
                    index.index(),
                    "topic " + index.topic() + " was deleted and created again: its id is " + topic.id() + ", index "
                            + index.index() + " was created for " + index.topicId());
        }
        if (topic.partitions() != index.partitions()) {
            throw Remedies.topicChanged(
                    index.index(),
                    "topic " + index.topic() + " has " + topic.partitions() + " partitions, index " + index.index()
                            + " was created for " + index.partitions()
                            + ": rows have moved to other partitions, so versions are no longer comparable");
        }
        if (TopicName.parse(index.topic()).epoch() != index.epoch()) {
            throw Remedies.topicChanged(
                    index.index(),
                    "index " + index.index() + " has epoch " + index.epoch() + ", which differs from that of its topic "
                            + index.topic());
        }
    }

    private void checkOffset(int partition, Map<Integer, OffsetAndMetadata> offsets) {
        OffsetAndMetadata offset = offsets.get(partition);
        if (offset == null) {
            throw Remedies.offsetsLost(
                    index.index(),
                    false,
                    "consumer group " + index.consumerGroup() + " has no offset for partition " + partition
                            + ": index create did not finish, or the offset has expired",
                    null);
        }
        Optional<OffsetMetadata> ours = OffsetMetadata.parse(offset.metadata())
                .filter(metadata -> metadata.index().equals(index.uuid()));
        if (ours.isEmpty()) {
            throw Remedies.offsetsLost(
                    index.index(),
                    false,
                    "the offset of consumer group " + index.consumerGroup() + " in partition " + partition
                            + " was not committed for this index (" + index.uuid() + ") but for another",
                    null);
        }
        // The offsets that an empty index begins with have no history: nothing was written before them.
        Optional<String> committed = ours.get().history();
        if (history.isPresent() && committed.isPresent() && !committed.equals(history)) {
            throw Remedies.putBack(index);
        }
    }

    @Override
    public Map<Integer, CompletableFuture<Long>> ends(Set<Integer> partitions) {
        return groups.endsLater(index.topic(), partitions);
    }

    @Override
    public HBaseSearchException stalled(int partition, OptionalLong from, long end) {
        return new HBaseSearchException(
                ErrorCode.SERVER_UNREACHABLE,
                "topic " + index.topic() + " has events up to offset " + end + " in partition " + partition
                        + ", and Kafka delivers none"
                        + (from.isPresent() ? " from offset " + from.getAsLong() + " on" : "")
                        + ": its broker cannot read them, or a batch is larger than "
                        + (MemoryPool.MAX_ANSWER_BYTES >> 20)
                        + " MB. The logs of the partition's leader and of this program say which. If another replica is intact,"
                        + " make it the leader. If none is: "
                        + Remedies.leaveOut(index.index(), !positionsAreOffsets) + ".",
                null,
                null);
    }

    @Override
    public void close() {
        calls.close();
    }
}
