/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.KafkaClients;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Takes the indexes of a table from its former topics to that of the next epoch, after every endpoint has been. An index that has
 * lost nothing reads its former topic to the end and goes on in the next one with its documents: every mutation is announced in
 * one of the two. One that has lost something is created anew there, so that nothing that is still under way reaches it, and has
 * to be filled.
 *
 * <p>For commands, on one thread. Every step may be done again. Borrows the backend and the lifecycle; owns a Kafka client.
 */
public final class IndexEpochs implements AutoCloseable {
    private static final Duration NO_AGE_LIMIT = Duration.ofDays(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    /** What says of an index that it has lost something; a missing right, say, does not. */
    private static final Set<ErrorCode> LOSSES =
            Set.of(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.OFFSETS_LOST, ErrorCode.TOPIC_NOT_FOUND);

    private final IndexBackend backend;
    private final IndexLifecycle lifecycle;
    private final KafkaConfig config;
    private final IndexTopics kafka;

    public IndexEpochs(IndexBackend backend, IndexLifecycle lifecycle, KafkaConfig config) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.lifecycle = Objects.requireNonNull(lifecycle, "lifecycle");
        this.config = Objects.requireNonNull(config, "config");
        this.kafka = new IndexTopics(config);
    }

    /**
     * What is to become of one index.
     *
     * @param loss why it has to be created anew; empty if it goes on as it is
     */
    public record Plan(IndexMetadata index, Optional<String> loss) {
        public Plan {
            Objects.requireNonNull(index, "index");
            Objects.requireNonNull(loss, "loss");
        }
    }

    /** The indexes of a table: they read one topic, so that all of them go from it. */
    public List<IndexMetadata> of(TableId table) {
        return backend.admin().list().stream()
                .filter(index -> index.table().equals(table))
                .toList();
    }

    /** Topics of a table, and how far they are. Not to be closed. */
    public Topics topics() {
        return kafka.topics();
    }

    /** Whether the index still is what its topic and its offsets say; changes nothing. */
    public Plan plan(IndexMetadata index) {
        try {
            Optional<String> history = backend.admin().history(index);
            boolean positionsAreOffsets = history.isPresent();
            try (TopicIdentity topic =
                    new TopicIdentity(new KafkaClients(config), index, positionsAreOffsets, history)) {
                topic.check(partitions(index));
            }
            return new Plan(index, positionsAreOffsets ? lostEvents(index) : Optional.empty());
        } catch (HBaseSearchException e) {
            if (!LOSSES.contains(e.code())) {
                throw e;
            }
            return new Plan(index, Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private Optional<String> lostEvents(IndexMetadata index) {
        Map<Integer, Position> beginnings = kafka.beginnings(index);
        try (GroupProgress group = new GroupProgress(config, index)) {
            Map<Integer, Long> ends = group.ends();
            for (Map.Entry<Integer, Long> next : group.acknowledged().entrySet()) {
                int partition = next.getKey();
                if (next.getValue() < beginnings.get(partition).nextOffset() || next.getValue() > ends.get(partition)) {
                    return Optional.of("offset " + next.getValue() + " of partition " + partition + " is not in topic "
                            + index.topic() + " any more");
                }
            }
        }
        return Optional.empty();
    }

    private static Set<Integer> partitions(IndexMetadata index) {
        return IntStream.range(0, index.partitions()).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * @throws HBaseSearchException INDEX_LOCKED while processes index into an index that has to be created anew, or while one that
     *     goes on has other generations: they would stay behind with the former topic
     */
    public void requireIdle(Plan plan) {
        String index = plan.index().index();
        if (plan.loss().isPresent()) {
            kafka.requireIdle(index);
        } else if (backend.generations().list(index).size() > 1) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "index " + index
                            + " has a generation that is being built or was kept, and which cannot go to another topic",
                    "See hbase-search reindex status " + index + "; then give it up: hbase-search reindex cancel "
                            + index + ", or hbase-search reindex drop-old " + index,
                    null);
        }
    }

    /** Closes the topics of former epochs; see {@link IndexTopics#closeBefore}. */
    public List<String> closeBefore(TableId table, int epoch) {
        return kafka.closeBefore(table, epoch);
    }

    /**
     * Takes an index to its table's next topic, after the former ones were closed.
     *
     * @param complete whether the table has no row that was written before its edits were announced; for an index made anew
     * @param patience how long to wait until the index has read its former topic to the end
     * @throws HBaseSearchException TIMED_OUT if it has not by then; INDEX_LOCKED while another process owns it
     */
    public IndexMetadata take(
            Plan plan, IndexDefinition definition, Topics.Topic next, boolean complete, Duration patience) {
        IndexMetadata index = plan.index();
        if (plan.loss().isPresent()) {
            lifecycle.delete(index.index(), false);
            return lifecycle.create(definition, complete);
        }
        awaitDrained(index, definition, patience);
        IndexSource source = new IndexSource(next.name(), next.id(), next.partitions(), next.epoch());
        IndexMetadata moved = index.movedTo(source);
        Map<Integer, Position> beginnings = kafka.beginnings(moved);
        // First, as an index without offsets has lost them; nobody looks for them before it is moved.
        kafka.setOffsets(moved, beginnings);
        return backend.admin().move(index, source, beginnings);
    }

    private void awaitDrained(IndexMetadata index, IndexDefinition definition, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try (GroupProgress group = new GroupProgress(config, index)) {
            Map<Integer, Long> ends = group.ends();
            while (!isDrained(positions(index, definition, group), ends)) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                    throw behind(index, patience);
                }
            }
        }
    }

    private static boolean isDrained(Map<Integer, Long> positions, Map<Integer, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), -1L) >= end.getValue());
    }

    /** Where an embedded index stands it says itself: the group's offsets are for display, and no proof. */
    private Map<Integer, Long> positions(IndexMetadata index, IndexDefinition definition, GroupProgress group) {
        if (backend.admin().history(index).isPresent()) {
            return group.acknowledged();
        }
        Map<Integer, Long> positions = new HashMap<>();
        try (DocumentWriter writer = backend.openWriter(definition, index, NO_AGE_LIMIT)) {
            writer.positions().ifPresent(store -> store.load()
                    .forEach((partition, next) -> positions.put(partition, next.nextOffset())));
        }
        return positions;
    }

    private static HBaseSearchException behind(IndexMetadata index, Duration patience) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "index " + index.index() + " has not read topic " + index.topic() + " to its end after "
                        + patience.toSeconds() + " s",
                "Let its indexer run until it has (an embedded index: serve, and stop it then); and run this again: it goes on"
                        + " where it was.",
                null);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
