/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Reads and changes the consumer groups of indexes and their offsets, through the admin client. Safe for use by several threads.
 * Borrows it.
 */
final class GroupOffsets {
    private final AdminCalls calls;

    GroupOffsets(AdminCalls calls) {
        this.calls = calls;
    }

    /** Returns the first offset of each partition of a topic. */
    Map<Integer, Position> beginnings(String topic, int partitions) {
        return offsets(topic, partitions, OffsetSpec.earliest(), "begins");
    }

    /** Returns the end of each partition of a topic: the offset of the next event. */
    Map<Integer, Position> ends(String topic, int partitions) {
        return offsets(topic, partitions, OffsetSpec.latest(), "ends");
    }

    /** Returns the same as {@link #ends} without waiting for the responses; each future fails separately. */
    Map<Integer, CompletableFuture<Long>> endsLater(String topic, Set<Integer> partitions) {
        Map<TopicPartition, OffsetSpec> request = new HashMap<>();
        partitions.forEach(partition -> request.put(new TopicPartition(topic, partition), OffsetSpec.latest()));
        ListOffsetsResult answers = calls.admin().listOffsets(request);
        Map<Integer, CompletableFuture<Long>> ends = new TreeMap<>();
        request.keySet().forEach(partition -> ends.put(partition.partition(), end(answers, partition)));
        return ends;
    }

    private static CompletableFuture<Long> end(ListOffsetsResult answers, TopicPartition partition) {
        return answers.partitionResult(partition)
                .toCompletionStage()
                .toCompletableFuture()
                .handle((info, failure) -> {
                    if (failure != null) {
                        throw KafkaFailures.translate(
                                failure,
                                "reading the end of partition " + partition.partition() + " of topic "
                                        + partition.topic() + ", which delivers nothing");
                    }
                    return info.offset();
                });
    }

    /** Returns the present leader epoch of each partition; an unknown one is absent. */
    Map<Integer, Integer> leaderEpochs(String topic, int partitions) {
        Map<Integer, Integer> epochs = new TreeMap<>();
        ask(topic, partitions, OffsetSpec.latest(), "is led").forEach((partition, offset) -> offset.leaderEpoch()
                .ifPresent(epoch -> epochs.put(partition.partition(), epoch)));
        return epochs;
    }

    private Map<Integer, Position> offsets(String topic, int partitions, OffsetSpec spec, String what) {
        Map<Integer, Position> offsets = new TreeMap<>();
        ask(topic, partitions, spec, what)
                .forEach((partition, offset) ->
                        offsets.put(partition.partition(), new Position(offset.offset(), OptionalInt.empty())));
        return offsets;
    }

    private Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> ask(
            String topic, int partitions, OffsetSpec spec, String what) {
        Map<TopicPartition, OffsetSpec> request = new HashMap<>();
        IntStream.range(0, partitions).forEach(partition -> request.put(new TopicPartition(topic, partition), spec));
        return calls.await(calls.admin().listOffsets(request).all(), "asking where topic " + topic + " " + what);
    }

    /** Sets the group's offsets, marked as this index's. The group must have no members. */
    void set(IndexMetadata index, Map<Integer, Position> positions, Optional<String> history) {
        String metadata = new OffsetMetadata(index.uuid(), history).toString();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, position) -> offsets.put(
                new TopicPartition(index.topic(), partition), new OffsetAndMetadata(position.nextOffset(), metadata)));
        calls.await(
                calls.admin()
                        .alterConsumerGroupOffsets(index.consumerGroup(), offsets)
                        .all(),
                "setting the offsets of group " + index.consumerGroup());
    }

    /** Returns the group's offsets in a topic; a partition without one is absent. */
    Map<Integer, OffsetAndMetadata> read(String group, String topic) {
        Map<Integer, OffsetAndMetadata> offsets = new TreeMap<>();
        calls.await(
                        calls.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                        "reading the offsets of group " + group)
                .forEach((partition, offset) -> {
                    if (offset != null && partition.topic().equals(topic)) {
                        offsets.put(partition.partition(), offset);
                    }
                });
        return offsets;
    }

    /** Returns the number of processes that index into this group's index at present. */
    int members(String group) {
        try {
            return calls.await(
                            calls.admin()
                                    .describeConsumerGroups(List.of(group))
                                    .describedGroups()
                                    .get(group),
                            "describing group " + group)
                    .members()
                    .size();
        } catch (HBaseSearchException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return 0;
            }
            throw e;
        }
    }

    /** Returns the groups of an index, of every epoch and generation. */
    List<String> groupsOf(String index) {
        Pattern ours = Pattern.compile(Pattern.quote("hbase-search." + index) + "\\.e[0-9]+(\\.g[0-9]+)?");
        return calls.await(calls.admin().listGroups().valid(), "listing consumer groups").stream()
                .map(GroupListing::groupId)
                .filter(group -> ours.matcher(group).matches())
                .sorted()
                .toList();
    }

    /** @throws HBaseSearchException INDEX_LOCKED if the group has members */
    void requireNoMembers(String index, String group) {
        int members = members(group);
        if (members > 0) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    members + " indexer processes write to index " + index + " (consumer group " + group + ")",
                    "Stop them first.",
                    null);
        }
    }

    /** Does the same as {@link #delete}, but returns false if the group has members. */
    boolean deleteIfEmpty(String group) {
        try {
            delete(group);
            return true;
        } catch (HBaseSearchException e) {
            if (e.getCause() instanceof GroupNotEmptyException) {
                return false;
            }
            throw e;
        }
    }

    /** Deletes a group with its offsets; does nothing if it does not exist. */
    void delete(String group) {
        try {
            calls.await(calls.admin().deleteConsumerGroups(List.of(group)).all(), "deleting group " + group);
        } catch (HBaseSearchException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
        }
    }
}
