/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.reindex.DryRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and deletes an index together with what belongs to it in Kafka: the consumer group's offsets and the topic of
 * dead letters. For commands; each call is one step after the other, and a step that fails takes back what it leaves
 * behind. Safe for use by several threads. Borrows the backend; owns a Kafka client.
 */
public final class IndexLifecycle implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexLifecycle.class);

    private final IndexBackend backend;
    private final IndexTopics kafka;
    private final StartPositions beginnings;
    private final GenerationLifecycle generations;

    public IndexLifecycle(IndexBackend backend, KafkaConfig config) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.kafka = new IndexTopics(config);
        this.beginnings = new StartPositions(backend, kafka);
        this.generations = new GenerationLifecycle(backend, kafka, beginnings);
    }

    /**
     * Creates an empty index that begins where its table's newest topic does. Rows that exist already come into it when
     * they change next, or when a scrub finds them missing.
     *
     * @throws HBaseSearchException TOPIC_NOT_FOUND if the table has no topic, ALREADY_EXISTS, INDEX_LOCKED if processes index
     *     under this name at the moment, INDEX_INCOMPATIBLE while the table is on its way to another epoch, CONFIGURATION_INVALID if
     *     the backend has none of a field's analyzers
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
        int newest = beginnings.requireTopic(definition).epoch();
        Topics.Topic topic = requireCreatable(definition);
        kafka.createDeadLetters(definition.name(), topic);
        IndexMetadata metadata = backend.admin()
                .create(
                        definition,
                        new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), complete));
        try {
            beginnings.set(definition, metadata, kafka.beginnings(metadata));
            beginnings.requireNoneNewer(definition, newest);
        } catch (RuntimeException e) {
            takeBack(definition, e);
            throw e;
        }
        return metadata;
    }

    /**
     * Ends what {@link #create(IndexDefinition, boolean)} has begun, if whoever ran it was killed before the index knew where in its
     * topic it begins. One that holds anything began once, and is left alone: it has lost its place, and says so itself. To call it
     * while the creator still runs does no harm: both have the index begin at the same place.
     *
     * @return whether anything was missing
     * @throws HBaseSearchException INDEX_NOT_FOUND, TOPIC_NOT_FOUND, SERVER_UNREACHABLE
     */
    public boolean finish(IndexDefinition definition) {
        IndexMetadata metadata = find(definition.name())
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.INDEX_NOT_FOUND, "there is no index '" + definition.name() + "'"));
        if (beginnings.isSet(metadata) || !isUntouched(metadata)) {
            return false;
        }
        Map<Integer, Position> begins = kafka.beginnings(metadata);
        if (metadata.complete() && begins.values().stream().anyMatch(position -> position.nextOffset() > 0)) {
            // Events that it should have had are gone by now: it is not complete any more, and says that it has lost
            // its place.
            return false;
        }
        beginnings.set(metadata.definitionOr(definition), metadata, begins);
        return true;
    }

    private boolean isUntouched(IndexMetadata metadata) {
        IndexStatistics holds = backend.admin().statistics(metadata.index());
        return holds.documents() + holds.deletedStubs() + holds.failedStubs() == 0;
    }

    /**
     * Finds whatever would keep an index from being created; changes nothing.
     *
     * @return the topic that it would follow
     * @throws HBaseSearchException as {@link #create(IndexDefinition)}
     */
    public Topics.Topic requireCreatable(IndexDefinition definition) {
        Topics.Topic newest = beginnings.requireTopic(definition);
        requireAbsent(definition);
        // Before anything is made: the backend would refuse it last.
        backend.admin().chooseAnalyzers(definition);
        Topics.Topic topic =
                kafka.openBefore(definition.table(), newest.epoch()).orElse(newest);
        requireNoBump(definition, topic, newest);
        kafka.requireIdle(definition.name());
        return topic;
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

    private void requireAbsent(IndexDefinition definition) {
        if (backend.admin().find(definition.name()).isPresent()) {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "index " + definition.name() + " exists",
                    "To start over: hbase-search index delete " + definition.name(),
                    null);
        }
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
        listed(index, IndexGeneration.State.BUILDING).forEach(backend.generations()::drop);
        IndexMetadata anew = backend.generations()
                .begin(
                        definition,
                        new IndexSource(topic.name(), topic.id(), topic.partitions(), topic.epoch(), complete));
        beginnings.set(definition, anew, kafka.beginnings(anew));
        backend.generations().makeLive(anew);
        listed(index, IndexGeneration.State.OLD).forEach(backend.generations()::drop);
        kafka.deleteOtherGroups(anew);
        // Last: that the former one lacks markers may stand nowhere else, and of the new one it says nothing.
        kafka.deleteReindexLog(index);
        return anew;
    }

    private List<IndexMetadata> listed(String index, IndexGeneration.State state) {
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
     * Creates an empty generation beside the live one: see {@link GenerationLifecycle#begin}.
     *
     * @throws HBaseSearchException as there
     */
    public IndexMetadata begin(IndexDefinition definition) {
        return generations.begin(definition);
    }

    /**
     * Whether a generation has positions to be fed from: see {@link GenerationLifecycle#isBegun}.
     *
     * @throws HBaseSearchException as there
     */
    public boolean isBegun(IndexDefinition definition, IndexMetadata generation) {
        return generations.isBegun(definition, generation);
    }

    /**
     * Drops a generation that is not live, and its consumer group: see {@link GenerationLifecycle#drop}.
     *
     * @throws HBaseSearchException as there
     */
    public void drop(IndexMetadata generation) {
        generations.drop(generation);
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
