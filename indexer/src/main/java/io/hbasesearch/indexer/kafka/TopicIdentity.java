/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.pipeline.SourceIdentity;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * Checks that the topic is the one that the index was created for, with as many partitions, and that the offsets of its
 * consumer group are this index's. Safe for use by several threads. Owns an admin client.
 */
public final class TopicIdentity implements SourceIdentity, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final IndexMetadata index;
    private final boolean positionsAreOffsets;
    private final AdminCalls calls;
    private final Topics topics;
    private final GroupOffsets groups;

    /** @param positionsAreOffsets false if the index keeps its positions itself, so that the group's are for display */
    public TopicIdentity(KafkaClients clients, IndexMetadata index, boolean positionsAreOffsets) {
        this.index = Objects.requireNonNull(index, "index");
        this.positionsAreOffsets = positionsAreOffsets;
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
                        "topic " + index.topic() + ", from which index " + index.index() + " is fed, does not exist",
                        "Create it with the peer: hbase-search peer add. " + Remedies.createAnew(index.index()),
                        null));
        if (!topic.id().equals(index.topicId())) {
            throw Remedies.incompatible(
                    index.index(),
                    "topic " + index.topic() + " was deleted and created again: its id is " + topic.id() + ", index "
                            + index.index() + " was created for " + index.topicId());
        }
        if (topic.partitions() != index.partitions()) {
            throw Remedies.incompatible(
                    index.index(),
                    "topic " + index.topic() + " has " + topic.partitions() + " partitions, index " + index.index()
                            + " was created for " + index.partitions()
                            + ": rows have moved to other partitions, so versions cannot be compared any more");
        }
        if (TopicName.parse(index.topic()).epoch() != index.epoch()) {
            throw Remedies.incompatible(
                    index.index(),
                    "index " + index.index() + " is of epoch " + index.epoch() + ", not that of its topic "
                            + index.topic());
        }
    }

    private void checkOffset(int partition, Map<Integer, OffsetAndMetadata> offsets) {
        OffsetAndMetadata offset = offsets.get(partition);
        if (offset == null) {
            throw Remedies.offsetsLost(
                    index.index(),
                    "consumer group " + index.consumerGroup() + " has no offset for partition " + partition
                            + ": index create did not finish, or the offset has expired",
                    null);
        }
        boolean ours = OffsetMetadata.parse(offset.metadata())
                .map(metadata -> metadata.index().equals(index.uuid()))
                .orElse(false);
        if (!ours) {
            throw Remedies.offsetsLost(
                    index.index(),
                    "the offset of consumer group " + index.consumerGroup() + " in partition " + partition
                            + " was not committed for this index (" + index.uuid() + ") but for another",
                    null);
        }
    }

    @Override
    public void close() {
        calls.close();
    }
}
