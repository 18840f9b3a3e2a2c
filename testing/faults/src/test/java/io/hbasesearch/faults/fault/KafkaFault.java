/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.servers.HeldReplies;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.servers.TcpRelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What goes wrong in Kafka or on the way to it. */
public sealed interface KafkaFault extends Fault {
    /** SIGKILL to one of three brokers, which is a controller too; two copies of everything remain. */
    record BrokerKilled(int number, Duration down) implements KafkaFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            KafkaServer broker = arena.cluster().box().kafka().get(number);
            arena.kill(broker);
            Arena.hold(down);
            arena.restart(broker);
            return Effect.felt(broker.name() + " was dead for " + down.toSeconds() + " s");
        }
    }

    /** Every partition of the table's topic and of the groups' offsets gets another leader, with all brokers alive. */
    record LeadersElected(int rounds) implements KafkaFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            int elected = 0;
            try (Admin admin = admin(arena)) {
                for (int round = 0; round < rounds; round++) {
                    elected += elect(admin, List.of(arena.topic(), "__consumer_offsets"));
                    Arena.hold(Duration.ofSeconds(1));
                }
            }
            if (elected == 0) {
                throw new IllegalStateException("no partition has another leader");
            }
            return Effect.felt(elected + " partitions got another leader");
        }

        private static int elect(Admin admin, List<String> topics) throws Exception {
            Map<TopicPartition, Integer> before = leaders(admin, topics);
            admin.alterPartitionReassignments(rotated(admin, topics)).all().get(5, TimeUnit.MINUTES);
            admin.electLeaders(ElectionType.PREFERRED, before.keySet())
                    .partitions()
                    .get(5, TimeUnit.MINUTES);
            Map<TopicPartition, Integer> after = leaders(admin, topics);
            return (int) before.keySet().stream()
                    .filter(partition -> !before.get(partition).equals(after.get(partition)))
                    .count();
        }

        /** The same copies in another order: whose comes first is preferred as leader. */
        private static Map<TopicPartition, Optional<NewPartitionReassignment>> rotated(Admin admin, List<String> topics)
                throws Exception {
            Map<TopicPartition, Optional<NewPartitionReassignment>> rotated = new HashMap<>();
            for (TopicDescription topic : describe(admin, topics)) {
                for (TopicPartitionInfo partition : topic.partitions()) {
                    List<Integer> replicas = new ArrayList<>(
                            partition.replicas().stream().map(node -> node.id()).toList());
                    Collections.rotate(replicas, 1);
                    rotated.put(
                            new TopicPartition(topic.name(), partition.partition()),
                            Optional.of(new NewPartitionReassignment(replicas)));
                }
            }
            return rotated;
        }

        private static Map<TopicPartition, Integer> leaders(Admin admin, List<String> topics) throws Exception {
            Map<TopicPartition, Integer> leaders = new HashMap<>();
            for (TopicDescription topic : describe(admin, topics)) {
                topic.partitions().stream()
                        .filter(partition -> partition.leader() != null)
                        .forEach(partition -> leaders.put(
                                new TopicPartition(topic.name(), partition.partition()),
                                partition.leader().id()));
            }
            return leaders;
        }

        private static Iterable<TopicDescription> describe(Admin admin, List<String> topics) throws Exception {
            return admin.describeTopics(topics)
                    .allTopicNames()
                    .get(5, TimeUnit.MINUTES)
                    .values();
        }
    }

    /** Nobody reaches a broker: connections are refused for endpoints and indexers. */
    record KafkaUnreachable(Duration duration) implements KafkaFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            List<TcpRelay> relays =
                    new ArrayList<>(arena.cluster().box().links(Audience.SINKS).kafka());
            relays.addAll(arena.cluster().box().links(Audience.INDEXERS).kafka());
            int cut = Links.sever(relays);
            try {
                Arena.hold(duration);
            } finally {
                Links.mend(relays);
            }
            return new Effect(
                    "no broker was reachable for %d s; %d connections were cut".formatted(duration.toSeconds(), cut),
                    cut > 0);
        }
    }

    /** Two of three brokers are dead: fewer copies than {@code min.insync.replicas}, and no controller quorum. */
    record TooFewReplicas(int survivor, Duration duration) implements KafkaFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            List<KafkaServer> others = new ArrayList<>(arena.cluster().box().kafka());
            others.remove(survivor);
            others.forEach(arena::kill);
            Arena.hold(duration);
            others.forEach(KafkaServer::start);
            for (KafkaServer other : others) {
                other.awaitReady(Arena.RECOVERY);
            }
            return Effect.felt("two of three brokers were dead for " + duration.toSeconds() + " s");
        }
    }

    /**
     * Brokers take the events, and the endpoints never learn of it: their producers send them again, and brokers that remember
     * the producer drop the repetition.
     */
    record ProduceAcknowledgementsLost(Duration duration) implements KafkaFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            List<TcpRelay> relays = arena.cluster().box().links(Audience.SINKS).kafka();
            List<HeldReplies> held = relays.stream().map(TcpRelay::holdReplies).toList();
            try {
                Map<TopicPartition, Long> begin = arena.processes().group().ends();
                // Nobody heard of what is appended from here on.
                boolean felt = arena.holdUntilFelt(
                        duration, () -> arena.processes().group().editsSince(begin) > 0);
                int edits = felt ? arena.processes().group().editsSince(begin) : 0;
                // Cut first: what is released afterwards reaches nobody.
                relays.forEach(TcpRelay::cutConnections);
                return new Effect(
                        "%d edits were appended and their acknowledgements lost, over %d s"
                                .formatted(edits, duration.toSeconds()),
                        felt);
            } finally {
                held.forEach(HeldReplies::close);
            }
        }
    }

    private static Admin admin(Arena arena) {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                arena.cluster().box().addresses().bootstrapServers()));
    }
}
