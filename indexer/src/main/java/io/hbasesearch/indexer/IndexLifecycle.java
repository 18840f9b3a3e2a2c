/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.TopicIdentity;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.reindex.DryRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and deletes an index together with what belongs to it in Kafka: the consumer group's offsets and the topic of
 * dead letters. For commands; each call is one step after the other, and a step that fails takes back what it leaves
 * behind. Safe for use by several threads. Borrows the backend; owns a Kafka client.
 */
public final class IndexLifecycle implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexLifecycle.class);
    private static final Duration NO_AGE_LIMIT = Duration.ofDays(1);
    private static final Duration LEAVING_TIME = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);

    private final IndexBackend backend;
    private final IndexTopics kafka;

    public IndexLifecycle(IndexBackend backend, KafkaConfig config) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.kafka = new IndexTopics(config);
    }

    /**
     * Creates an empty index that begins where its table's newest topic does. Rows that exist already come into it when
     * they change next, or when a scrub finds them missing.
     *
     * @throws HBaseSearchException TOPIC_NOT_FOUND if the table has no topic, ALREADY_EXISTS, INDEX_LOCKED if processes index
     *     under this name at the moment, INDEX_INCOMPATIBLE while the table is on its way to another epoch
     */
    public IndexMetadata create(IndexDefinition definition) {
        return create(definition, false);
    }

    /**
     * As {@link #create(IndexDefinition)}.
     *
     * @param complete whether the table has no row that was written before its edits were announced in its topic
     */
    public IndexMetadata create(IndexDefinition definition, boolean complete) {
        int newest = requireTopic(definition).epoch();
        Topics.Topic topic = requireCreatable(definition);
        kafka.createDeadLetters(definition.name(), topic);
        IndexMetadata metadata = backend.admin()
                .create(
                        definition,
                        new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), complete));
        try {
            setPositions(definition, metadata, kafka.beginnings(metadata));
            requireNoneNewer(definition, newest);
        } catch (RuntimeException e) {
            takeBack(definition, e);
            throw e;
        }
        return metadata;
    }

    /**
     * Finds whatever would keep an index from being created; changes nothing.
     *
     * @return the topic that it would follow
     * @throws HBaseSearchException as {@link #create(IndexDefinition)}
     */
    public Topics.Topic requireCreatable(IndexDefinition definition) {
        Topics.Topic newest = requireTopic(definition);
        requireAbsent(definition);
        Topics.Topic topic =
                kafka.openBefore(definition.table(), newest.epoch()).orElse(newest);
        requireNoBump(definition, topic, newest);
        kafka.requireIdle(definition.name());
        return topic;
    }

    private Topics.Topic requireTopic(IndexDefinition definition) {
        return kafka.topics()
                .newest(definition.table())
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.TOPIC_NOT_FOUND,
                        "table " + definition.table()
                                + " has no topic in Kafka: no replication peer announces its edits",
                        "Add a peer first: hbase-search peer add --table " + definition.table(),
                        null));
    }

    /**
     * As long as a former topic takes events, some endpoint may announce edits there and nowhere else, and an index that begins in
     * the newest one never reads them. The bump that is under way, or was broken off, has to come to its end; it is run by the name
     * of any of the table's indexes. If there is none, this one begins in the former topic, and is what the bump is run for.
     */
    private void requireNoBump(IndexDefinition definition, Topics.Topic open, Topics.Topic newest) {
        if (open.epoch() == newest.epoch()) {
            return;
        }
        list().stream()
                .filter(index -> index.table().equals(definition.table()) && !DryRun.isTrial(index))
                .findFirst()
                .ifPresent(index -> {
                    throw new HBaseSearchException(
                            ErrorCode.INDEX_INCOMPATIBLE,
                            "table " + definition.table() + " is on its way to topic " + newest.name()
                                    + ", and edits may still be announced in " + open.name() + " alone",
                            "Let that come to its end first: hbase-search index epoch " + index.index() + " --bump",
                            null);
                });
    }

    /** A bump makes its topic first and looks at what there is later: whoever finds no new topic now is seen there. */
    private void requireNoneNewer(IndexDefinition definition, int newest) {
        Topics.Topic now = requireTopic(definition);
        if (now.epoch() != newest) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "table " + definition.table() + " has begun to go to topic " + now.name() + " meanwhile",
                    "Run this again once that has come to its end.",
                    null);
        }
    }

    private void requireAbsent(IndexDefinition definition) {
        if (backend.admin().find(definition.name()).isPresent()) {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "index " + definition.name() + " exists",
                    "To start over: hbase-search index delete " + definition.name(),
                    null);
        }
    }

    private void setPositions(IndexDefinition definition, IndexMetadata metadata, Map<Integer, Position> positions) {
        setPositions(definition, metadata, positions, Optional.empty());
    }

    private void setPositions(
            IndexDefinition definition,
            IndexMetadata metadata,
            Map<Integer, Position> positions,
            Optional<String> history) {
        try (DocumentWriter writer = backend.openWriter(definition, metadata, NO_AGE_LIMIT)) {
            writer.positions().ifPresent(store -> store.commit(positions));
        }
        // Last, as it is what an indexer of a shared index waits for.
        kafka.setOffsets(metadata, positions, history);
    }

    /**
     * Puts an empty generation, which begins where a topic does, in the place of an index that has lost something; all that there
     * was of it goes. The new one is whole before readers see it, and the other one goes after that: whoever is killed in here
     * leaves one of the two, and may do it again.
     *
     * @param complete as for {@link #create(IndexDefinition, boolean)}
     * @throws HBaseSearchException INDEX_LOCKED while processes index into it, CONFIGURATION_INVALID if it cannot be created
     */
    IndexMetadata replace(IndexDefinition definition, Topics.Topic topic, boolean complete) {
        String index = definition.name();
        kafka.requireIdle(index);
        // What another call, or a rebuild, has not finished.
        generations(index, IndexGeneration.State.BUILDING).forEach(backend.generations()::drop);
        IndexMetadata anew = backend.generations()
                .begin(
                        definition,
                        new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), complete));
        setPositions(definition, anew, kafka.beginnings(anew));
        kafka.deleteReindexLog(index);
        backend.generations().makeLive(anew);
        generations(index, IndexGeneration.State.OLD).forEach(backend.generations()::drop);
        kafka.deleteOtherGroups(anew);
        return anew;
    }

    private List<IndexMetadata> generations(String index, IndexGeneration.State state) {
        return backend.generations().list(index).stream()
                .filter(generation -> generation.state() == state)
                .map(IndexGeneration::metadata)
                .toList();
    }

    private void takeBack(IndexDefinition definition, RuntimeException failure) {
        try {
            backend.admin().delete(definition.name());
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            LOG.warn(
                    "index {} is left half-made; remove it: hbase-search index delete {}",
                    definition.name(),
                    definition.name());
        }
    }

    /**
     * Creates an empty generation beside the live one, to be filled and then made live. From this call's end on, indexers bring it
     * every event that is appended to the table's topic.
     *
     * <p>They begin where the topic ends, and yet nothing is missed if the fill takes its markers after this call has returned: an
     * event below the position was appended before, so that its mutation could be read before (DESIGN.md 1.3), and the scan, which
     * begins after its marker was appended, hence after that, sees that mutation or a later one. An event from the position on is
     * fed. An event that was on its way meanwhile is one or the other: its offset says which.
     *
     * <p>Whoever is killed in here leaves at most a generation of which {@link #isBegun} says no, which nobody feeds: drop it and
     * begin again.
     *
     * @param definition may differ from that of the live one in all but name and table
     * @return complete, as it is by the time readers see it
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_INCOMPATIBLE if table, epoch or topic are others than the live one's,
     *     TOPIC_NOT_FOUND, ALREADY_EXISTS if a generation is being built, INDEX_LOCKED if another process owns an embedded index
     */
    public IndexMetadata begin(IndexDefinition definition) {
        Topics.Topic topic = requireTopic(definition);
        requireSameSource(definition, topic);
        IndexMetadata generation = backend.generations()
                .begin(definition, new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), true));
        try {
            // The number may have been another's before, whose indexers have not noticed.
            if (!kafka.deleteGroup(generation)) {
                throw stillFed(generation);
            }
            // With the history: it is filled from the table, so that its offsets may be all that tells of a loss.
            setPositions(
                    definition,
                    generation,
                    kafka.ends(generation),
                    backend.admin().history(generation));
            requireNoneNewer(definition, topic.epoch());
        } catch (RuntimeException e) {
            takeBack(generation, e);
            throw e;
        }
        return generation;
    }

    private void requireSameSource(IndexDefinition definition, Topics.Topic topic) {
        String index = definition.name();
        IndexMetadata live = backend.admin()
                .find(index)
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "there is no index " + index,
                        "Create it: hbase-search index create " + index,
                        null));
        live.requireTable(definition);
        // Until every endpoint has gone to the next topic, some edits are announced in the former one alone.
        if (live.epoch() != topic.epoch()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + index + " is of epoch " + live.epoch() + ", its table's newest topic " + topic.name()
                            + " of epoch " + topic.epoch(),
                    "Finish going to the new epoch first: hbase-search index epoch " + index + " --bump",
                    null);
        }
        // Beside a topic that was made anew, a generation would be filled for hours and never take the live one's
        // place; beside one with more partitions, it would stop at the first event.
        TopicIdentity.requireSame(live, topic);
    }

    private static HBaseSearchException stillFed(IndexMetadata generation) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "indexer processes still belong to consumer group " + generation.consumerGroup()
                        + ", which a generation had that was dropped",
                "They leave it by themselves within seconds unless they hang: end such a process, then run this again.",
                null);
    }

    /** As {@link #begin} has failed: only what it made goes. */
    private void takeBack(IndexMetadata generation, RuntimeException failure) {
        try {
            backend.generations().drop(generation);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            LOG.warn(
                    "index {}: generation {} is left half-made; the next rebuild removes it",
                    generation.index(),
                    generation.generation());
        }
    }

    /**
     * Whether a generation has positions to be fed from, so that {@link #begin} came to its end. Not to be asked by two at once: of a
     * generation that another process begins at this moment it says no.
     *
     * @param definition the generation's
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_LOCKED if another process owns an embedded index
     */
    public boolean isBegun(IndexDefinition definition, IndexMetadata generation) {
        try (DocumentWriter writer = backend.openWriter(definition, generation, NO_AGE_LIMIT)) {
            return writer.positions()
                    .map(store -> store.load().size() == generation.partitions())
                    .orElseGet(() -> kafka.hasOwnOffsets(generation));
        }
    }

    /**
     * Drops a generation that is not live, and its consumer group. Indexers notice by themselves; waits a little until they have left
     * the group. One that is gone already is fine.
     *
     * @throws HBaseSearchException USAGE if it is the live one, INDEX_LOCKED if another process owns an embedded index
     */
    public void drop(IndexMetadata generation) {
        backend.generations().drop(generation);
        long deadline = System.nanoTime() + LEAVING_TIME.toNanos();
        while (!kafka.deleteGroup(generation)) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                // Nobody needs it: it expires once they have left, and the next generation of this number deletes it.
                LOG.warn("consumer group {} still has members and stays for now", generation.consumerGroup());
                return;
            }
        }
    }

    /** Every index of the backend. */
    public List<IndexMetadata> list() {
        return backend.admin().list();
    }

    public Optional<IndexMetadata> find(String index) {
        return backend.admin().find(index);
    }

    /**
     * Deletes an index and its consumer groups.
     *
     * @param withDeadLetters whether the dead letters go too; without, a later index of the same name goes on with them
     * @return false if there was no index; leftovers in Kafka are removed nevertheless
     * @throws HBaseSearchException INDEX_LOCKED while processes index into it
     */
    public boolean delete(String index, boolean withDeadLetters) {
        kafka.requireIdle(index);
        boolean existed = backend.admin().delete(index);
        kafka.deleteGroups(index);
        kafka.deleteReindexLog(index);
        if (withDeadLetters) {
            kafka.deleteDeadLetters(index);
        }
        return existed;
    }

    @Override
    public void close() {
        kafka.close();
    }
}
