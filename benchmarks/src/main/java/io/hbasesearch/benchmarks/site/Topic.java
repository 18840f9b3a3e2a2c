/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic as measurements look at it. Owns its clients. For one thread. */
public final class Topic implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration KNOWN = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    private final String name;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;

    public Topic(String bootstrapServers, String name) {
        this.name = name;
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        this.admin = Admin.create(settings);
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Of one replica. Returns once every leader answers: before that it may refuse the first records for good (KAFKA-15591). */
    public void create(int partitions) throws ExecutionException, InterruptedException {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all()
                .get();
        Map<TopicPartition, OffsetSpec> leaders = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            leaders.put(new TopicPartition(name, partition), OffsetSpec.latest());
        }
        long deadline = System.nanoTime() + KNOWN.toNanos();
        while (!leadersAnswer(leaders)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("topic " + name + " is not known after " + KNOWN);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    private boolean leadersAnswer(Map<TopicPartition, OffsetSpec> leaders)
            throws ExecutionException, InterruptedException {
        try {
            admin.listOffsets(leaders).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /** From now on the broker says when a record was appended, instead of its producer. */
    public void stampAppends() throws ExecutionException, InterruptedException {
        AlterConfigOp stamp = new AlterConfigOp(
                new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, name), List.of(stamp)))
                .all()
                .get();
    }

    public String name() {
        return name;
    }

    public Map<TopicPartition, Long> ends() {
        return consumer.endOffsets(partitions());
    }

    private List<TopicPartition> partitions() {
        return consumer.partitionsFor(name).stream()
                .map(partition -> new TopicPartition(name, partition.partition()))
                .toList();
    }

    /** How many there are, those counted twice that were announced twice. */
    public long events() {
        return sum(ends().values());
    }

    private static long sum(Collection<Long> offsets) {
        return offsets.stream().mapToLong(Long::longValue).sum();
    }

    /** @throws IllegalStateException if there are fewer events after that time */
    public void await(long events, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (long there = events(); there < events; there = events()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(
                        there + " of " + events + " events are in topic " + name + " after " + limit);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /**
     * Waits until no event has come for some time: one that is announced twice comes behind those that were awaited.
     *
     * @return how many there are
     * @throws IllegalStateException if events still come after the limit
     */
    public long awaitStandstill(Duration quiet, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        Standstill standstill = new Standstill(quiet);
        long there = events();
        for (; !standstill.isReached(there, System.nanoTime()); there = events()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("events still come into topic " + name + " after " + limit);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        return there;
    }

    /**
     * What was appended, by the broker's clock.
     *
     * @param firstMillis since the epoch
     */
    public record Appends(long events, long firstMillis, long lastMillis) {
        /** @return events in a second, from the first to the last */
        public double rate() {
            return events * 1e3 / (lastMillis - firstMillis);
        }

        /** @return the same from a moment before the first, by the clock of this machine, which the broker has as well */
        public double rateSince(long millis) {
            return events * 1e3 / (lastMillis - millis);
        }
    }

    /**
     * What was appended behind these ends.
     *
     * @throws IllegalStateException if that were fewer than two milliseconds: too few events
     */
    public Appends appendedSince(Map<TopicPartition, Long> before) {
        Map<TopicPartition, Long> ends = ends();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            long from = before.get(end.getKey());
            if (end.getValue() > from) {
                first = Math.min(first, record(end.getKey(), from).timestamp());
                last = Math.max(last, record(end.getKey(), end.getValue() - 1).timestamp());
            }
        }
        if (last - first < 2) {
            throw new IllegalStateException("the events were appended within two milliseconds: give more --rows");
        }
        return new Appends(sum(ends.values()) - sum(before.values()), first, last);
    }

    private ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, offset);
        for (int attempt = 0; attempt < 50; attempt++) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                return record;
            }
        }
        throw new IllegalStateException(partition + " has no record at offset " + offset);
    }

    /** Removes all that is in it. */
    public void clear() throws ExecutionException, InterruptedException {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        ends().forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end)));
        admin.deleteRecords(all).all().get();
    }

    /** Everything from these offsets to the present ends, in the order of each partition. */
    public List<ConsumerRecord<byte[], byte[]>> read(Map<TopicPartition, Long> from) {
        Map<TopicPartition, Long> ends = new HashMap<>(ends());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        consumer.assign(ends.keySet());
        from.forEach(consumer::seek);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(records::add);
        }
        return records;
    }

    /** Bytes that its records take on the disks of the brokers, all replicas together. */
    public long bytesOnDisk() throws ExecutionException, InterruptedException {
        List<Integer> brokers =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                .flatMap(directories -> directories.values().stream())
                .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().equals(name))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
    }

    @Override
    public void close() {
        try (admin) {
            consumer.close();
        }
    }

    /** Tells when a number has stayed the same for a time. For one thread. */
    static final class Standstill {
        private final long quietNanos;
        private boolean isSeen;
        private long value;
        private long sinceNanos;

        Standstill(Duration quiet) {
            this.quietNanos = quiet.toNanos();
        }

        /** @param nanos of {@link System#nanoTime()}, at which the number was that */
        boolean isReached(long now, long nanos) {
            if (!isSeen || now != value) {
                isSeen = true;
                value = now;
                sinceNanos = nanos;
            }
            return nanos - sinceNanos >= quietNanos;
        }
    }
}
