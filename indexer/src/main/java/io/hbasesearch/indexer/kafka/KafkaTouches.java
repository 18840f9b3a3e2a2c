/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.RowTouches;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends touch events and the markers of a backfill to an index's own topic, and waits until every in-sync replica has them: for
 * repair, replay and backfill, which need the confirmation. The gateway announces rows through {@link KafkaRowAnnouncer}, which
 * never waits.
 *
 * <p>Safe for use by several threads. Connects with the first row. Owns the producer.
 */
public final class KafkaTouches implements RowTouches, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaTouches.class);

    /** Maximum number of events in flight: bounds the memory of a call with any number of rows. */
    private static final int BATCH = 1_000;

    /** Maximum number of attempts during leader elections; more in a row indicate a persistent problem. */
    private static final int MOST_ELECTIONS = 5;

    private static final int MAX_BLOCK_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 30_000;
    /** Senders wait for their responses, so a close need not wait for records in flight. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final KafkaClients clients;
    private final Clock clock;
    private final Object lock = new Object();
    private final Set<UUID> checked = new HashSet<>();
    /** The leader epochs at the time when markers of an index were appended last. */
    private final Map<UUID, Map<Integer, Integer>> leaders = new ConcurrentHashMap<>();

    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable AdminCalls admin;
    private boolean closed;

    public KafkaTouches(KafkaConfig config) {
        this(config, Clock.systemUTC());
    }

    KafkaTouches(KafkaConfig config, Clock clock) {
        this.clients = new KafkaClients(Objects.requireNonNull(config, "config"));
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    @Override
    public Map<RowKey, RowVersion> touch(IndexMetadata index, Collection<RowKey> rows) {
        Map<RowKey, RowVersion> versions = new LinkedHashMap<>();
        if (rows.isEmpty()) {
            return versions;
        }
        requireSameTopic(index);
        List<RowKey> distinct = List.copyOf(new LinkedHashSet<>(rows));
        for (int from = 0; from < distinct.size(); from += BATCH) {
            send(index, distinct.subList(from, Math.min(from + BATCH, distinct.size())), versions);
        }
        return versions;
    }

    /**
     * Announces rows as {@link #touch} does, for callers that do not need the versions. If the topic was closed meanwhile, because
     * the table moves to its next one, the rows are announced there: the index reads it next.
     *
     * @throws HBaseSearchException as {@link #touch}
     */
    public void announce(IndexMetadata index, Collection<RowKey> rows) {
        try {
            touch(index, rows);
        } catch (HBaseSearchException e) {
            Topics.Topic next = (e.code() == ErrorCode.INDEX_INCOMPATIBLE
                            ? next(index)
                            : Optional.<Topics.Topic>empty())
                    .orElseThrow(() -> e);
            LOG.info(
                    "index {}: announcing {} rows in topic {}, as its own is closed",
                    index.index(),
                    rows.size(),
                    next.name());
            List<RowKey> distinct = List.copyOf(new LinkedHashSet<>(rows));
            for (int from = 0; from < distinct.size(); from += BATCH) {
                List<RowKey> batch = distinct.subList(from, Math.min(from + BATCH, distinct.size()));
                send(
                        index,
                        "announcing " + batch.size() + " rows in topic " + next.name(),
                        batch.stream()
                                .map(row -> event(index, next.name(), next.partitions(), row))
                                .toList());
            }
        }
    }

    private Optional<Topics.Topic> next(IndexMetadata index) {
        return new Topics(admin()).newest(index.table()).filter(topic -> topic.epoch() > index.epoch());
    }

    /**
     * Appends a marker to every partition. A reader that begins to read the table after this has returned may write what it reads
     * at the version of its row's marker.
     *
     * @return the marker of each partition, in partition order, with the leader epoch that it was appended under
     * @throws HBaseSearchException as {@link #touch}; markers that were appended do no harm
     */
    public List<SourceEvent> mark(IndexMetadata index) {
        requireSameTopic(index);
        byte[] event = RowMutations.marker(
                        index.table().namespace(), index.table().qualifier(), clock.millis())
                .toByteArray();
        List<ProducerRecord<byte[], byte[]>> records = IntStream.range(0, index.partitions())
                .mapToObj(partition -> new ProducerRecord<byte[], byte[]>(index.topic(), partition, null, event))
                .toList();
        String what = "appending markers to topic " + index.topic();
        for (int i = 0; i < MOST_ELECTIONS; i++) {
            // Leader epochs only grow: if one is the same before and after, it was the same in between.
            Map<Integer, Integer> before = leaders.computeIfAbsent(index.uuid(), uuid -> leaderEpochs(index));
            List<RecordMetadata> stored = send(index, what, records);
            Map<Integer, Integer> after = leaderEpochs(index);
            leaders.put(index.uuid(), after);
            if (after.equals(before)) {
                return stored.stream()
                        .map(place -> new SourceEvent(
                                place.partition(), place.offset(), leaderOf(place.partition(), after), null, event))
                        .toList();
            }
        }
        throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, what + ": its partitions keep changing leaders");
    }

    private static OptionalInt leaderOf(int partition, Map<Integer, Integer> epochs) {
        Integer epoch = epochs.get(partition);
        return epoch == null ? OptionalInt.empty() : OptionalInt.of(epoch);
    }

    private Map<Integer, Integer> leaderEpochs(IndexMetadata index) {
        return new GroupOffsets(admin()).leaderEpochs(index.topic(), index.partitions());
    }

    private AdminCalls admin() {
        synchronized (lock) {
            requireOpen();
            if (admin == null) {
                admin = new AdminCalls(clients.config(), "hbase-search-markers");
            }
            return admin;
        }
    }

    /** Checks the topic: a recreated one, or one with more partitions, would accept the events without telling the index anything. */
    private void requireSameTopic(IndexMetadata index) {
        synchronized (lock) {
            if (!checked.contains(index.uuid())) {
                try (TopicIdentity identity = new TopicIdentity(clients, index)) {
                    identity.check(Set.of());
                }
                checked.add(index.uuid());
            }
        }
    }

    private void send(IndexMetadata index, List<RowKey> rows, Map<RowKey, RowVersion> versions) {
        List<RecordMetadata> stored = send(
                index,
                "announcing " + rows.size() + " rows in topic " + index.topic(),
                rows.stream()
                        .map(row -> event(index, index.topic(), index.partitions(), row))
                        .toList());
        for (int i = 0; i < rows.size(); i++) {
            versions.put(rows.get(i), RowVersion.of(index.epoch(), stored.get(i).offset()));
        }
    }

    /** @return the position of each record, in record order */
    private List<RecordMetadata> send(IndexMetadata index, String what, List<ProducerRecord<byte[], byte[]>> records) {
        try {
            List<Future<RecordMetadata>> answers = new ArrayList<>(records.size());
            for (ProducerRecord<byte[], byte[]> record : records) {
                answers.add(producer().send(record));
            }
            List<RecordMetadata> stored = new ArrayList<>(records.size());
            for (Future<RecordMetadata> answer : answers) {
                stored.add(answer.get());
            }
            return stored;
        } catch (ExecutionException | KafkaException e) {
            // Our events are small: only a closed topic rejects them as too large.
            throw e.getCause() instanceof RecordTooLargeException
                    ? Remedies.closed(index, what)
                    : KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    private ProducerRecord<byte[], byte[]> event(IndexMetadata index, String topic, int partitions, RowKey row) {
        byte[] key = row.bytes().unsafeBytes();
        byte[] event = RowMutations.touch(
                        index.table().namespace(), index.table().qualifier(), key, clock.millis())
                .toByteArray();
        return new ProducerRecord<>(topic, RowPartition.of(key, partitions), key, event);
    }

    private void requireOpen() {
        if (closed) {
            // The caller is a thread that outlives its stop: a client created now would never be closed.
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "announcing rows: closed");
        }
    }

    private Producer<byte[], byte[]> producer() {
        synchronized (lock) {
            requireOpen();
            if (producer == null) {
                producer = clients.producer("hbase-search-touches", MAX_BLOCK_MILLIS, DELIVERY_MILLIS);
            }
            return producer;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (producer != null) {
                producer.close(CLOSE_TIMEOUT);
                producer = null;
            }
            if (admin != null) {
                admin.close();
                admin = null;
            }
        }
    }
}
