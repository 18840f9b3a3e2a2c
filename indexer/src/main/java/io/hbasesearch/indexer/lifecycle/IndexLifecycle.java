/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.lifecycle;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and deletes an index together with what belongs to it in Kafka: the consumer group's offsets and the dead-letter topic.
 * For commands; each call executes its steps in sequence, and a failed step removes what it has created. Safe for use by several
 * threads. Borrows the backend; owns a Kafka client.
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
     * Creates an empty index that starts at the beginning of its table's newest topic. Existing rows are indexed when they change
     * next, or when a scrub finds them missing.
     *
     * @throws HBaseSearchException TOPIC_NOT_FOUND if the table has no topic, ALREADY_EXISTS, INDEX_LOCKED if processes index under
     *     this name at the moment, INDEX_INCOMPATIBLE while the table is moving to another epoch, CONFIGURATION_INVALID if the
     *     backend lacks an analyzer of a field
     */
    public IndexMetadata create(IndexDefinition definition) {
        return create(definition, false);
    }

    /**
     * Creates an index as {@link #create(IndexDefinition)} does.
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
     * Completes {@link #create(IndexDefinition, boolean)} if it was killed before the index had its start positions. An index that
     * holds anything was started before, and is left alone: it has lost its positions, and reports that itself. It is harmless to
     * call this while the creator still runs: both set the same start positions.
     *
     * @return whether anything was missing
     * @throws HBaseSearchException INDEX_NOT_FOUND, TOPIC_NOT_FOUND, SERVER_UNREACHABLE
     */
    public boolean finish(IndexDefinition definition) {
        IndexMetadata metadata = backend.admin().require(definition.name());
        if (beginnings.isSet(metadata) || !isUntouched(metadata)) {
            return false;
        }
        Map<Integer, Position> begins = kafka.beginnings(metadata);
        if (metadata.complete() && begins.values().stream().anyMatch(position -> position.nextOffset() > 0)) {
            // Events that it should have had are gone by now: it is no longer complete, and reports that it has lost
            // its positions.
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
     * Checks whether an index could be created; changes nothing.
     *
     * @return the topic that it would follow
     * @throws HBaseSearchException as {@link #create(IndexDefinition)}
     */
    public Topics.Topic requireCreatable(IndexDefinition definition) {
        Topics.Topic newest = beginnings.requireTopic(definition);
        requireAbsent(definition);
        // Before anything is created: the backend would reject it last.
        backend.admin().chooseAnalyzers(definition);
        Topics.Topic topic =
                kafka.openBefore(definition.table(), newest.epoch()).orElse(newest);
        requireNoBump(definition, topic, newest);
        kafka.requireIdle(definition.name());
        return topic;
    }

    /**
     * Checks that no bump of the table is unfinished. While a former topic accepts events, some endpoint may announce edits only
     * there, and an index that starts in the newest topic never reads them. So an unfinished bump has to be completed first; it is
     * run by the name of any of the table's indexes. If the table has none, this index starts in the former topic, and the bump is
     * run for it.
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
                            "table " + definition.table() + " is moving to topic " + newest.name()
                                    + ", and edits may still be announced in " + open.name() + " alone",
                            "Finish this first: hbase-search index epoch " + index.index() + " --bump",
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
     * Replaces an index that has lost something by an empty generation that starts at the beginning of a topic; all older
     * generations are dropped. The new one is complete before readers see it, and the old one is dropped after that: a process that
     * is killed in here leaves one of the two, and the call may be repeated.
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
        // Last: this log may be the only record that the former index lacks markers, and it does not concern the new
        // one.
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
                    "index {} is left incomplete; remove it: hbase-search index delete {}",
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
     * Returns whether a generation has start positions: see {@link GenerationLifecycle#isBegun}.
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

    /** Returns every index of the backend. */
    public List<IndexMetadata> list() {
        return backend.admin().list();
    }

    public Optional<IndexMetadata> find(String index) {
        return backend.admin().find(index);
    }

    /**
     * Deletes an index and its consumer groups. Asks the owner of an embedded index to close it first.
     *
     * @param withDeadLetters whether the dead letters are deleted, too; otherwise a later index of the same name continues with
     *     them
     * @return false if there was no index; leftovers in Kafka are removed nevertheless
     * @throws HBaseSearchException INDEX_LOCKED while processes index into it
     */
    public boolean delete(String index, boolean withDeadLetters) {
        boolean existed;
        try (IndexAdmin.Withdrawal withdrawal = backend.admin().withdraw(index)) {
            kafka.requireIdle(index);
            existed = backend.admin().delete(index);
        }
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
