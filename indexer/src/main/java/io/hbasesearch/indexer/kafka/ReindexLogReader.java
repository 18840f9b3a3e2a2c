/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.run.ReindexJson;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a log of backfills from its beginning, and remembers the newest entry of each kind. Safe for use by several threads, one
 * after the other. Connects on first use; owns its clients.
 */
final class ReindexLogReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReindexLogReader.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Not every broker knows a topic at once, for example after its restart. */
    private static final Duration VISIBLE = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(200);
    /** Minimum interval between two checks for a missing topic. */
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final KafkaConfig config;
    private final String index;
    private final TopicPartition partition;
    private @Nullable Consumer<byte[], byte[]> consumer;
    // While there is no log to read.
    private @Nullable Topics topics;
    private boolean looked;
    private long lookedNanos;
    private ReindexLog.Entries entries = ReindexLog.Entries.none();
    private boolean closed;
    /** A separate atomic, so that writers do not wait for readers. */
    private final AtomicLong mustReach = new AtomicLong();

    ReindexLogReader(KafkaConfig config, String index, TopicPartition partition) {
        this(config, index, partition, null);
    }

    /** @param opened assigned to the partition, and owned from here on; null to create one on first use */
    ReindexLogReader(
            KafkaConfig config, String index, TopicPartition partition, @Nullable Consumer<byte[], byte[]> opened) {
        this.consumer = opened;
        this.config = config;
        this.index = index;
        this.partition = partition;
    }

    /** Checks at the next read whether the log exists by now. */
    synchronized void lookAgain() {
        looked = false;
    }

    /** Makes all following reads reach this offset, wherever Kafka says that the log ends: everything before it is committed. */
    void mustReach(long offset) {
        mustReach.accumulateAndGet(offset, Math::max);
    }

    /** Reads as {@link ReindexLog#read} does. */
    synchronized ReindexLog.Entries read(Duration wait) {
        return KafkaFailures.translating("reading " + partition.topic(), () -> {
            Consumer<byte[], byte[]> open = consumer();
            if (open == null) {
                return entries;
            }
            try {
                readToEnd(open, wait);
            } catch (TimeoutException e) {
                HBaseSearchException gone = gone(e).orElseThrow(() -> e);
                forget();
                throw gone;
            } catch (OffsetOutOfRangeException e) {
                // Recreated meanwhile: the entries of the former log no longer apply.
                mustReach.set(0);
                entries = ReindexLog.Entries.none();
                open.seekToBeginning(List.of(partition));
                readToEnd(open, wait);
            }
            return entries;
        });
    }

    /** Why a call has failed, if that is because somebody has deleted the log: Kafka says mostly that it took too long. */
    Optional<HBaseSearchException> gone(KafkaException failure) {
        try (Topics asked = new Topics(config)) {
            if (asked.await(partition.topic(), VISIBLE).isPresent()) {
                return Optional.empty();
            }
        } catch (HBaseSearchException e) {
            // What ails Kafka is the reason, then.
            LOG.debug("cannot tell whether {} is there: {}", partition.topic(), e.getMessage());
            return Optional.empty();
        }
        return Optional.of(new HBaseSearchException(
                ErrorCode.TOPIC_NOT_FOUND,
                "topic " + partition.topic() + ", the log of the reindexes of index " + index
                        + ", was deleted, and a reindex that was under way ends with it",
                "What is indexed stays. Begin again: hbase-search reindex " + index,
                failure));
    }

    /** What was read is over; a log may be made anew. */
    private void forget() {
        mustReach.set(0);
        entries = ReindexLog.Entries.none();
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }

    private void readToEnd(Consumer<byte[], byte[]> open, Duration wait) {
        Deadline deadline = Deadline.after(TIMEOUT);
        long told = open.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
        long end = Math.max(told, mustReach.get());
        if (open.position(partition, TIMEOUT) >= end) {
            open.poll(wait).forEach(this::take);
            return;
        }
        while (open.position(partition, TIMEOUT) < end) {
            open.poll(POLL).forEach(this::take);
            if (deadline.isOver()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, partition.topic() + ": Kafka did not deliver it", "Try again.", null);
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), UTF_8);
        byte[] value = record.value();
        try {
            if (key.equals(KafkaReindexLog.RUN)) {
                entries = new ReindexLog.Entries(
                        Optional.ofNullable(value).map(ReindexJson::run), entries.request(), entries.refusal());
            } else if (key.equals(KafkaReindexLog.REQUEST)) {
                entries = new ReindexLog.Entries(
                        entries.run(), Optional.ofNullable(value).map(ReindexJson::request), entries.refusal());
            } else if (key.equals(KafkaReindexLog.REFUSAL) && value != null) {
                entries = entries.with(ReindexJson.refusal(value));
            }
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "{} contains, at offset {}, an invalid {}: {}",
                    record.topic(),
                    record.offset(),
                    key,
                    e.getMessage());
        }
    }

    /** Returns null while there is no log. */
    private @Nullable Consumer<byte[], byte[]> consumer() {
        if (closed) {
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "reading " + partition.topic() + ": closed");
        }
        if (consumer == null && exists()) {
            Map<String, Object> properties =
                    new KafkaClients(config).consumerProperties("hbase-search-reindex-" + index);
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

    private void closeTopics() {
        if (topics != null) {
            topics.close();
            topics = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
        closeTopics();
    }
}
