/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;

/** Reads how many bytes the partitions of a topic occupy on the brokers' disks. Stateless. */
final class PartitionSizes {
    private PartitionSizes() {}

    /** Returns the size of each partition's largest replica. */
    static Map<Integer, Long> of(AdminCalls calls, String topic) {
        TopicDescription description = calls.await(
                calls.admin().describeTopics(List.of(topic)).topicNameValues().get(topic), "describing topic " + topic);
        TreeSet<Integer> brokers = new TreeSet<>();
        description
                .partitions()
                .forEach(partition -> partition.isr().stream().map(Node::id).forEach(brokers::add));
        Map<Integer, Long> sizes = new TreeMap<>();
        calls.await(calls.admin().describeLogDirs(brokers).allDescriptions(), "asking for the size of topic " + topic)
                .values()
                .forEach(directories -> directories
                        .values()
                        .forEach(directory -> directory.replicaInfos().forEach((partition, replica) -> {
                            if (partition.topic().equals(topic)) {
                                sizes.merge(partition.partition(), replica.size(), Math::max);
                            }
                        })));
        return sizes;
    }
}
