/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.system.Oracle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Moves a table and its index from the first epoch to the second while no indexer runs: a new topic, the peer told of it,
 * and the index's metadata and offsets set. For one thread. Owns a Kafka client.
 */
final class EpochBump implements AutoCloseable {
    private static final int EPOCH = 2;
    private static final String ROUTES = "hbase-search.tables";

    private final MutantRig rig;
    private final Admin kafka;

    EpochBump(MutantRig rig) {
        this.rig = rig;
        this.kafka = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                rig.servers().kafka().bootstrapServers()));
    }

    void toSecondEpoch() throws Exception {
        String before = TopicName.of("default", rig.name(), 1).toString();
        String after = TopicName.of("default", rig.name(), EPOCH).toString();
        int partitions = kafka.describeTopics(List.of(before))
                .allTopicNames()
                .get()
                .get(before)
                .partitions()
                .size();
        kafka.createTopics(List.of(new NewTopic(after, Optional.of(partitions), Optional.of((short) 1))))
                .all()
                .get();
        announceThere();
        ElasticsearchIndexes indexes =
                new ElasticsearchIndexes(rig.servers().elasticsearch().uri());
        ObjectNode metadata = indexes.metadata(rig.name()).deepCopy();
        ObjectNode ours = (ObjectNode) metadata.path("hbase_search");
        ours.put("topic", after).put("topic_id", topicId(after)).put("epoch", EPOCH);
        indexes.setMetadata(rig.name(), metadata);
        beginThere(after, partitions, ours.path("uuid").asText());
    }

    private String topicId(String topic) throws Exception {
        return kafka.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .topicId()
                .toString();
    }

    private void announceThere() throws Exception {
        try (var admin = rig.servers().connection().getAdmin()) {
            ReplicationPeerConfig config = admin.getReplicationPeerConfig(rig.name());
            String routes = config.getConfiguration().get(ROUTES);
            rig.configurePeer(Map.of(ROUTES, routes.replace("=1/", "=" + EPOCH + "/")));
        }
    }

    private void beginThere(String topic, int partitions, String index) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            offsets.put(
                    new TopicPartition(topic, partition), new OffsetAndMetadata(0, "hbase-search/1 index=" + index));
        }
        kafka.alterConsumerGroupOffsets("hbase-search." + rig.name() + ".e" + EPOCH, offsets)
                .all()
                .get();
    }

    /** Waits until so many events of the second epoch are committed. */
    void awaitCommitted(long events) {
        Oracle.await(
                "offsets of the second epoch committed",
                MutantRig.PATIENCE,
                () -> rig.site().committedEvents(EPOCH) >= events);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
