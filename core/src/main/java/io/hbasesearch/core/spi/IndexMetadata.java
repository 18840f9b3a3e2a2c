/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.model.TableId;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What an index remembers of where it comes from; kept inside the index itself ({@code _meta} in Elasticsearch, commit user
 * data in Lucene) and checked whenever somebody writes to it.
 *
 * @param index the name that users know: the alias in Elasticsearch
 * @param physicalName the concrete index that is written to
 * @param generation counts the physical indexes of an index, from 1
 * @param uuid identifies this physical index; part of the metadata of committed offsets
 * @param topicId Kafka's id of the topic: a topic that was deleted and created again has another one
 * @param definitionHash of the definition that the index was created with
 * @param complete false until a backfill has put the rows in that existed before the index did; true from the start if there
 *     were none
 * @param analyzers field to the analyzer that was chosen for it when the index was created
 */
public record IndexMetadata(
        String index,
        String physicalName,
        int generation,
        UUID uuid,
        TableId table,
        String topic,
        String topicId,
        int partitions,
        int epoch,
        String definitionHash,
        Instant createdAt,
        boolean complete,
        Map<String, String> analyzers) {
    public static final int FIRST_GENERATION = 1;

    public IndexMetadata {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(physicalName, "physicalName");
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicId, "topicId");
        Objects.requireNonNull(definitionHash, "definitionHash");
        Objects.requireNonNull(createdAt, "createdAt");
        analyzers = Map.copyOf(new TreeMap<>(analyzers));
        if (generation < FIRST_GENERATION) {
            throw new IllegalArgumentException(
                    "generations count from " + FIRST_GENERATION + ", this one is " + generation);
        }
    }

    /** Of an index that was never built anew. */
    public IndexMetadata(
            String index,
            String physicalName,
            UUID uuid,
            TableId table,
            String topic,
            String topicId,
            int partitions,
            int epoch,
            String definitionHash,
            Instant createdAt,
            boolean complete,
            Map<String, String> analyzers) {
        this(
                index,
                physicalName,
                FIRST_GENERATION,
                uuid,
                table,
                topic,
                topicId,
                partitions,
                epoch,
                definitionHash,
                createdAt,
                complete,
                analyzers);
    }

    /** The same index, once a backfill has put in what was there before it. */
    public IndexMetadata completed() {
        return new IndexMetadata(
                index,
                physicalName,
                generation,
                uuid,
                table,
                topic,
                topicId,
                partitions,
                epoch,
                definitionHash,
                createdAt,
                true,
                analyzers);
    }

    /** The same index, fed from another topic from now on. Whether it is complete stays as it was. */
    public IndexMetadata movedTo(IndexSource source) {
        return new IndexMetadata(
                index,
                physicalName,
                generation,
                uuid,
                table,
                source.topic(),
                source.topicId(),
                source.partitions(),
                source.epoch(),
                definitionHash,
                createdAt,
                complete,
                analyzers);
    }

    /**
     * The consumer group of this index. It contains the epoch, so that a new epoch starts without old offsets, and from the second
     * on the generation, so that each of them stands where its own documents do.
     */
    public String consumerGroup() {
        String group = "hbase-search." + index + ".e" + epoch;
        return generation == FIRST_GENERATION ? group : group + ".g" + generation;
    }
}
