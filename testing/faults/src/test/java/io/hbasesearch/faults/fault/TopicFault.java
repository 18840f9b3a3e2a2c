/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.box.Member;
import io.hbasesearch.system.DeadLetterLog;
import io.hbasesearch.system.Site;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What strangers and operators do to a table's topic. */
public sealed interface TopicFault extends Fault {
    /**
     * A stranger writes into the topic: sound events in wrong partitions, records without value, bytes that are no event, events of
     * another table, impossible bulk loads, edits of the future. Each that is no event of its place becomes a dead letter.
     */
    record StrayRecords(long seed, int rounds) implements TopicFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Strays strays = new Strays(
                    seed,
                    rounds,
                    arena.table(),
                    arena.processes().group().partitions().size(),
                    arena.someRows());
            int before = letters(arena).unreadable();
            send(arena, strays.records(arena.topic()));
            Arena.await(
                    strays.unreadable() + " dead letters of stray records",
                    () -> letters(arena).unreadable() >= before + strays.unreadable());
            return Effect.felt("%d stray records, %d of them dead letters; of these, %d in a wrong partition"
                    .formatted(strays.all(), strays.unreadable(), strays.misplaced()));
        }

        private static DeadLetterLog letters(Arena arena) throws Exception {
            return DeadLetterLog.read(
                    arena.cluster().box().addresses().bootstrapServers(),
                    arena.site().index());
        }

        private static void send(Arena arena, List<ProducerRecord<byte[], byte[]>> strays) throws Exception {
            Map<String, Object> settings = Map.of(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    arena.cluster().box().addresses().bootstrapServers());
            try (var stranger = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                List<Future<RecordMetadata>> sent =
                        strays.stream().map(stranger::send).toList();
                for (Future<RecordMetadata> each : sent) {
                    each.get(5, TimeUnit.MINUTES);
                }
            }
        }
    }

    /**
     * The topic is deleted, with what nobody has read yet, and perhaps created again by hand. Every indexer must stop the index and name
     * the topic. Then an operator does what the documents say: begins the next epoch, and fills the index.
     *
     * @param again whether it is created again before anybody begins the next epoch
     * @param missing for how long it is not there
     */
    record TopicMadeAnew(boolean again, Duration missing) implements TopicFault {
        private static final Logger log = LoggerFactory.getLogger(TopicMadeAnew.class);
        private static final int DONE = 0;
        private static final int DONE_BUT_FOR_DEAD_LETTERS = 3;

        @Override
        public boolean needsTheIndex() {
            return true;
        }

        @Override
        public Effect strike(Arena arena) throws Exception {
            String topic = arena.topic();
            String index = arena.site().index();
            arena.processes().fleet().expectFailures(true);
            try {
                long begin = System.nanoTime();
                replace(arena, topic);
                Arena.await("every indexer has stopped the index for topic " + topic, () -> haveStopped(arena, topic));
                long stopped = seconds(begin);
                awaitEnd(arena, Set.of(DONE), "index", "epoch", index, "--bump", "--yes");
                arena.processes().group().moveTo(arena.processes().group().epoch() + 1);
                awaitEnd(arena, Set.of(DONE, DONE_BUT_FOR_DEAD_LETTERS), "reindex", index);
                Arena.await("no indexer has stopped the index", () -> noneHasStopped(arena));
                return Effect.felt("deleted%s; every indexer had stopped after %d s; epoch %d was filled after %d s"
                        .formatted(
                                again ? " and created again" : "",
                                stopped,
                                arena.processes().group().epoch(),
                                seconds(begin)));
            } finally {
                arena.processes().fleet().expectFailures(false);
            }
        }

        private void replace(Arena arena, String topic) throws Exception {
            int partitions = arena.processes().group().partitions().size();
            try (Admin admin = Admin.create(Map.of(
                    AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                    arena.cluster().box().addresses().bootstrapServers()))) {
                admin.deleteTopics(List.of(topic)).all().get(5, TimeUnit.MINUTES);
                Arena.hold(missing);
                if (again) {
                    Arena.await("topic " + topic + " created again", () -> {
                        admin.createTopics(List.of(new NewTopic(
                                        topic, Optional.of(partitions), Optional.of((short) ClusterInABox.BROKERS))))
                                .all()
                                .get(1, TimeUnit.MINUTES);
                        return true;
                    });
                }
            }
        }

        private static boolean haveStopped(Arena arena, String topic) throws InterruptedException {
            for (Member indexer : arena.processes().fleet().indexers()) {
                if (indexer.failure().filter(failure -> failure.contains(topic)).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        private static boolean noneHasStopped(Arena arena) throws InterruptedException {
            for (Member indexer : arena.processes().fleet().indexers()) {
                if (indexer.failure().isPresent()) {
                    return false;
                }
            }
            return true;
        }

        /** An operator whose command is in another fault's way runs it again. */
        private static void awaitEnd(Arena arena, Set<Integer> exitCodes, String... command) {
            Arena.await(String.join(" ", command), () -> {
                Site.Ended ended = arena.site().end(command);
                log.info("{} ended with {}: {}", String.join(" ", command), ended.exitCode(), ended.output());
                return exitCodes.contains(ended.exitCode());
            });
        }

        private static long seconds(long begin) {
            return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        }
    }
}
