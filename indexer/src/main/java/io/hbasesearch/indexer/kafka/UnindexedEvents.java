/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the oldest edit that has been announced to an index and is not in it. For one thread, except for {@link #close()}. Owns its
 * clients, which connect on first use.
 */
public final class UnindexedEvents implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    /** Maximum duration of a check: a longer one is not worthwhile, as the next check comes soon. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Maximum number of events checked per partition; edits of a crashed server may come after later ones. */
    private static final int EVENTS_LOOKED_AT = 200;

    private final KafkaClients clients;
    private final Clock clock;
    private final AdminCalls calls;
    private final GroupOffsets groups;
    private final Map<UUID, Instant> told = new HashMap<>();
    private @Nullable Consumer<byte[], byte[]> consumer;

    public UnindexedEvents(KafkaConfig config, Clock clock) {
        this.clients = new KafkaClients(Objects.requireNonNull(config, "config"));
        this.clock = Objects.requireNonNull(clock, "clock");
        this.calls = new AdminCalls(config, "hbase-search-freshness");
        this.groups = new GroupOffsets(calls);
    }

    /**
     * Returns the time before which every announced edit is in the index. That is the write time of the oldest edit that is not,
     * among the first events of each partition, or the start of this check if there is none.
     *
     * <p>An event without a plausible past time gives no bound: while it is unread, the result stays what it was.
     *
     * @return empty while the index's group lacks an offset of some partition, or if the events were not delivered in time
     * @throws io.hbasesearch.core.error.HBaseSearchException if Kafka cannot be queried
     */
    public Optional<Instant> coveredUntil(IndexMetadata index) {
        Instant now = clock.instant();
        // The ends first: what comes after them was appended after this check began.
        Map<Integer, Position> ends = groups.ends(index.topic(), index.partitions());
        Map<Integer, OffsetAndMetadata> indexed = groups.read(index.consumerGroup(), index.topic());
        if (indexed.size() < index.partitions()) {
            return Optional.empty();
        }
        Map<TopicPartition, Long> unread = new HashMap<>();
        ends.forEach((partition, end) -> {
            long next = indexed.get(partition).offset();
            if (next < end.nextOffset()) {
                unread.put(new TopicPartition(index.topic(), partition), next);
            }
        });
        if (unread.isEmpty()) {
            told.put(index.uuid(), now);
            return Optional.of(now);
        }
        try {
            Optional<Instant> until = oldest(unread, ends, now.toEpochMilli())
                    .flatMap(oldest -> oldest.isUnknown()
                            ? Optional.ofNullable(told.get(index.uuid())).map(oldest::before)
                            : Optional.of(oldest.before(now)));
            until.ifPresent(moment -> told.put(index.uuid(), moment));
            return until;
        } catch (KafkaException e) {
            throw KafkaFailures.translate(e, "looking at unread events of topic " + index.topic());
        }
    }

    /**
     * The write time of the oldest of some events.
     *
     * @param millis the earliest of the known times
     * @param isUnknown whether some event has no plausible time
     */
    private record Oldest(long millis, boolean isUnknown) {
        Instant before(Instant limit) {
            return Instant.ofEpochMilli(Math.min(millis, limit.toEpochMilli()));
        }
    }

    private Optional<Oldest> oldest(Map<TopicPartition, Long> unread, Map<Integer, Position> ends, long nowMillis) {
        Consumer<byte[], byte[]> reader = consumer();
        reader.assign(unread.keySet());
        // The consumer remembers that a partition was paused when it was assigned before.
        reader.resume(reader.paused());
        unread.forEach(reader::seek);
        long oldest = Long.MAX_VALUE;
        boolean isUnknown = false;
        Set<TopicPartition> wanted = new HashSet<>(unread.keySet());
        Deadline deadline = Deadline.after(PATIENCE);
        while (!wanted.isEmpty() && !deadline.isOver()) {
            try {
                for (ConsumerRecord<byte[], byte[]> event : reader.poll(POLL)) {
                    TopicPartition partition = new TopicPartition(event.topic(), event.partition());
                    wanted.remove(partition);
                    if (event.offset() - unread.get(partition) < EVENTS_LOOKED_AT) {
                        OptionalLong written = writtenMillis(event, nowMillis);
                        isUnknown |= written.isEmpty();
                        oldest = Math.min(oldest, written.orElse(Long.MAX_VALUE));
                    }
                }
                // The rest may be no events: markers of transactions, or compacted ones.
                wanted.removeIf(partition -> reader.position(partition)
                        >= ends.get(partition.partition()).nextOffset());
                reader.pause(reader.assignment().stream()
                        .filter(partition -> !wanted.contains(partition))
                        .toList());
            } catch (OffsetOutOfRangeException e) {
                // Retention was faster than the indexer, which reports that itself: the deleted events are unknown.
                return Optional.empty();
            }
        }
        return wanted.isEmpty() ? Optional.of(new Oldest(oldest, isUnknown)) : Optional.empty();
    }

    /**
     * Returns the earlier of an event's write time and its send time, as far as they are in the past: clocks differ, and any
     * program may write any time. Empty if neither is plausible.
     */
    static OptionalLong writtenMillis(ConsumerRecord<byte[], byte[]> event, long nowMillis) {
        return LongStream.of(saidMillis(event.value()), event.timestamp())
                .filter(millis -> millis > 0 && millis <= nowMillis)
                .min();
    }

    /** Returns 0 if the event has no write time. */
    private static long saidMillis(byte @Nullable [] event) {
        try {
            return event == null ? 0 : RowMutations.decode(event).getWriteTimeMillis();
        } catch (UnreadableEventException e) {
            return 0;
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        if (consumer == null) {
            Map<String, Object> properties = clients.consumerProperties("hbase-search-freshness");
            properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, EVENTS_LOOKED_AT);
            properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1 << 16);
            consumer = KafkaFailures.translating("making a consumer", () -> new KafkaConsumer<>(properties));
        }
        return consumer;
    }

    /** Closes the clients. Call it only when no check is in progress. */
    @Override
    public void close() {
        calls.close();
        if (consumer != null) {
            consumer.close(Duration.ofMillis(500));
            consumer = null;
        }
    }
}
