/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

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
import io.hbasesearch.indexer.reindex.DryRun;
import io.hbasesearch.indexer.reindex.ReindexRun;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes the indexes of a table from its former topics to that of the next epoch, after every endpoint has been. An index that has
 * lost nothing reads its former topic to the end and goes on in the next one with its documents: every mutation is announced in
 * one of the two. Whether it has is looked at twice, for the plan and once it has read everything. One that has lost something is
 * replaced by a new generation there, so that nothing that is still under way reaches it, and has to be filled.
 *
 * <p>For commands, on one thread. Every step may be done again. Borrows the backend and the lifecycle; owns a Kafka client.
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
     * What is to become of one index.
     *
     * @param loss why it has to be created anew; empty if it goes on as it is
     * @param remedy what heals it, which for a loss of its own need not concern the table's other indexes; empty without a loss
     */
    public record Plan(IndexMetadata index, Optional<String> loss, Optional<String> remedy) {
        public Plan {
            Objects.requireNonNull(index, "index");
            Objects.requireNonNull(loss, "loss");
            Objects.requireNonNull(remedy, "remedy");
        }
    }

    /** Plans to create an index again, whatever it has lost: what it has not read of its former topic is left out. */
    public Plan planRecreated(IndexMetadata index) {
        return new Plan(
                index,
                Optional.of("it is to be created again without reading topic " + index.topic() + " to its end"),
                Optional.empty());
    }

    /** The indexes of a table that read its topics: all of them go from one to the next. */
    public List<IndexMetadata> of(TableId table) {
        return backend.admin().list().stream()
                .filter(index -> index.table().equals(table) && !DryRun.isTrial(index))
                .toList();
    }

    /** Topics of a table, and how far they are. Not to be closed. */
    public Topics topics() {
        return kafka.topics();
    }

    /**
     * Whether the index still is what its topic and its positions say, and the topic what its reindexes have relied on: in the next one
     * nobody asks for their markers. Changes nothing.
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
     * Finds what would keep {@link #take} from its end; changes nothing.
     *
     * @throws HBaseSearchException INDEX_LOCKED while an index is reindexed, while processes index into one that has to be created
     *     anew, or while one that goes on has other generations: they would stay behind with the former topic;
     *     CONFIGURATION_INVALID if one that has to be created anew cannot be created by its definition
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
                            + " has a generation that is being built or was kept, and which cannot go to another topic",
                    "See hbase-search reindex status " + index + "; then give it up: hbase-search reindex cancel "
                            + index + ", or hbase-search reindex drop-old " + index,
                    null);
        }
    }

    /** Its markers go into the former topic, and at its end it notes in the index what belongs to that. */
    private void requireNoReindex(IndexMetadata index) {
        try (KafkaReindexLog log = new KafkaReindexLog(config, index)) {
            ReindexRun runs = new ReindexRun(log, index, () -> index, Clock.systemUTC());
            log.read(Duration.ZERO)
                    .run()
                    .filter(run -> run.state().isHeld() && runs.isAlive(run))
                    .ifPresent(run -> {
                        throw new HBaseSearchException(
                                ErrorCode.INDEX_LOCKED,
                                run.owner().name() + " is reindexing " + index.index(),
                                "Wait for its end, or end it: hbase-search reindex cancel " + index.index()
                                        + "; and run this again.",
                                null);
                    });
        }
    }

    /**
     * Looks at what an index that goes on with its documents has not read yet, whether or not it is being read: an event that this
     * version cannot read would keep the index from the topic's end for good.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE for such an event; TIMED_OUT if there is more to look at than time
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
     * Waits until an index that goes on with its documents has read its topic as far as that is written now: while the topic takes what
     * the index announces itself, as after the comparison of a bulk load, for which it would wait in vain once the topic is closed.
     *
     * @throws HBaseSearchException TIMED_OUT if it has not by then
     */
    public void awaitRead(Plan plan, Duration patience) {
        if (plan.loss().isEmpty()) {
            awaitDrained(plan.index(), patience);
        }
    }

    /** Finds what would keep {@link #closeBefore} from its end, as a right that is missing; changes nothing. */
    public void requireClosable(TableId table, int epoch) {
        kafka.requireClosable(table, epoch);
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
        // Again, as hours may have passed. Once it is moved, nobody looks at the former topic any more.
        Optional<String> history = requireWhole(index);
        IndexSource source = new IndexSource(next.name(), next.id(), next.partitions(), next.epoch());
        IndexMetadata moved = index.movedTo(source);
        Map<Integer, Position> beginnings = kafka.beginnings(moved);
        // First, as an index without offsets has lost them; nobody looks for them before it is moved. With the history,
        // so that an index that is put back after the look above is found out when its indexer starts.
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
        long deadline = System.nanoTime() + patience.toNanos();
        try (GroupProgress group = new GroupProgress(config, index)) {
            Map<Integer, Long> ends = group.ends();
            while (!isDrained(losses.positions(index, group), ends)) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                    throw behind(index, patience);
                }
            }
        }
    }

    /** What stands behind an end is looked into afterwards, and is a loss: it will not become equal by waiting. */
    private static boolean isDrained(Map<Integer, Position> positions, Map<Integer, Long> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> positions.containsKey(end.getKey())
                        && positions.get(end.getKey()).nextOffset() >= end.getValue());
    }

    /**
     * What a start that was broken off has left of an index that is in the newest epoch itself: generations that readers do not
     * see and that no event of this epoch reaches.
     */
    public List<IndexMetadata> leftovers(IndexMetadata index) {
        return backend.generations().list(index.index()).stream()
                .map(IndexGeneration::metadata)
                .filter(generation -> generation.epoch() < index.epoch())
                .toList();
    }

    /** Removes {@link #leftovers}. Indexers may feed them still: they notice, and their group expires if nobody deletes it. */
    public void removeLeftovers(IndexMetadata index) {
        leftovers(index).forEach(lifecycle::drop);
    }

    private static HBaseSearchException behind(IndexMetadata index, Duration patience) {
        return new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "index " + index.index() + " has not read topic " + index.topic() + " to its end after "
                        + patience.toSeconds() + " s",
                "Let its indexer run until it has (an embedded index: serve, and stop it then); and run this again: it goes on"
                        + " where it was. If it cannot read on (see hbase-search status), leave out what it has not read: add"
                        + " --recreate " + index.index() + ", and reindex it then.",
                null);
    }

    @Override
    public void close() {
        kafka.close();
    }
}
