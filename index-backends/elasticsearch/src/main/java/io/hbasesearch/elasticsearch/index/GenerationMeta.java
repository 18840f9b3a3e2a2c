/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch.indices.IndexState;
import co.elastic.clients.json.JsonData;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Stores additional fields of an index's {@code _meta}, next to its {@link IndexMetadata}: whether it was live before another
 * replaced it, and which settings have to be restored. Safe for use by several threads.
 *
 * <p>Elasticsearch replaces {@code _meta} as a whole, without conditions: one of two concurrent changes may be lost. So each
 * change modifies only its own fields of what is stored at that moment, and changes that may collide with other commands are
 * checked again a little later. An overwritten change is repeated; the process that overwrote it had read the old state
 * milliseconds before.
 */
final class GenerationMeta {
    private static final String SERVED = "served";
    private static final String RESTORE = "restore";

    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final int ATTEMPTS = 5;

    private final PhysicalIndexes indexes;

    GenerationMeta(PhysicalIndexes indexes) {
        this.indexes = indexes;
    }

    /** The previous settings, by their full names. */
    record Restore(String refreshInterval, String replicas) {}

    /** Returns the metadata marked as by {@link #markServed}, for an index that readers see from the start. */
    static JsonData written(IndexMetadata live) {
        ObjectNode json = MetadataJson.json(live);
        return JsonData.of(json.put(SERVED, true));
    }

    static boolean hasServed(IndexState index) {
        return ours(index).path(SERVED).asBoolean();
    }

    static Optional<Restore> restore(IndexState index) {
        JsonNode json = ours(index).path(RESTORE);
        return json.isObject()
                ? Optional.of(new Restore(
                        json.path("refresh_interval").asText(),
                        json.path("replicas").asText()))
                : Optional.empty();
    }

    /** Records that readers have seen this index, unless that is already recorded. */
    void markServed(IndexMetadata generation) {
        if (!hasServed(indexes.require(generation))) {
            change(generation, json -> json.put(SERVED, true));
        }
    }

    void markComplete(IndexMetadata generation) {
        changeForGood(generation, json -> json.put(MetadataJson.COMPLETE, true), IndexMetadata::complete);
    }

    /**
     * Records another topic, of a later epoch.
     *
     * @param generation the state until now
     * @return the metadata as stored
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if another process has moved it elsewhere meanwhile
     */
    IndexMetadata move(IndexMetadata generation, IndexSource source) {
        IndexMetadata found = metadata(generation);
        if (!isAt(found, source)) {
            if (found.epoch() != generation.epoch()) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "the index " + generation.index() + " is now in epoch " + found.epoch() + ", no longer in "
                                + generation.epoch(),
                        "Check its state: hbase-search index epoch " + generation.index(),
                        null);
            }
            changeForGood(generation, json -> MetadataJson.writeSource(json, source), stored -> isAt(stored, source));
        }
        return metadata(generation);
    }

    private static boolean isAt(IndexMetadata index, IndexSource source) {
        return index.epoch() == source.epoch() && index.topicId().equals(source.topicId());
    }

    void noteRestore(IndexMetadata generation, Restore restore) {
        change(generation, json -> json.putObject(RESTORE)
                .put("refresh_interval", restore.refreshInterval())
                .put("replicas", restore.replicas()));
    }

    void forgetRestore(IndexMetadata generation) {
        change(generation, json -> json.remove(RESTORE));
    }

    private IndexMetadata metadata(IndexMetadata generation) {
        return MetadataJson.read(
                        generation.physicalName(), indexes.require(generation).mappings())
                .orElseThrow();
    }

    private void changeForGood(
            IndexMetadata generation, Consumer<ObjectNode> change, Predicate<IndexMetadata> isThere) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            change(generation, change);
            LockSupport.parkNanos(SETTLE.toNanos());
            if (isThere.test(metadata(generation))) {
                return;
            }
        }
        throw new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "the metadata of " + generation.physicalName() + " keeps being changed by other processes",
                "Wait until other commands for index " + generation.index() + " end, and retry.",
                null);
    }

    private void change(IndexMetadata generation, Consumer<ObjectNode> change) {
        IndexState index = indexes.require(generation);
        ObjectNode json = ours(index).deepCopy();
        change.accept(json);
        Map<String, JsonData> meta = new HashMap<>(index.mappings().meta());
        meta.put(MetadataJson.META_KEY, JsonData.of(json));
        indexes.putMeta(generation.physicalName(), meta);
    }

    private static ObjectNode ours(IndexState index) {
        JsonData meta =
                index.mappings() == null ? null : index.mappings().meta().get(MetadataJson.META_KEY);
        JsonNode json = meta == null ? null : meta.to(JsonNode.class);
        return json instanceof ObjectNode object ? object : SourceJson.mapper().createObjectNode();
    }
}
