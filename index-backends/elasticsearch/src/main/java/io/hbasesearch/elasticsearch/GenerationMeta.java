/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch.indices.IndexState;
import co.elastic.clients.json.JsonData;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an index's {@code _meta} has beside its {@link IndexMetadata}: whether it was live before another took its place, and
 * which settings are to be restored. Safe for use by several threads, but Elasticsearch replaces {@code _meta} as a whole: of
 * two changes at once one may be lost.
 */
final class GenerationMeta {
    private static final String SERVED = "served";
    private static final String RESTORE = "restore";

    private final PhysicalIndexes indexes;

    GenerationMeta(PhysicalIndexes indexes) {
        this.indexes = indexes;
    }

    /** Settings as they were, by their full names. */
    record Restore(String refreshInterval, String replicas) {}

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

    /** Notes that readers have seen this index. */
    void markServed(IndexMetadata generation) {
        change(generation, json -> json.put(SERVED, true));
    }

    void noteRestore(IndexMetadata generation, Restore restore) {
        change(generation, json -> json.putObject(RESTORE)
                .put("refresh_interval", restore.refreshInterval())
                .put("replicas", restore.replicas()));
    }

    void forgetRestore(IndexMetadata generation) {
        change(generation, json -> json.remove(RESTORE));
    }

    /** Stores other metadata of the same physical index; what else stands in {@code _meta} stays. */
    void replace(IndexMetadata metadata) {
        change(
                metadata,
                json -> json.setAll((ObjectNode) MetadataJson.write(metadata).to(JsonNode.class)));
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
