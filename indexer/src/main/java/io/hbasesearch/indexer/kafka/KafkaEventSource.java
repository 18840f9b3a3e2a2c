/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.indexer.pipeline.source.EventSource;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes one index's topic. It is either a member of the index's group, which shares the partitions among processes, or the only
 * reader of all partitions of an index that stores its own positions; the group's offsets are then for display. Commits carry
 * leader epochs and the index's identity. Threads as in {@link EventSource}. Owns the consumer.
 */
public final class KafkaEventSource implements EventSource {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaEventSource.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final String servers;
    private final IndexMetadata index;
    private final String offsetMetadata;
    private final boolean embedded;
    private final Assignment assignment;
    private boolean commitFailed;
    private @Nullable HBaseSearchException commitFailure;

    /**
     * @param servers the addresses of Kafka, for messages
     * @param history of the index, as it was when this process began
     * @param embedded whether the index stores its positions itself
     */
    KafkaEventSource(
            Consumer<byte[], byte[]> consumer,
            String servers,
            IndexMetadata index,
            Optional<String> history,
            boolean embedded,
            Assignment assignment) {
        this.servers = Objects.requireNonNull(servers, "servers");
        this.consumer = Objects.requireNonNull(consumer, "consumer");
        this.index = Objects.requireNonNull(index, "index");
        this.offsetMetadata = new OffsetMetadata(index.uuid(), history).toString();
        this.embedded = embedded;
        this.assignment = Objects.requireNonNull(assignment, "assignment");
    }

    /** Assigns partitions to a source. */
    interface Assignment {
        void open(Consumer<byte[], byte[]> consumer, String topic, PartitionListener listener);
    }

    /** Returns the assignment by the group's coordinator. */
    static Assignment byGroup() {
        return (consumer, topic, listener) -> consumer.subscribe(List.of(topic), new Rebalances(listener));
    }

    /** Returns the assignment of all partitions, at given positions. */
    static Assignment fixed(Map<Integer, Position> positions) {
        return (consumer, topic, listener) -> {
            consumer.assign(positions.keySet().stream()
                    .map(partition -> new TopicPartition(topic, partition))
                    .toList());
            positions.forEach(
                    (partition, position) -> consumer.seek(new TopicPartition(topic, partition), offset(position, "")));
            listener.assigned(positions.keySet());
        };
    }

    @Override
    public void open(PartitionListener listener) {
        KafkaFailures.translating("opening topic " + index.topic(), () -> {
            assignment.open(consumer, index.topic(), listener);
            return true;
        });
    }

    @Override
    public Polled poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = consumer.poll(timeout);
        } catch (WakeupException e) {
            return Polled.nothing();
        } catch (KafkaException | IllegalArgumentException e) {
            throw failed(e, "reading topic " + index.topic());
        }
        List<SourceEvent> events = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            events.add(new SourceEvent(
                    record.partition(), record.offset(), epoch(record.leaderEpoch()), record.key(), record.value()));
        }
        Map<Integer, Position> next = new HashMap<>();
        records.nextOffsets()
                .forEach((partition, offset) ->
                        next.put(partition.partition(), new Position(offset.offset(), epoch(offset.leaderEpoch()))));
        return new Polled(events, next);
    }

    private HBaseSearchException failed(RuntimeException failure, String what) {
        if (!UnreadableBatches.isOne(failure)) {
            return lost(KafkaFailures.translate(failure, what));
        }
        Optional<Long> position = UnreadableBatches.partition(failure).map(this::position).stream()
                .flatMapToLong(OptionalLong::stream)
                .boxed()
                .findFirst();
        return UnreadableBatches.refused(
                failure,
                UnreadableBatches.describe(failure, what, position),
                ErrorCode.OFFSETS_LOST,
                "If another replica of the partition is intact, make it the leader, and restart this process. If none is: "
                        + Remedies.leaveOut(index.index(), embedded) + ".");
    }

    private HBaseSearchException lost(HBaseSearchException failure) {
        return failure.code() == ErrorCode.OFFSETS_LOST && failure.hint().isEmpty()
                ? Remedies.offsetsLost(
                        index.index(),
                        embedded,
                        "the position of index " + index.index() + " is no longer in the topic: "
                                + failure.getMessage(),
                        failure.getCause())
                : failure;
    }

    @Override
    public void setPaused(Set<Integer> partitions) {
        Set<TopicPartition> paused = consumer.paused();
        Set<TopicPartition> wanted = new HashSet<>();
        for (TopicPartition partition : consumer.assignment()) {
            if (partitions.contains(partition.partition())) {
                wanted.add(partition);
            }
        }
        if (!paused.equals(wanted)) {
            consumer.pause(wanted);
            Set<TopicPartition> released = new HashSet<>(paused);
            released.removeAll(wanted);
            consumer.resume(released);
        }
    }

    @Override
    public void commit(Map<Integer, Position> positions, Duration await) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, position) ->
                offsets.put(new TopicPartition(index.topic(), partition), offset(position, offsetMetadata)));
        try {
            if (!await.isZero()) {
                commitSync(offsets, await);
                commitFailure = null;
            } else {
                consumer.commitAsync(offsets, (committed, failure) -> {
                    if (failure != null) {
                        commitFailed(failure);
                    } else {
                        commitFailure = null;
                    }
                });
            }
        } catch (KafkaException e) {
            commitFailed(e);
        }
    }

    /** Commits synchronously. A pending wake-up that no poll has consumed is not meant for a commit, which is therefore retried. */
    private void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration await) {
        try {
            consumer.commitSync(offsets, await);
        } catch (WakeupException e) {
            consumer.commitSync(offsets, await);
        }
    }

    /** Records a failed commit. It is harmless: what was not committed is read again. */
    private void commitFailed(Exception failure) {
        commitFailed = true;
        commitFailure = KafkaFailures.translate(
                failure, "committing offsets of group " + index.consumerGroup() + " at " + servers);
    }

    @Override
    public boolean takeCommitFailure() {
        boolean failed = commitFailed;
        commitFailed = false;
        return failed;
    }

    @Override
    public Optional<HBaseSearchException> commitFailure() {
        return Optional.ofNullable(commitFailure);
    }

    @Override
    public long remaining() {
        long remaining = 0;
        for (TopicPartition partition : consumer.assignment()) {
            remaining += consumer.currentLag(partition).orElse(0);
        }
        return remaining;
    }

    @Override
    public OptionalLong remaining(int partition) {
        return consumer.currentLag(new TopicPartition(index.topic(), partition));
    }

    @Override
    public OptionalLong position(int partition) {
        try {
            return OptionalLong.of(consumer.position(new TopicPartition(index.topic(), partition), Duration.ZERO));
        } catch (KafkaException | IllegalStateException e) {
            // Not known yet, or no longer assigned.
            return OptionalLong.empty();
        }
    }

    @Override
    public void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    @Override
    public void close(Duration atMost) {
        try {
            consumer.close(CloseOptions.timeout(atMost));
        } catch (KafkaException e) {
            LOG.debug("index {}: closing the consumer: {}", index.index(), e.toString());
        }
    }

    private static OptionalInt epoch(Optional<Integer> epoch) {
        return epoch.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    private static OffsetAndMetadata offset(Position position, String metadata) {
        Optional<Integer> epoch = position.leaderEpoch().isPresent()
                ? Optional.of(position.leaderEpoch().getAsInt())
                : Optional.empty();
        return new OffsetAndMetadata(position.nextOffset(), epoch, metadata);
    }

    private record Rebalances(PartitionListener listener) implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                listener.assigned(numbers(partitions));
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                listener.revoked(numbers(partitions));
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                listener.lost(numbers(partitions));
            }
        }

        private static Set<Integer> numbers(Collection<TopicPartition> partitions) {
            Set<Integer> numbers = new TreeSet<>();
            partitions.forEach(partition -> numbers.add(partition.partition()));
            return numbers;
        }
    }
}
