/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.TopicName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Topics of tables and of dead letters, through Kafka's admin client. Each call throws {@link HBaseSearchException} when it
 * fails. Safe for use by several threads. Owns its client.
 */
public final class Topics implements AutoCloseable {
    private static final Duration VISIBLE = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final AdminCalls calls;
    private final GroupOffsets offsets;

    /** Does no I/O yet. */
    public Topics(KafkaConfig config) {
        this(new AdminCalls(config, "hbase-search-topics"));
    }

    Topics(AdminCalls calls) {
        this.calls = calls;
        this.offsets = new GroupOffsets(calls);
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

    /** Returns the number of brokers that run, each of which can hold one replica of a partition. */
    public int brokers() {
        return calls.await(calls.admin().describeCluster().nodes(), "listing brokers")
                .size();
    }

    public Optional<Topic> find(String name) {
        return ifThere(() -> describe(name));
    }

    private Topic describe(String name) {
        TopicDescription description = calls.await(
                calls.admin().describeTopics(List.of(name)).topicNameValues().get(name), "describing topic " + name);
        return new Topic(
                name,
                description.topicId().toString(),
                description.partitions().size(),
                description.partitions().stream()
                        .mapToInt(partition -> partition.replicas().size())
                        .min()
                        .orElse(0));
    }

    private static <T> Optional<T> ifThere(Supplier<T> answer) {
        try {
            return Optional.of(answer.get());
        } catch (HBaseSearchException e) {
            if (e.code() == ErrorCode.TOPIC_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** As {@link #find}, but a topic that is not there gets some time to appear: not every broker knows it at once. */
    Optional<Topic> await(String name, Duration patience) {
        return await(name, patience, () -> describe(name));
    }

    static <T> Optional<T> await(String name, Duration patience, Supplier<T> answer) {
        Deadline deadline = Deadline.after(patience);
        Optional<T> found = ifThere(answer);
        while (found.isEmpty() && !deadline.isOver()) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new HBaseSearchException(ErrorCode.TIMED_OUT, "waiting for topic " + name + ": interrupted");
            }
            found = ifThere(answer);
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
     * Creates the topic of a table, whose partition count can never be changed afterwards, and waits until producers may
     * begin. If that fails the topic is there all the same.
     *
     * @param replication of each partition; 3 or more for production, and then two replicas must have an event before it
     *     counts
     * @throws HBaseSearchException ALREADY_EXISTS; what fails once it is created says so
     */
    public Topic create(TopicName topic, int partitions, short replication) {
        String name = topic.toString();
        create(name, partitions, replication, TopicSettings.ofTable(replication));
        try {
            awaitLeaders(name, partitions);
            return await(name, VISIBLE).orElseThrow(() -> unknown(name));
        } catch (HBaseSearchException e) {
            throw notReady(name, e);
        }
    }

    static HBaseSearchException notReady(String topic, HBaseSearchException failure) {
        return new HBaseSearchException(
                failure.code(),
                "topic " + topic + " is created, but was not ready for producers: " + failure.getMessage(),
                failure.hint().map(hint -> hint + " ").orElse("")
                        + "When this is run again, it takes the topic that is there.",
                failure);
    }

    /**
     * A leader that is about to take over refuses a producer's first batch, may take the second one right after, and then
     * refuses the first until it expires (KAFKA-15591). Brokers that do not know the topic yet say that there is none.
     */
    private void awaitLeaders(String name, int partitions) {
        if (await(name, VISIBLE, () -> offsets.ends(name, partitions)).isEmpty()) {
            throw unknown(name);
        }
    }

    private static HBaseSearchException unknown(String topic) {
        return new HBaseSearchException(
                ErrorCode.TOPIC_NOT_FOUND,
                "topic " + topic + " was there a moment ago, and now Kafka does not know it",
                "See that nobody deletes it and that all brokers run, and run this again.",
                null);
    }

    /** Creates the topic in which an index's backfills keep how far they are, unless it exists. */
    void createReindexLog(String index, short replication) {
        createUnlessThere(TopicName.reindexLog(index), replication, TopicSettings.ofReindexLog(replication));
    }

    /** Creates the topic of an index's dead letters unless it exists. */
    void createDeadLetters(String index, short replication) {
        createUnlessThere(TopicName.deadLetters(index), replication, TopicSettings.ofDeadLetters(replication));
    }

    private void createUnlessThere(String name, short replication, Map<String, String> settings) {
        try {
            create(name, 1, replication, settings);
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e;
            }
        }
        // Of one that another process has just created as well.
        awaitLeaders(name, 1);
    }

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
    }

    /** Deletes a topic with all that is in it. False if there was none. */
    public boolean delete(String name) {
        return ifThere(() -> {
                    calls.await(calls.admin().deleteTopics(List.of(name)).all(), "deleting topic " + name);
                    return true;
                })
                .isPresent();
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
        return TopicSettings.problems(topic, config);
    }

    @Override
    public void close() {
        calls.close();
    }
}
