/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.TopicName;
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
import org.apache.hadoop.hbase.TableName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The indexers' consumer group and its topic as the brokers have them, past all relays: of the first epoch until
 * {@link #moveTo} names another. Thread-safe. Owns a Kafka client.
 */
public final class IndexerGroup implements AutoCloseable {
    private static final Duration CALL = Duration.ofSeconds(30);

    private final Admin admin;
    private final String bootstrapServers;
    private final String index;
    private final TableName table;
    private volatile Epoch epoch;

    public IndexerGroup(String bootstrapServers, String index, TableName table) {
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
        this.bootstrapServers = bootstrapServers;
        this.index = index;
        this.table = table;
        this.epoch = new Epoch(1, prefix(1), topic(1));
    }

    /** What the index reads in an epoch, and as which group. */
    private record Epoch(int number, String group, String topic) {}

    private String prefix(int number) {
        return "hbase-search." + index + ".e" + number;
    }

    private String topic(int number) {
        return TopicName.of(table.getNamespaceAsString(), table.getQualifierAsString(), number)
                .toString();
    }

    /** The epoch that the table's topic is of now. */
    public int epoch() {
        return epoch.number();
    }

    /** The topic that the index reads now. */
    public String topic() {
        return epoch.topic();
    }

    /** Waits for the index's group of another epoch, which is there once the index was taken to it. */
    void moveTo(int number) {
        Arena.await("a group in epoch " + number, () -> {
            String group = admin.listGroups().valid().get(CALL.toMillis(), TimeUnit.MILLISECONDS).stream()
                    .map(GroupListing::groupId)
                    .filter(id -> id.equals(prefix(number)) || id.startsWith(prefix(number) + ".g"))
                    .findFirst()
                    .orElseThrow();
            epoch = new Epoch(number, group, topic(number));
            return true;
        });
    }

    /** Each partition's member, as far as one has it now. */
    Map<TopicPartition, String> owners() throws ExecutionException, InterruptedException, TimeoutException {
        String group = epoch.group();
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
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(epoch.group())
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

    Collection<TopicPartition> partitions() throws ExecutionException, InterruptedException, TimeoutException {
        String topic = topic();
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
    int editsSince(Map<TopicPartition, Long> begin) throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> ends = ends();
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        int edits = 0;
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(ends.keySet());
            ends.keySet().forEach(partition -> consumer.seek(partition, begin.getOrDefault(partition, 0L)));
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var event : consumer.poll(Duration.ofMillis(200))) {
                    edits += isEdit(event.value()) ? 1 : 0;
                }
            }
        }
        return edits;
    }

    /** A stray record is none. */
    private static boolean isEdit(byte[] event) {
        try {
            RowMutation mutation = RowMutations.decode(event);
            return mutation.getCause() == RowMutation.Cause.EDIT
                    && !mutation.getRegion().isEmpty();
        } catch (UnreadableEventException e) {
            return false;
        }
    }

    @Override
    public void close() {
        admin.close(CALL);
    }
}
