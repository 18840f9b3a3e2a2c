/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.reindex.ReindexJson;
import io.hbasesearch.indexer.reindex.ReindexLog;
import io.hbasesearch.indexer.reindex.ReindexRequest;
import io.hbasesearch.indexer.reindex.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log as a compacted topic of one partition. Its owner is the holder of a transactional id: Kafka refuses what an earlier one
 * writes. Safe for use by several threads. Connects on first use; owns its clients.
 */
public final class KafkaReindexLog implements ReindexLog {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReindexLog.class);
    private static final String RUN = "run";
    private static final String REQUEST = "request";
    /** The first transaction of a cluster makes brokers create a topic for them all. */
    private static final int MAX_BLOCK_MILLIS = 30_000;

    private static final int DELIVERY_MILLIS = 20_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);
    /** A topic that is not there is looked for no more often than this. */
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final KafkaConfig config;
    private final KafkaClients clients;
    private final String index;
    private final String tableTopic;
    private final TopicPartition partition;
    private final Object reading = new Object();
    private final Object writing = new Object();
    private @Nullable Consumer<byte[], byte[]> consumer;
    // As long as there is no log to read.
    private @Nullable Topics topics;
    private boolean looked;
    private long lookedNanos;
    private Entries entries = new Entries(Optional.empty(), Optional.empty());
    private @Nullable Producer<byte[], byte[]> owner;
    private RunState.@Nullable Owner written;
    private volatile boolean closed;

    public KafkaReindexLog(KafkaConfig config, IndexMetadata metadata) {
        this.config = Objects.requireNonNull(config, "config");
        this.clients = new KafkaClients(config);
        this.index = metadata.index();
        this.tableTopic = metadata.topic();
        this.partition = new TopicPartition(TopicName.reindexLog(index), 0);
    }

    @Override
    public void create() {
        try (Topics admin = new Topics(config)) {
            if (admin.find(partition.topic()).isEmpty()) {
                int replication =
                        admin.find(tableTopic).map(Topics.Topic::replication).orElse(1);
                admin.createReindexLog(index, (short) replication);
            }
        }
        synchronized (reading) {
            looked = false;
        }
    }

    @Override
    public Entries read(Duration wait) {
        synchronized (reading) {
            return KafkaFailures.translating("reading " + partition.topic(), () -> {
                Consumer<byte[], byte[]> open = consumer();
                if (open == null) {
                    return entries;
                }
                try {
                    readToEnd(open, wait);
                } catch (OffsetOutOfRangeException e) {
                    // Made anew meanwhile.
                    open.seekToBeginning(List.of(partition));
                }
                return entries;
            });
        }
    }

    private void readToEnd(Consumer<byte[], byte[]> open, Duration wait) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        long end = open.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
        if (open.position(partition, TIMEOUT) >= end) {
            open.poll(wait).forEach(this::take);
            return;
        }
        while (open.position(partition, TIMEOUT) < end) {
            open.poll(POLL).forEach(this::take);
            if (System.nanoTime() - deadline > 0) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, partition.topic() + ": Kafka did not deliver it", "Try again.", null);
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), UTF_8);
        byte[] value = record.value();
        try {
            if (key.equals(RUN)) {
                entries = new Entries(Optional.ofNullable(value).map(ReindexJson::run), entries.request());
            } else if (key.equals(REQUEST)) {
                entries = new Entries(entries.run(), Optional.ofNullable(value).map(ReindexJson::request));
            }
        } catch (IllegalArgumentException e) {
            LOG.warn("{} holds, at offset {}, what is no {}: {}", record.topic(), record.offset(), key, e.getMessage());
        }
    }

    /** Null as long as there is no log. */
    private @Nullable Consumer<byte[], byte[]> consumer() {
        requireOpen();
        if (consumer == null && exists()) {
            Map<String, Object> properties = clients.consumerProperties("hbase-search-reindex-" + index);
            properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            consumer = new KafkaConsumer<>(properties);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            closeTopics();
        }
        return consumer;
    }

    private boolean exists() {
        if (looked && System.nanoTime() - lookedNanos < LOOK_NANOS) {
            return false;
        }
        try {
            if (topics == null) {
                topics = new Topics(config);
            }
            return topics.find(partition.topic()).isPresent();
        } finally {
            looked = true;
            lookedNanos = System.nanoTime();
        }
    }

    @Override
    public void own() {
        synchronized (writing) {
            KafkaFailures.translating("becoming the owner of " + partition.topic(), () -> {
                requireOpen();
                release();
                Producer<byte[], byte[]> producer = clients.transactionalProducer(
                        "hbase-search-reindex-" + index,
                        "hbase-search.reindex." + index,
                        MAX_BLOCK_MILLIS,
                        DELIVERY_MILLIS);
                try {
                    producer.initTransactions();
                } catch (KafkaException e) {
                    producer.close(CLOSE_TIMEOUT);
                    throw e;
                }
                owner = producer;
                return producer;
            });
        }
    }

    @Override
    public void write(RunState run) {
        synchronized (writing) {
            if (owner == null) {
                ownAgain(run.owner());
            }
            Producer<byte[], byte[]> producer = Objects.requireNonNull(owner, "not owned");
            try {
                producer.beginTransaction();
                producer.send(record(RUN, ReindexJson.write(run)));
                producer.commitTransaction();
                written = run.owner();
            } catch (KafkaException e) {
                // Whether it was written is not known; another attempt needs another producer.
                release();
                throw isFenced(e) ? takenOver(e) : KafkaFailures.translate(e, "writing to " + partition.topic());
            }
        }
    }

    /** The client tells of it in its own words, or of the state that it is in since. */
    private static boolean isFenced(KafkaException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    /** After a failure: only if nobody else has become the owner meanwhile. */
    private void ownAgain(RunState.Owner self) {
        boolean taken = read(Duration.ZERO)
                .run()
                .filter(run -> run.state().isHeld() && !run.owner().equals(self))
                .isPresent();
        if (written == null || taken) {
            throw takenOver(null);
        }
        own();
    }

    private HBaseSearchException takenOver(@Nullable Throwable cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "another process has taken the reindex of " + index + " over",
                "See which: hbase-search reindex status " + index,
                cause);
    }

    private ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), key.getBytes(UTF_8), value);
    }

    @Override
    public void request(ReindexRequest request) {
        String what = "making a request in " + partition.topic();
        try (Producer<byte[], byte[]> producer =
                clients.producer("hbase-search-reindex-request-" + index, MAX_BLOCK_MILLIS, DELIVERY_MILLIS)) {
            producer.send(record(REQUEST, ReindexJson.write(request))).get();
        } catch (ExecutionException | KafkaException e) {
            throw KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    private void closeTopics() {
        if (topics != null) {
            topics.close();
            topics = null;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "using " + partition.topic() + ": closed");
        }
    }

    private void release() {
        if (owner != null) {
            owner.close(CLOSE_TIMEOUT);
            owner = null;
        }
    }

    @Override
    public void close() {
        closed = true;
        // A thread that was interrupted could close neither.
        boolean interrupted = Thread.interrupted();
        synchronized (writing) {
            release();
        }
        synchronized (reading) {
            if (consumer != null) {
                consumer.close();
                consumer = null;
            }
            closeTopics();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
