/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.event.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Manages an index's topics and groups in Kafka, for creating and deleting it. Safe for use by several threads. Owns an admin client. */
public final class IndexTopics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexTopics.class);

    private final KafkaConfig config;
    private final AdminCalls calls;
    private final Topics topics;
    private final GroupOffsets groups;

    public IndexTopics(KafkaConfig config) {
        this.config = Objects.requireNonNull(config, "config");
        this.calls = new AdminCalls(config, "hbase-search-index-lifecycle");
        this.topics = new Topics(calls);
        this.groups = new GroupOffsets(calls);
    }

    /** Returns an object that shares this client: do not close it. */
    public Topics topics() {
        return topics;
    }

    /**
     * Closes the topics of a table's former epochs to writes, permanently. Their events stay.
     *
     * @param epoch the first that stays open
     * @return the names of the topics that are closed now
     * @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT if one of them still accepts events
     */
    public List<String> closeBefore(TableId table, int epoch) {
        TopicClosing closing = new TopicClosing(config, calls);
        List<Topics.Topic> former = topics.before(table, epoch);
        former.forEach(closing::close);
        return former.stream().map(Topics.Topic::name).toList();
    }

    /** Checks whether {@link #closeBefore} would fail; changes nothing. */
    public void requireClosable(TableId table, int epoch) {
        TopicClosing closing = new TopicClosing(config, calls);
        topics.before(table, epoch).forEach(closing::requireClosable);
    }

    /** Checks the events of an index's topic from given positions on; see {@link UnreadEvents#requireReadable}. */
    public void requireReadable(IndexMetadata index, Map<Integer, Position> from, Duration patience) {
        new UnreadEvents(new KafkaClients(config)).requireReadable(index, from, patience);
    }

    /** Returns the oldest of a table's topics of former epochs that still accepts events; empty if all of them are closed. */
    public Optional<Topics.Topic> openBefore(TableId table, int epoch) {
        TopicClosing closing = new TopicClosing(config, calls);
        return topics.before(table, epoch).stream()
                .filter(topic -> !closing.isClosed(topic))
                .findFirst();
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED if a group of the index has members */
    public void requireIdle(String index) {
        groups.groupsOf(index).forEach(group -> groups.requireNoMembers(index, group));
    }

    /** Creates the dead-letter topic unless it exists, with the replication of the table's topic. */
    public void createDeadLetters(String index, Topics.Topic table) {
        topics.createDeadLetters(index, (short) table.replication());
    }

    public Map<Integer, Position> beginnings(IndexMetadata index) {
        return groups.beginnings(index.topic(), index.partitions());
    }

    /** Returns the present end of each partition: whatever is appended from now on gets these positions or later ones. */
    public Map<Integer, Position> ends(IndexMetadata index) {
        return groups.ends(index.topic(), index.partitions());
    }

    public void setOffsets(IndexMetadata index, Map<Integer, Position> positions) {
        setOffsets(index, positions, Optional.empty());
    }

    /** @param history of an index that has documents already */
    public void setOffsets(IndexMetadata index, Map<Integer, Position> positions, Optional<String> history) {
        groups.set(index, positions, history);
    }

    /** Returns whether the index's group has an offset in every partition. */
    public boolean hasOffsets(IndexMetadata index) {
        return groups.read(index.consumerGroup(), index.topic()).size() == index.partitions();
    }

    /**
     * Returns whether {@link #hasOffsets} holds and the offsets are this generation's: an earlier one with the same number may have
     * left some.
     */
    public boolean hasOwnOffsets(IndexMetadata index) {
        return groups.read(index.consumerGroup(), index.topic()).values().stream()
                        .filter(offset -> OffsetMetadata.parse(offset.metadata())
                                .filter(metadata -> metadata.index().equals(index.uuid()))
                                .isPresent())
                        .count()
                == index.partitions();
    }

    /** Deletes the group of one generation, if it exists. Returns false if it has members, which have not noticed yet. */
    public boolean deleteGroup(IndexMetadata generation) {
        return groups.deleteIfEmpty(generation.consumerGroup());
    }

    /** Deletes the groups of every epoch; missing ones are ignored. */
    public void deleteGroups(String index) {
        groups.groupsOf(index).forEach(groups::delete);
    }

    /**
     * Deletes all groups except that of the index's present generation. A group that has members again stays, and expires once they
     * have noticed that their generation is gone.
     */
    public void deleteOtherGroups(IndexMetadata index) {
        groups.groupsOf(index.index()).stream()
                .filter(group -> !group.equals(index.consumerGroup()))
                .filter(group -> !groups.deleteIfEmpty(group))
                .forEach(group -> LOG.warn("consumer group {} still has members and is kept for now", group));
    }

    public void deleteDeadLetters(String index) {
        topics.delete(TopicName.deadLetters(index));
    }

    /** Deletes the log of the index's backfills, if it exists. */
    public void deleteReindexLog(String index) {
        topics.delete(TopicName.reindexLog(index));
    }

    @Override
    public void close() {
        calls.close();
    }
}
