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
 * @param physical the concrete index that is written to
 * @param source the topic; complete from the start if there were no rows before the index, otherwise once a backfill has added them
 * @param definitionHash of the definition that the index was created with
 * @param analyzers field to the analyzer that was chosen for it when the index was created
 * @param definition the definition itself, as {@link DefinitionText} writes it; empty in an index of a version that did not store it
 */
public record IndexMetadata(
        String index,
        PhysicalIndex physical,
        TableId table,
        IndexSource source,
        String definitionHash,
        Map<String, String> analyzers,
        String definition) {
    public static final int FIRST_GENERATION = 1;

    public IndexMetadata {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(physical, "physical");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(definitionHash, "definitionHash");
        Objects.requireNonNull(definition, "definition");
        analyzers = Map.copyOf(new TreeMap<>(analyzers));
    }

    /**
     * One of the physical indexes of an index.
     *
     * @param generation counts the physical indexes of an index, from 1
     * @param uuid identifies this physical index; part of the metadata of committed offsets
     */
    public record PhysicalIndex(String name, int generation, UUID uuid, Instant createdAt) {
        public PhysicalIndex {
            Objects.requireNonNull(name, "physicalName");
            Objects.requireNonNull(uuid, "uuid");
            Objects.requireNonNull(createdAt, "createdAt");
            if (generation < FIRST_GENERATION) {
                throw new IllegalArgumentException(
                        "generations count from " + FIRST_GENERATION + ", this one is " + generation);
            }
        }
    }

    /** Begins the metadata of a new physical index, with everything that its definition and its topic determine. */
    public static Builder of(IndexDefinition definition, IndexSource source) {
        return new Builder(definition.name())
                .table(definition.table())
                .source(source)
                .definitionHash(definition.hash())
                .definition(DefinitionText.write(definition));
    }

    public static Builder builder(String index) {
        return new Builder(index);
    }

    public Builder toBuilder() {
        return new Builder(index)
                .physicalName(physical.name())
                .generation(physical.generation())
                .uuid(physical.uuid())
                .createdAt(physical.createdAt())
                .table(table)
                .source(source)
                .definitionHash(definitionHash)
                .analyzers(analyzers)
                .definition(definition);
    }

    public String physicalName() {
        return physical.name();
    }

    public int generation() {
        return physical.generation();
    }

    public UUID uuid() {
        return physical.uuid();
    }

    public Instant createdAt() {
        return physical.createdAt();
    }

    public String topic() {
        return source.topic();
    }

    /** Returns Kafka's id of the topic: a topic that was deleted and created again has another one. */
    public String topicId() {
        return source.topicId();
    }

    public int partitions() {
        return source.partitions();
    }

    public int epoch() {
        return source.epoch();
    }

    /** False until a backfill has added the rows that existed before the index; true from the start if there were none. */
    public boolean complete() {
        return source.complete();
    }

    /** Returns the metadata after a backfill of the rows that existed before the index. */
    public IndexMetadata completed() {
        return toBuilder().complete(true).build();
    }

    /** Returns the metadata with another topic from now on. {@code complete} does not change. */
    public IndexMetadata movedTo(IndexSource moved) {
        return toBuilder().source(moved).complete(complete()).build();
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
        String group = "hbase-search." + index + ".e" + epoch();
        return generation() == FIRST_GENERATION ? group : group + ".g" + generation();
    }

    /** Collects the parts. Unset are the first generation, no analyzers and no stored definition; all others are required. */
    public static final class Builder {
        private final String index;
        private String physicalName;
        private int generation = FIRST_GENERATION;
        private UUID uuid;
        private Instant createdAt;
        private TableId table;
        private IndexSource source;
        private String definitionHash;
        private Map<String, String> analyzers = Map.of();
        private String definition = "";

        private Builder(String index) {
            this.index = index;
        }

        public Builder physicalName(String physicalName) {
            this.physicalName = physicalName;
            return this;
        }

        public Builder generation(int generation) {
            this.generation = generation;
            return this;
        }

        public Builder uuid(UUID uuid) {
            this.uuid = uuid;
            return this;
        }

        public Builder createdAt(Instant createdAt) {
            this.createdAt = createdAt;
            return this;
        }

        public Builder table(TableId table) {
            this.table = table;
            return this;
        }

        public Builder source(IndexSource source) {
            this.source = source;
            return this;
        }

        /** Replaces {@code complete} of the source, which must be set before. */
        public Builder complete(boolean complete) {
            return source(
                    new IndexSource(source.topic(), source.topicId(), source.partitions(), source.epoch(), complete));
        }

        public Builder definitionHash(String definitionHash) {
            this.definitionHash = definitionHash;
            return this;
        }

        public Builder analyzers(Map<String, String> analyzers) {
            this.analyzers = analyzers;
            return this;
        }

        public Builder definition(String definition) {
            this.definition = definition;
            return this;
        }

        public IndexMetadata build() {
            return new IndexMetadata(
                    index,
                    new PhysicalIndex(physicalName, generation, uuid, createdAt),
                    table,
                    source,
                    definitionHash,
                    analyzers,
                    definition);
        }
    }
}
