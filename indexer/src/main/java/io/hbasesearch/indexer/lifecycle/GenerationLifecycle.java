/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.lifecycle;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and drops generations beside the live one. Safe for use by several threads; borrows all its arguments. */
final class GenerationLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(GenerationLifecycle.class);
    private static final Duration LEAVING_TIME = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    private final IndexBackend backend;
    private final IndexTopics kafka;
    private final StartPositions beginnings;

    GenerationLifecycle(IndexBackend backend, IndexTopics kafka, StartPositions beginnings) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.kafka = Objects.requireNonNull(kafka, "kafka");
        this.beginnings = Objects.requireNonNull(beginnings, "beginnings");
    }

    /**
     * Creates an empty generation beside the live one, to be filled and then made live. From the end of this call on, indexers feed
     * it every event that is appended to the table's topic.
     *
     * <p>They begin where the topic ends, and yet nothing is missed if the fill takes its markers after this call has returned: an
     * event below the position was appended before, so that its mutation could be read before (docs/decisions/002), and the scan, which
     * begins after its marker was appended, hence after that, sees that mutation or a later one. An event from the position on is
     * fed. An event that was on its way meanwhile is one or the other: its offset says which.
     *
     * <p>A process that is killed in here leaves at most a generation for which {@link #isBegun} returns false, and which no
     * process feeds: drop it and begin again.
     *
     * @param definition may differ from that of the live one in all but name and table
     * @return complete by the time that readers see it
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_INCOMPATIBLE if table, epoch or topic differ from the live one's,
     *     TOPIC_NOT_FOUND, ALREADY_EXISTS if a generation is being built, INDEX_LOCKED if another process owns an embedded index
     */
    IndexMetadata begin(IndexDefinition definition) {
        Topics.Topic topic = beginnings.requireTopic(definition);
        requireSameSource(definition, topic);
        IndexMetadata generation = backend.generations()
                .begin(definition, new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), true));
        try {
            // The number may have belonged to another generation, whose indexers have not noticed that it is gone.
            if (!kafka.deleteGroup(generation)) {
                throw stillFed(generation);
            }
            // With the history: the generation is filled from the table, so its offsets may be all that reveals a loss.
            beginnings.set(
                    definition,
                    generation,
                    kafka.ends(generation),
                    backend.admin().history(generation));
            beginnings.requireNoneNewer(definition, topic.epoch());
        } catch (RuntimeException e) {
            takeBack(generation, e);
            throw e;
        }
        return generation;
    }

    private void requireSameSource(IndexDefinition definition, Topics.Topic topic) {
        String index = definition.name();
        IndexMetadata live = backend.admin().require(index);
        live.requireTable(definition);
        // Until every endpoint uses the next topic, some edits are announced in the former one alone.
        if (live.epoch() != topic.epoch()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + index + " has epoch " + live.epoch() + ", but its table's newest topic " + topic.name()
                            + " has epoch " + topic.epoch(),
                    "Finish the move to the new epoch first: hbase-search index epoch " + index + " --bump",
                    null);
        }
        // With a recreated topic, a generation would be filled for hours and never replace the live one; with one that
        // has more
        // partitions, it would stop at the first event.
        TopicIdentity.requireSame(live, topic);
    }

    private static HBaseSearchException stillFed(IndexMetadata generation) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "indexer processes still belong to consumer group " + generation.consumerGroup()
                        + ", which belonged to a dropped generation",
                "They leave it within seconds unless they hang: stop such a process, then run this again.",
                null);
    }

    /** Undoes what a failed {@link #begin} has created, and nothing else. */
    private void takeBack(IndexMetadata generation, RuntimeException failure) {
        try {
            backend.generations().drop(generation);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            LOG.warn(
                    "index {}: generation {} is left incomplete; the next rebuild removes it",
                    generation.index(),
                    generation.generation());
        }
    }

    /**
     * Returns whether a generation has start positions, so that {@link #begin} was completed. Do not call it from two processes at
     * once: it returns false for a generation that another process is creating at this moment.
     *
     * @param definition the generation's
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_LOCKED if another process owns an embedded index
     */
    boolean isBegun(IndexDefinition definition, IndexMetadata generation) {
        try (DocumentWriter writer = backend.openWriter(definition, generation, StartPositions.NO_AGE_LIMIT)) {
            return writer.positions()
                    .map(store -> store.load().size() == generation.partitions())
                    .orElseGet(() -> kafka.hasOwnOffsets(generation));
        }
    }

    /**
     * Drops a generation that is not live, and its consumer group. Indexers notice this themselves; waits a while until they have
     * left the group. Does nothing if the generation is already gone.
     *
     * @throws HBaseSearchException USAGE if it is the live one, INDEX_LOCKED if another process owns an embedded index
     */
    void drop(IndexMetadata generation) {
        backend.generations().drop(generation);
        Deadline deadline = Deadline.after(LEAVING_TIME);
        while (!kafka.deleteGroup(generation)) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
                // The group is harmless: it expires once they have left, and the next generation of this number deletes
                // it.
                LOG.warn("consumer group {} still has members and is kept for now", generation.consumerGroup());
                return;
            }
        }
    }
}
