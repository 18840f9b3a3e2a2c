/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Closes a topic to writes permanently, while its events stay readable: the maximum message size becomes too small for any event. A
 * late endpoint is refused at once, reads its peer's configuration again and finds the next topic there. To find out whether the
 * brokers have applied the setting, an event is sent to each partition until it is rejected because of its size. For one thread.
 * Borrows the admin client.
 */
final class TopicClosing {
    private static final String LARGEST = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
    private static final String NOTHING = "1";
    private static final Duration AHEAD = Duration.ofHours(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));
    private static final int MAX_BLOCK_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 10_000;

    private final KafkaConfig config;
    private final AdminCalls calls;
    private final Random random = new Random();

    TopicClosing(KafkaConfig config, AdminCalls calls) {
        this.config = Objects.requireNonNull(config, "config");
        this.calls = Objects.requireNonNull(calls, "calls");
    }

    /**
     * Closes the topic. Returns once every partition refuses events; what {@link GroupOffsets#ends} returns from then on is final.
     *
     * @throws HBaseSearchException TIMED_OUT if a partition still accepts events; another call continues
     */
    void close(Topics.Topic topic) {
        alter(topic, false);
        offering(producer -> {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                awaitRefusal(producer, topic, partition);
            }
            return true;
        });
    }

    /**
     * Checks whether {@link #close} could close the topic; changes nothing.
     *
     * @throws HBaseSearchException ACCESS_DENIED if this user lacks the permission; otherwise why a policy of the brokers forbids
     *     it
     */
    void requireClosable(Topics.Topic topic) {
        alter(topic, true);
        Set<AclOperation> allowed = calls.await(
                        calls.admin()
                                .describeTopics(
                                        List.of(topic.name()),
                                        new DescribeTopicsOptions().includeAuthorizedOperations(true))
                                .topicNameValues()
                                .get(topic.name()),
                        "asking for the permissions on topic " + topic.name())
                .authorizedOperations();
        // A broker without an authorizer returns none.
        if (allowed != null && !allowed.contains(AclOperation.WRITE) && !allowed.contains(AclOperation.ALL)) {
            throw new HBaseSearchException(
                    ErrorCode.ACCESS_DENIED,
                    "closing topic " + topic.name()
                            + ": this user may not write to it, which is needed to verify that it is closed",
                    "Grant this user WRITE and ALTER_CONFIGS on the topic in Kafka, and run this again.",
                    null);
        }
    }

    private void alter(Topics.Topic topic, boolean onlyTry) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
        AlterConfigOp change = new AlterConfigOp(new ConfigEntry(LARGEST, NOTHING), AlterConfigOp.OpType.SET);
        calls.await(
                calls.admin()
                        .incrementalAlterConfigs(
                                Map.of(resource, List.of(change)), new AlterConfigsOptions().validateOnly(onlyTry))
                        .all(),
                "closing topic " + topic.name());
    }

    /**
     * Returns whether every partition refuses events now, as after {@link #close}. Sends nothing to a topic that was never to be
     * closed.
     */
    boolean isClosed(Topics.Topic topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
        ConfigEntry largest = calls.await(
                        calls.admin()
                                .describeConfigs(List.of(resource))
                                .values()
                                .get(resource),
                        "reading the settings of topic " + topic.name())
                .get(LARGEST);
        if (largest == null || !NOTHING.equals(largest.value())) {
            return false;
        }
        return offering(producer ->
                IntStream.range(0, topic.partitions()).allMatch(partition -> isRefused(producer, topic, partition)));
    }

    private <T> T offering(Function<KafkaProducer<byte[], byte[]>, T> action) {
        KafkaProducer<byte[], byte[]> producer =
                new KafkaClients(config).producer("hbase-search-closing", MAX_BLOCK_MILLIS, DELIVERY_MILLIS);
        try {
            return action.apply(producer);
        } finally {
            producer.close(Duration.ofMillis(500));
        }
    }

    private void awaitRefusal(KafkaProducer<byte[], byte[]> producer, Topics.Topic topic, int partition) {
        Deadline deadline = Deadline.after(PATIENCE);
        for (int attempt = 0; !isRefused(producer, topic, partition); attempt++) {
            if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "partition " + partition + " of topic " + topic.name() + " still accepts events, although "
                                + LARGEST + " is " + NOTHING,
                        "Check that all brokers are up, then run the command again: it continues where it stopped.",
                        null);
            }
            LockSupport.parkNanos(BACKOFF.delay(attempt, random).toNanos());
        }
    }

    /**
     * Sends a marker, which its readers ignore, with a timestamp in the future. Brokers check the size first, then the timestamp,
     * and those of Kafka 4 reject one that is more than an hour ahead. So it is not even appended there.
     */
    private static boolean isRefused(KafkaProducer<byte[], byte[]> producer, Topics.Topic topic, int partition) {
        TopicName name = TopicName.parse(topic.name());
        long future = System.currentTimeMillis() + AHEAD.toMillis();
        byte[] marker =
                RowMutations.marker(name.namespace(), name.table(), future).toByteArray();
        String what = "closing topic " + topic.name();
        try {
            producer.send(new ProducerRecord<>(topic.name(), partition, future, null, marker))
                    .get();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RecordTooLargeException) {
                return true;
            }
            if (e.getCause() instanceof InvalidTimestampException) {
                return false;
            }
            throw KafkaFailures.translate(e, what);
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }
}
