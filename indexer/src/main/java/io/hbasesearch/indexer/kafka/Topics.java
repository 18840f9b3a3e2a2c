/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Topics of tables and of dead letters, through Kafka's admin client. Each call throws {@link HBaseSearchException} when it
 * fails. Safe for use by several threads. Owns its client.
 */
public final class Topics implements AutoCloseable {
    private static final Duration VISIBLE = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final short PRODUCTION_REPLICATION = 3;
    private static final int LEAST_MESSAGE_BYTES = 1_000_000;
    /** Longer than it takes to notice and mend an indexer that stands still; see RATIONALE.md. */
    private static final long RETENTION_MILLIS = Duration.ofDays(7).toMillis();

    private static final long LEAST_RETENTION_MILLIS = Duration.ofDays(3).toMillis();

    private static final long LOG_SEGMENT_MILLIS = Duration.ofMinutes(10).toMillis();

    private final AdminCalls calls;

    /** Does no I/O yet. */
    public Topics(KafkaConfig config) {
        this(new AdminCalls(config, "hbase-search-topics"));
    }

    Topics(AdminCalls calls) {
        this.calls = calls;
    }

    /**
     * A topic as Kafka describes it.
     *
     * @param id which a topic that is deleted and created again does not keep
     */
    public record Topic(String name, String id, int partitions, int replication) {
        public Topic {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(id, "id");
        }

        /** @throws IllegalArgumentException if it is not the topic of a table */
        public int epoch() {
            return TopicName.parse(name).epoch();
        }
    }

    /** @throws HBaseSearchException SERVER_UNREACHABLE if Kafka does not answer, ACCESS_DENIED if it lets nobody in */
    public void requireReachable() {
        calls.await(calls.admin().listTopics().names(), "listing topics");
    }

    public Optional<Topic> find(String name) {
        try {
            TopicDescription description = calls.await(
                    calls.admin()
                            .describeTopics(List.of(name))
                            .topicNameValues()
                            .get(name),
                    "describing topic " + name);
            return Optional.of(new Topic(
                    name,
                    description.topicId().toString(),
                    description.partitions().size(),
                    description.partitions().stream()
                            .mapToInt(partition -> partition.replicas().size())
                            .min()
                            .orElse(0)));
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.TOPIC_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** As {@link #find}, but a topic that is not there gets some time to appear: not every broker knows it at once. */
    Optional<Topic> await(String name, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        Optional<Topic> found = find(name);
        while (found.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new HBaseSearchException(ErrorCode.TIMED_OUT, "waiting for topic " + name + ": interrupted");
            }
            found = find(name);
        }
        return found;
    }

    /** The table's topic of the highest epoch. */
    public Optional<Topic> newest(TableId table) {
        List<String> names = names(table);
        return names.isEmpty() ? Optional.empty() : find(names.get(names.size() - 1));
    }

    /** The table's topics of epochs before this one, the oldest first. */
    List<Topic> before(TableId table, int epoch) {
        return names(table).stream()
                .filter(name -> TopicName.parse(name).epoch() < epoch)
                .flatMap(name -> find(name).stream())
                .toList();
    }

    private List<String> names(TableId table) {
        return calls.await(calls.admin().listTopics().names(), "listing topics").stream()
                .filter(name -> name.startsWith(TopicName.PREFIX) && belongsTo(name, table))
                .sorted(Comparator.comparing(name -> TopicName.parse(name).epoch()))
                .toList();
    }

    private static boolean belongsTo(String name, TableId table) {
        try {
            TopicName topic = TopicName.parse(name);
            return topic.namespace().equals(table.namespace())
                    && topic.table().equals(table.qualifier())
                    && topic.toString().equals(name);
        } catch (IllegalArgumentException e) {
            // Dead letters, or somebody else's topic with our prefix.
            return false;
        }
    }

    /**
     * Creates the topic of a table. Its partition count can never be changed afterwards.
     *
     * @param replication of each partition; 3 or more for production, and then two replicas must have an event before it
     *     counts
     * @throws HBaseSearchException ALREADY_EXISTS
     */
    public Topic create(TopicName topic, int partitions, short replication) {
        create(topic.toString(), partitions, replication, tableSettings(replication));
        return await(topic.toString(), VISIBLE)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.TOPIC_NOT_FOUND,
                        "topic " + topic + " was created, but Kafka does not know it",
                        "Try again.",
                        null));
    }

    private static Map<String, String> tableSettings(short replication) {
        Map<String, String> settings = new TreeMap<>();
        // An unclean leader may hold other events at offsets that were indexed already.
        settings.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replication >= PRODUCTION_REPLICATION ? "2" : "1");
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(RETENTION_MILLIS));
        // By time alone: a burst of writes must not shorten it.
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        return settings;
    }

    /** Creates the topic in which an index's backfills keep how far they are, unless it exists. */
    void createReindexLog(String index, short replication) {
        Map<String, String> settings = tableSettings(replication);
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        // It is read whole, and holds no more than two records that count.
        settings.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(LOG_SEGMENT_MILLIS));
        settings.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");
        createUnlessThere(TopicName.reindexLog(index), replication, settings);
        if (await(TopicName.reindexLog(index), VISIBLE).isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.TOPIC_NOT_FOUND,
                    "topic " + TopicName.reindexLog(index) + " was created, but Kafka does not know it",
                    "Try again.",
                    null);
        }
    }

    /** Creates the topic of an index's dead letters unless it exists. */
    void createDeadLetters(String index, short replication) {
        Map<String, String> settings = tableSettings(replication);
        // Room for the original event and the headers.
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(KafkaClients.LARGEST_REQUEST_BYTES));
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        createUnlessThere(TopicName.deadLetters(index), replication, settings);
    }

    private void createUnlessThere(String name, short replication, Map<String, String> settings) {
        try {
            create(name, 1, replication, settings);
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
    }

    /** Returns once the leader of each partition answers, so that producers may begin. */
    private void create(String name, int partitions, short replication, Map<String, String> settings) {
        NewTopic topic = new NewTopic(name, partitions, replication).configs(settings);
        try {
            calls.await(calls.admin().createTopics(List.of(topic)).all(), "creating topic " + name);
        } catch (HBaseSearchException e) {
            if (e.getCause() instanceof TopicExistsException) {
                throw new HBaseSearchException(ErrorCode.ALREADY_EXISTS, "topic " + name + " exists", null, e);
            }
            throw e;
        }
        awaitLeaders(name, partitions);
    }

    /**
     * A leader that is about to take over refuses a producer's first batch, may take the second one right after, and then
     * refuses the first until it expires (KAFKA-15591).
     */
    private void awaitLeaders(String name, int partitions) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(name, partition), OffsetSpec.latest());
        }
        calls.await(calls.admin().listOffsets(ends).all(), "asking the leaders of topic " + name);
    }

    /** Deletes a topic with all that is in it. False if there was none. */
    public boolean delete(String name) {
        try {
            calls.await(calls.admin().deleteTopics(List.of(name)).all(), "deleting topic " + name);
            return true;
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.TOPIC_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Deletes what lies before an offset in a topic's first partition.
     *
     * @return the first offset that is left
     */
    public long deleteBefore(String name, long offset) {
        TopicPartition partition = new TopicPartition(name, 0);
        return calls.await(
                        calls.admin()
                                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                                .lowWatermarks()
                                .get(partition),
                        "deleting from topic " + name)
                .lowWatermark();
    }

    /** What is wrong with a table's topic, each with what to do; empty if nothing is. */
    public List<String> problems(Topic topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
        Config config = calls.await(
                calls.admin().describeConfigs(List.of(resource)).values().get(resource),
                "reading the settings of topic " + topic.name());
        List<String> problems = new ArrayList<>();
        if (!"false".equals(value(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG))) {
            problems.add(
                    "unclean.leader.election.enable must be false: an unclean leader loses events without a trace");
        }
        if (topic.replication() < PRODUCTION_REPLICATION) {
            problems.add("replication factor " + topic.replication() + ": for production use at least 3");
        } else if (number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG) < 2) {
            problems.add("min.insync.replicas must be at least 2: one lost broker may lose acknowledged events");
        }
        if (number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < LEAST_MESSAGE_BYTES) {
            problems.add("max.message.bytes must be at least " + LEAST_MESSAGE_BYTES
                    + ", or lower hbase-search.max.event.bytes of the peer");
        }
        problems.addAll(retentionProblems(config));
        return List.copyOf(problems);
    }

    private static List<String> retentionProblems(Config config) {
        List<String> problems = new ArrayList<>();
        long retention = number(config, TopicConfig.RETENTION_MS_CONFIG);
        if (retention >= 0 && retention < LEAST_RETENTION_MILLIS) {
            problems.add("retention.ms is " + Duration.ofMillis(retention).toHours()
                    + " h: an index that stands still for longer has to be created anew; set 7 days or more");
        }
        if (number(config, TopicConfig.RETENTION_BYTES_CONFIG) != -1) {
            problems.add("retention.bytes must be -1: a burst of edits would delete others before they are indexed");
        }
        if (!TopicConfig.CLEANUP_POLICY_DELETE.equals(value(config, TopicConfig.CLEANUP_POLICY_CONFIG))) {
            problems.add(
                    "cleanup.policy must be delete: compaction refuses events without a key, which backfills append");
        }
        return problems;
    }

    private static long number(Config config, String key) {
        String value = value(config, key);
        return value.isEmpty() ? Long.MAX_VALUE : Long.parseLong(value);
    }

    private static String value(Config config, String key) {
        return config.get(key) == null || config.get(key).value() == null
                ? ""
                : config.get(key).value();
    }

    @Override
    public void close() {
        calls.close();
    }
}
