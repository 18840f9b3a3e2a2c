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
import org.jspecify.annotations.Nullable;

/**
 * The origin of an index. It is stored in the index itself ({@code _meta} in Elasticsearch, commit user data in Lucene) and checked
 * before each write.
 *
 * @param index the public name: the alias in Elasticsearch
 * @param physical the index that is written to
 * @param mapping how rows became documents
 * @param complete false until a backfill has added the rows that existed before the index; true from the start if there were none
 */
public record IndexMetadata(
        String index, Physical physical, TableId table, Topic source, Mapping mapping, boolean complete) {
    public static final int FIRST_GENERATION = 1;

    public IndexMetadata {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(physical, "physical");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(mapping, "mapping");
    }

    /**
     * The index that is written to.
     *
     * @param generation counts the physical indexes of an index, from 1
     * @param uuid identifies this physical index; part of the metadata of committed offsets
     */
    public record Physical(String name, int generation, UUID uuid, Instant createdAt) {
        public Physical {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(uuid, "uuid");
            Objects.requireNonNull(createdAt, "createdAt");
            if (generation < FIRST_GENERATION) {
                throw new IllegalArgumentException(
                        "generations count from " + FIRST_GENERATION + ", this one is " + generation);
            }
        }
    }

    /** @param id Kafka's id of the topic: a topic that was deleted and created again has another one */
    public record Topic(String name, String id, int partitions, int epoch) {
        public Topic {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * How rows became documents.
     *
     * @param definitionHash of the definition that the index was created with
     * @param analyzers field to the analyzer that was chosen for it when the index was created
     * @param definition itself, as {@link DefinitionText} writes it; empty in an index of a version that did not store it
     */
    public record Mapping(String definitionHash, Map<String, String> analyzers, String definition) {
        public Mapping {
            Objects.requireNonNull(definitionHash, "definitionHash");
            Objects.requireNonNull(definition, "definition");
            analyzers = Map.copyOf(new TreeMap<>(analyzers));
        }
    }

    /** Begins the metadata of an index of the first generation, incomplete, whose definition is not stored. */
    public static Builder of(String index, TableId table) {
        return new Builder(index, table);
    }

    /** Collects metadata. Name, UUID, topic, definition's hash and creation time must be set. For one thread. */
    public static final class Builder {
        private final String index;
        private final TableId table;
        private @Nullable String physicalName;
        private int generation = FIRST_GENERATION;
        private @Nullable UUID uuid;
        private @Nullable Topic source;
        private @Nullable String definitionHash;
        private @Nullable Instant createdAt;
        private boolean complete;
        private Map<String, String> analyzers = Map.of();
        private String definition = "";

        private Builder(String index, TableId table) {
            this.index = index;
            this.table = table;
        }

        public Builder physical(String name, UUID id) {
            physicalName = name;
            uuid = id;
            return this;
        }

        public Builder generation(int number) {
            generation = number;
            return this;
        }

        public Builder topic(String name, String id, int partitions, int epoch) {
            source = new Topic(name, id, partitions, epoch);
            return this;
        }

        public Builder definitionHash(String hash) {
            definitionHash = hash;
            return this;
        }

        public Builder createdAt(Instant time) {
            createdAt = time;
            return this;
        }

        public Builder complete(boolean isComplete) {
            complete = isComplete;
            return this;
        }

        public Builder analyzers(Map<String, String> chosen) {
            analyzers = chosen;
            return this;
        }

        public Builder definition(String text) {
            definition = text;
            return this;
        }

        public IndexMetadata build() {
            return new IndexMetadata(
                    index,
                    new Physical(
                            Objects.requireNonNull(physicalName, "physicalName"),
                            generation,
                            Objects.requireNonNull(uuid, "uuid"),
                            Objects.requireNonNull(createdAt, "createdAt")),
                    table,
                    Objects.requireNonNull(source, "source"),
                    new Mapping(Objects.requireNonNull(definitionHash, "definitionHash"), analyzers, definition),
                    complete);
        }
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
        return source.name();
    }

    public String topicId() {
        return source.id();
    }

    public int partitions() {
        return source.partitions();
    }

    public int epoch() {
        return source.epoch();
    }

    public String definitionHash() {
        return mapping.definitionHash();
    }

    public Map<String, String> analyzers() {
        return mapping.analyzers();
    }

    public String definition() {
        return mapping.definition();
    }

    /** Returns the metadata after a backfill of the rows that existed before the index. */
    public IndexMetadata completed() {
        return new IndexMetadata(index, physical, table, source, mapping, true);
    }

    /** Returns the metadata with another topic from now on. {@code complete} does not change. */
    public IndexMetadata movedTo(IndexSource other) {
        Topic moved = new Topic(other.topic(), other.topicId(), other.partitions(), other.epoch());
        return new IndexMetadata(index, physical, table, moved, mapping, complete);
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
        return mapping.definitionHash().equals(configured.hash()) && table.equals(configured.table());
    }

    /** Tells if this is its definition, but an earlier version produced other documents from it. */
    public boolean isOfEarlierVersion(IndexDefinition configured) {
        return !isMadeBy(configured)
                && table.equals(configured.table())
                && !definition().isEmpty()
                && DefinitionText.read(index, definition()).hash().equals(configured.hash());
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
        if (definition().isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "the definition of index " + index
                            + " has changed since the index was created, by a version that did"
                            + " not keep it in the index",
                    "Take the change back, or delete the index, create it again and reindex it.",
                    null);
        }
        return DefinitionText.read(index, definition());
    }

    /**
     * The consumer group of this index. It contains the epoch, so that a new epoch starts without old offsets. From the second
     * generation on it also contains the generation, so that each has the offsets of its own documents.
     */
    public String consumerGroup() {
        String group = "hbase-search." + index + ".e" + epoch();
        return generation() == FIRST_GENERATION ? group : group + ".g" + generation();
    }
}
