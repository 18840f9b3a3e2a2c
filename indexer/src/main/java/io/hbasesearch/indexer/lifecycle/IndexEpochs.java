/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.lifecycle;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.KafkaReindexLog;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves the indexes of a table from its former topics to that of the next epoch, after every endpoint has moved. An index that has
 * lost nothing reads its former topic to the end and continues in the next one with its documents: every mutation is announced in
 * one of the two. Losses are checked twice, for the plan and once everything is read. An index that has lost something is replaced
 * by a new generation in the next topic, which no event in flight reaches, and which has to be filled.
 *
 * <p>For commands, on one thread. Every step may be repeated. Borrows the backend and the lifecycle; owns a Kafka client.
 */
public final class IndexEpochs implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    private final IndexBackend backend;
    private final IndexLifecycle lifecycle;
    private final KafkaConfig config;
    private final IndexTopics kafka;
    private final LossCheck losses;

    public IndexEpochs(IndexBackend backend, IndexLifecycle lifecycle, KafkaConfig config) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.lifecycle = Objects.requireNonNull(lifecycle, "lifecycle");
        this.config = Objects.requireNonNull(config, "config");
        this.kafka = new IndexTopics(config);
        this.losses = new LossCheck(backend, config);
    }

    /**
     * The plan for one index.
     *
     * @param loss why it has to be recreated; empty if it continues as it is
     * @param remedy what repairs it; for a loss of this index only, the table's other indexes need not be concerned; empty without a
     *     loss
     */
    public record Plan(IndexMetadata index, Optional<String> loss, Optional<String> remedy) {
        public Plan {
            Objects.requireNonNull(index, "index");
            Objects.requireNonNull(loss, "loss");
            Objects.requireNonNull(remedy, "remedy");
        }
    }

    /** Plans to recreate an index, whatever it has lost: the events that it has not read of its former topic are skipped. */
    public Plan planRecreated(IndexMetadata index) {
        return new Plan(
                index,
                Optional.of("it is to be recreated without reading topic " + index.topic() + " to its end"),
                Optional.empty());
    }

    /** Returns the indexes of a table that read its topics: all of them move together. */
    public List<IndexMetadata> of(TableId table) {
        return backend.admin().list().stream()
                .filter(index -> index.table().equals(table) && !DryRun.isTrial(index))
                .toList();
    }

    /** Returns the access to a table's topics and their positions. Do not close it. */
    public Topics topics() {
        return kafka.topics();
    }

    /**
     * Plans the move: checks that the index matches its topic and positions, and that the topic has what its reindexes relied on.
     * Their markers will not be checked in the next topic. Changes nothing.
     */
    public Plan plan(IndexMetadata index) {
        try {
            losses.checkWithMarkers(index);
            return new Plan(index, Optional.empty(), Optional.empty());
        } catch (HBaseSearchException e) {
            if (!LossCheck.isLoss(e)) {
                throw e;
            }
            return new Plan(index, Optional.of(String.valueOf(e.getMessage())), e.hint());
        }
    }

    /**
     * Checks whether {@link #take} would fail; changes nothing.
     *
     * @throws HBaseSearchException INDEX_LOCKED while an index is reindexed, while processes index into one that has to be
     *     recreated, or while one that continues has other generations, which would stay behind with the former topic;
     *     CONFIGURATION_INVALID if one that has to be recreated cannot be created with its definition
     */
    public void requireTakeable(Plan plan, IndexDefinition definition) {
        requireNoReindex(plan.index());
        if (plan.loss().isPresent()) {
            kafka.requireIdle(plan.index().index());
            backend.admin().chooseAnalyzers(definition);
        } else {
            requireOneGeneration(plan.index().index());
        }
    }

    private void requireOneGeneration(String index) {
        if (backend.generations().list(index).size() > 1) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "index " + index
                            + " has a generation that is being built or was kept, and which cannot move to another topic",
                    "See hbase-search reindex status " + index + "; then remove it: hbase-search reindex cancel "
                            + index + ", or hbase-search reindex drop-old " + index,
                    null);
        }
    }

    /**
     * Checks that no reindex is running: its markers go to the former topic, and at its end it records in the index what belongs to
     * that topic.
     */
    private void requireNoReindex(IndexMetadata index) {
        try (KafkaReindexLog log = new KafkaReindexLog(config, index)) {
            ReindexRun runs = new ReindexRun(log, index, () -> index, Clock.systemUTC());
            log.read(Duration.ZERO)
                    .run()
                    .filter(run -> run.state().isHeld() && runs.isAlive(run))
                    .ifPresent(run -> {
                        throw new HBaseSearchException(
                                ErrorCode.INDEX_LOCKED,
                                run.heartbeat().owner().name() + " is reindexing " + index.index(),
                                "Wait until it ends, or cancel it: hbase-search reindex cancel " + index.index()
                                        + "; then run this again.",
                                null);
                    });
        }
    }

    /**
     * Checks the unread events of an index that continues with its documents, whether or not it is being fed: an event that this
     * version cannot read would keep the index from ever reaching the topic's end.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE for an unreadable event; TIMED_OUT if there are too many events for the time
     */
    public void requireReadable(Plan plan, Duration patience) {
        if (plan.loss().isPresent()) {
            return;
        }
        try (GroupProgress group = new GroupProgress(config, plan.index())) {
            kafka.requireReadable(plan.index(), losses.positions(plan.index(), group), patience);
        }
    }

    /**
     * Waits until an index that continues with its documents has read its topic up to the present end. The topic must still be
     * open, because the index itself appends announcements to it, as after the comparison of a bulk load; after the topic is closed
     * it would wait forever.
     *
     * @throws HBaseSearchException TIMED_OUT if it has not by then
     */
    public void awaitRead(Plan plan, Duration patience) {
        if (plan.loss().isEmpty()) {
            awaitDrained(plan.index(), patience);
        }
    }

    /** Checks whether {@link #closeBefore} would fail, for example because of a missing permission; changes nothing. */
    public void requireClosable(TableId table, int epoch) {
        kafka.requireClosable(table, epoch);
    }

    /** Closes the topics of former epochs; see {@link IndexTopics#closeBefore}. */
    public List<String> closeBefore(TableId table, int epoch) {
        return kafka.closeBefore(table, epoch);
    }

    /**
     * Moves an index to its table's next topic, after the former ones were closed.
     *
     * @param complete whether the table has no row that was written before its edits were announced; for a recreated index
     * @param patience how long to wait until the index has read its former topic to the end
     * @throws HBaseSearchException TIMED_OUT if it has not by then; INDEX_LOCKED while another process owns it; OFFSETS_LOST or
     *     INDEX_INCOMPATIBLE if it has lost something since the plan was made
     */
    public IndexMetadata take(
            Plan plan, IndexDefinition definition, Topics.Topic next, boolean complete, Duration patience) {
        return plan.loss().isPresent()
                ? lifecycle.replace(definition, next, complete)
                : move(plan.index(), next, patience);
    }

    private IndexMetadata move(IndexMetadata index, Topics.Topic next, Duration patience) {
        awaitDrained(index, patience);
        // Again, as hours may have passed. After the move the former topic is never checked again.
        Optional<String> history = requireWhole(index);
        IndexSource source = new IndexSource(next.name(), next.id(), next.partitions(), next.epoch());
        IndexMetadata moved = index.movedTo(source);
        Map<Integer, Position> beginnings = kafka.beginnings(moved);
        // First, as an index without offsets counts as having lost them; they are not used before the move. With the
        // history, so
        // that an index that is restored after the check above is detected when its indexer starts.
        kafka.setOffsets(moved, beginnings, history);
        return backend.admin().move(index, source, beginnings);
    }

    private Optional<String> requireWhole(IndexMetadata index) {
        try {
            return losses.checkWithMarkers(index);
        } catch (HBaseSearchException e) {
            if (!LossCheck.isLoss(e)) {
                throw e;
            }
            throw new HBaseSearchException(
                    e.code(),
                    "index " + index.index() + " has lost something since the plan was made: " + e.getMessage(),
                    "Run this again: the new plan makes it anew.",
                    e);
        }
    }

    private void awaitDrained(IndexMetadata index, Duration patience) {
        Deadline deadline = Deadline.after(patience);
        try (GroupProgress group = new GroupProgress(config, index)) {
            Map<Integer, Long> ends = group.ends();
            while (!isDrained(losses.positions(index, group), ends)) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
                    throw behind(index, patience);
                }
            }
        }
    }

    /**
     * Returns whether the positions have reached the ends. A position after an end is checked later and is a loss: waiting would
     * not help.
     */
    private static boolean isDrained(Map<Integer, Position> positions, Map<Integer, Long> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> positions.containsKey(end.getKey())
                        && positions.get(end.getKey()).nextOffset() >= end.getValue());
    }

    /**
     * Returns what an interrupted start has left of an index that is in the newest epoch itself: generations that readers do not
     * see and that no event of this epoch reaches.
     */
    public List<IndexMetadata> leftovers(IndexMetadata index) {
        return backend.generations().list(index.index()).stream()
                .map(IndexGeneration::metadata)
                .filter(generation -> generation.epoch() < index.epoch())
                .toList();
    }

    /** Removes {@link #leftovers}. Indexers may still feed them: they notice, and their group expires if it is not deleted. */
    public void removeLeftovers(IndexMetadata index) {
        leftovers(index).forEach(lifecycle::drop);
    }

    private static HBaseSearchException behind(IndexMetadata index, Duration patience) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "index " + index.index() + " has not read topic " + index.topic() + " to its end after "
                        + patience.toSeconds() + " s",
                "Let its indexer run until it has (for an embedded index: run serve, then stop it), then run this again: it continues"
                        + " where it stopped. If it cannot read on (see hbase-search status), skip what it has not read: add"
                        + " --recreate " + index.index() + ", then reindex it.",
                null);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
