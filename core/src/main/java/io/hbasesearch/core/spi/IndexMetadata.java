/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The origin of an index. It is stored in the index itself ({@code _meta} in Elasticsearch, commit user data in Lucene) and checked
 * before each write.
 *
 * @param index the public name: the alias in Elasticsearch
 * @param physicalName the concrete index that is written to
 * @param generation counts the physical indexes of an index, from 1
 * @param uuid identifies this physical index; part of the metadata of committed offsets
 * @param topicId Kafka's id of the topic: a topic that was deleted and created again has another one
 * @param definitionHash of the definition that the index was created with
 * @param complete false until a backfill has added the rows that existed before the index; true from the start if there were none
 * @param analyzers field to the analyzer that was chosen for it when the index was created
 * @param definition the definition itself, as {@link DefinitionText} writes it; empty in an index of a version that did not store it
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

    /** Creates metadata of an index that was never rebuilt and does not have its definition. */
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

    /** Returns the metadata after a backfill of the rows that existed before the index. */
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

    /** Returns the metadata with another topic from now on. {@code complete} does not change. */
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

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE if the definition of this name is for another table */
    public void requireTable(IndexDefinition configured) {
        if (!table.equals(configured.table())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + index + " is one of table " + table + ", its definition is for " + configured.table(),
                    "An index stays with its table: give the definition another name, or take the change back.",
                    null);
        }
    }

    /** Returns the warning for an index that continues with its table although its definition names another one. */
    public String tableChanged(IndexDefinition configured) {
        return "index " + index + " is one of table " + table
                + " and goes on with it, though its definition names table "
                + configured.table()
                + " now: give that definition another name, or stop the indexers, hbase-search index"
                + " delete " + index + ", hbase-search index create " + index + ", and start them again";
    }

    /** Tells if this definition produces the index's documents. */
    public boolean isMadeBy(IndexDefinition configured) {
        return definitionHash.equals(configured.hash()) && table.equals(configured.table());
    }

    /** Tells if this is its definition, but an earlier version produced other documents from it. */
    public boolean isOfEarlierVersion(IndexDefinition configured) {
        return !isMadeBy(configured)
                && table.equals(configured.table())
                && !definition.isEmpty()
                && DefinitionText.read(index, definition).hash().equals(configured.hash());
    }

    /** Returns the warning for an index that continues with its old definition although this one produces other documents. */
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

    /** Checks the definition before the index is filled in place.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if this definition produces other documents
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
     * Returns the definition that produced this index's documents, whatever the configuration says.
     *
     * @param configured is returned if it produces the same documents, or produced them with an earlier version; it may differ in
     *     settings that do not affect documents
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if the configuration names another table, or if it differs and the index has
     *     not stored its own
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
                    "Take the change back, or delete the index, create it again and reindex it.",
                    null);
        }
        return DefinitionText.read(index, definition);
    }

    /**
     * The consumer group of this index. It contains the epoch, so that a new epoch starts without old offsets. From the second
     * generation on it also contains the generation, so that each has the offsets of its own documents.
     */
    public String consumerGroup() {
        String group = "hbase-search." + index + ".e" + epoch;
        return generation == FIRST_GENERATION ? group : group + ".g" + generation;
    }
}
