/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The indexers' consumer group and its topic as the brokers have them, past all relays. Thread-safe. Owns a Kafka client.
 */
public final class IndexerGroup implements AutoCloseable {
    private static final Duration CALL = Duration.ofSeconds(30);

    private final Admin admin;
    private final String bootstrapServers;
    private final String group;
    private final String topic;

    public IndexerGroup(String bootstrapServers, String group, String topic) {
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
        this.bootstrapServers = bootstrapServers;
        this.group = group;
        this.topic = topic;
    }

    /** Each partition's member, as far as one has it now. */
    Map<TopicPartition, String> owners() throws ExecutionException, InterruptedException, TimeoutException {
        ConsumerGroupDescription description = admin.describeConsumerGroups(List.of(group))
                .describedGroups()
                .get(group)
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS);
        Map<TopicPartition, String> owners = new HashMap<>();
        description.members().forEach(member -> member.assignment()
                .topicPartitions()
                .forEach(partition -> owners.put(partition, member.consumerId())));
        return owners;
    }

    /** Waits until so many members have all partitions between them, each of them some. */
    Map<TopicPartition, String> awaitShared(int members) {
        AtomicReference<Map<TopicPartition, String>> shared = new AtomicReference<>(Map.of());
        Arena.await(members + " indexers that share all partitions", () -> {
            Map<TopicPartition, String> owners = owners();
            shared.set(owners);
            return owners.size() == partitions().size() && new HashSet<>(owners.values()).size() == members;
        });
        return shared.get();
    }

    /** Waits until all partitions are somebody's, and somebody who had some is no member any more. */
    void awaitTakenFromOne(Map<TopicPartition, String> before) {
        Arena.await("an indexer's partitions given to others", () -> {
            Map<TopicPartition, String> now = owners();
            return now.size() == partitions().size() && !now.values().containsAll(before.values());
        });
    }

    /** How many partitions have another owner. */
    static int moved(Map<TopicPartition, String> before, Map<TopicPartition, String> after) {
        return (int) before.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(after.get(entry.getKey())))
                .count();
    }

    /** Events that the group has not acknowledged. */
    public long behind() throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS);
        long behind = 0;
        for (Map.Entry<TopicPartition, Long> end : ends().entrySet()) {
            OffsetAndMetadata offset = committed.get(end.getKey());
            behind += end.getValue() - (offset == null ? 0 : offset.offset());
        }
        return behind;
    }

    /** Where each partition ends. */
    public Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest)
                .all()
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS)
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private Collection<TopicPartition> partitions() throws ExecutionException, InterruptedException, TimeoutException {
        return admin
                .describeTopics(List.of(topic))
                .allTopicNames()
                .get(CALL.toMillis(), TimeUnit.MILLISECONDS)
                .get(topic)
                .partitions()
                .stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    /** How many edits endpoints have appended since; what anybody else announces is not counted. */
    int editsSince(Map<TopicPartition, Long> begin)
            throws ExecutionException, InterruptedException, TimeoutException, UnreadableEventException {
        Map<TopicPartition, Long> ends = ends();
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        int edits = 0;
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(ends.keySet());
            ends.keySet().forEach(partition -> consumer.seek(partition, begin.getOrDefault(partition, 0L)));
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var event : consumer.poll(Duration.ofMillis(200))) {
                    edits += RowMutations.decode(event.value()).getCause() == RowMutation.Cause.EDIT ? 1 : 0;
                }
            }
        }
        return edits;
    }

    @Override
    public void close() {
        admin.close(CALL);
    }
}
