/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.DefinitionText;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
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
 * @param definition the definition itself, as {@link DefinitionText} writes it; empty in an index of a version that did not keep it
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
        Map<String, String> analyzers,
        String definition) {
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
        Objects.requireNonNull(definition, "definition");
        analyzers = Map.copyOf(new TreeMap<>(analyzers));
        if (generation < FIRST_GENERATION) {
            throw new IllegalArgumentException(
                    "generations count from " + FIRST_GENERATION + ", this one is " + generation);
        }
    }

    /** Of an index that was never built anew, and does not know its definition. */
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
                analyzers,
                "");
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
                analyzers,
                definition);
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
                analyzers,
                definition);
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if a definition of its name is for another table */
    public void requireTable(IndexDefinition configured) {
        if (!table.equals(configured.table())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + index + " is one of table " + table + ", its definition is for " + configured.table(),
                    "An index stays with its table: give the definition another name, or take the change back.",
                    null);
        }
    }

    /** What to say while it goes on with its own table, though its definition names another one. */
    public String tableChanged(IndexDefinition configured) {
        return "index " + index + " is one of table " + table
                + " and goes on with it, though its definition names table "
                + configured.table()
                + " now: give that definition another name, or stop the indexers, hbase-search index"
                + " delete " + index + ", hbase-search index create " + index + ", and start them again";
    }

    /** Whether its documents are what this definition makes. */
    public boolean isMadeBy(IndexDefinition configured) {
        return definitionHash.equals(configured.hash()) && table.equals(configured.table());
    }

    /** Whether its definition is this one, and an earlier version made other documents by it. */
    public boolean isOfEarlierVersion(IndexDefinition configured) {
        return !isMadeBy(configured)
                && table.equals(configured.table())
                && !definition.isEmpty()
                && DefinitionText.read(index, definition).hash().equals(configured.hash());
    }

    /** What to say while it goes on as it was made, though this definition makes other documents now. */
    public String documentsChanged(IndexDefinition configured) {
        String rebuild = "hbase-search reindex " + index + " --rebuild";
        return isOfEarlierVersion(configured)
                ? "index " + index
                        + " was made by an earlier version of hbase-search, which wrote numbers of its JSON fields"
                        + " in another form, and goes on with that: " + rebuild
                        + " writes all of them as this version does"
                : "index " + index
                        + " was made by another definition than the one that this process has read, and goes on"
                        + " with that: " + rebuild + " puts the changed one into effect";
    }

    /**
     * For who would fill it as it is.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if its documents are not what this definition makes
     */
    public void requireMadeBy(IndexDefinition configured) {
        requireTable(configured);
        if (!isMadeBy(configured)) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    isOfEarlierVersion(configured)
                            ? "index " + index
                                    + " was made by an earlier version of hbase-search, which wrote numbers of its"
                                    + " JSON fields in another form: its documents cannot be changed in place"
                            : "the definition of index " + index
                                    + " has changed since the index was created: its documents cannot be changed in place",
                    "Have a new physical index made: hbase-search reindex " + index + " --rebuild."
                            + (isOfEarlierVersion(configured) ? "" : " Or take the change back."),
                    null);
        }
    }

    /**
     * What this index's documents are made by, whatever the configuration wants the index to be.
     *
     * @param configured is returned if it makes the same documents, or made them with an earlier version: what does not touch them,
     *     it may change
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if the configuration means another table, or it differs and the index does
     *     not know its own
     */
    public IndexDefinition definitionOr(IndexDefinition configured) {
        if (isMadeBy(configured) || isOfEarlierVersion(configured)) {
            return configured;
        }
        requireTable(configured);
        if (definition.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition of index " + index
                            + " has changed since the index was created, by a version that did"
                            + " not keep it in the index",
                    "Take the change back, or delete the index, create it anew and reindex it.",
                    null);
        }
        return DefinitionText.read(index, definition);
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
