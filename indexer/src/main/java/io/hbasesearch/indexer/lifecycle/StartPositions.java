/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.lifecycle;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.kafka.IndexTopics;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Determines the topic and the positions at which an index or a generation starts. Safe for use by several threads; owns nothing. */
final class StartPositions {
    /** Read age limit of a writer that is used only for its positions. */
    static final Duration NO_AGE_LIMIT = Duration.ofDays(1);

    private final IndexBackend backend;
    private final IndexTopics kafka;

    StartPositions(IndexBackend backend, IndexTopics kafka) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.kafka = Objects.requireNonNull(kafka, "kafka");
    }

    /**
     * Returns the table's newest topic.
     *
     * @throws HBaseSearchException TOPIC_NOT_FOUND
     */
    Topics.Topic requireTopic(IndexDefinition definition) {
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
     * Checks that the table has no newer topic. A bump creates its topic first and looks for indexes later: so it sees an index
     * that finds no new topic now.
     */
    void requireNoneNewer(IndexDefinition definition, int newest) {
        Topics.Topic now = requireTopic(definition);
        if (now.epoch() != newest) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "table " + definition.table() + " has started to move to topic " + now.name() + " meanwhile",
                    "Run this again once the move is complete.",
                    null);
        }
    }

    /** Returns whether an index has a position in each partition. Another process may own it. */
    boolean isSet(IndexMetadata metadata) {
        return backend.admin()
                .positions(metadata)
                .map(positions -> positions.size() == metadata.partitions())
                .orElseGet(() -> kafka.hasOffsets(metadata));
    }

    /** Sets an index's start positions: in its own metadata if the backend stores positions, and in its consumer group. */
    void set(IndexDefinition definition, IndexMetadata metadata, Map<Integer, Position> positions) {
        set(definition, metadata, positions, Optional.empty());
    }

    void set(
            IndexDefinition definition,
            IndexMetadata metadata,
            Map<Integer, Position> positions,
            Optional<String> history) {
        try (DocumentWriter writer = backend.openWriter(definition, metadata, NO_AGE_LIMIT)) {
            writer.positions().ifPresent(store -> store.commit(positions));
        }
        // Last, as an indexer of a shared index waits for it.
        kafka.setOffsets(metadata, positions, history);
    }
}
