/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.mapping.TypeMapping;
import co.elastic.clients.json.JsonData;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link IndexMetadata} in a mapping's {@code _meta}. */
final class MetadataJson {
    static final String META_KEY = "hbase_search";

    static final String COMPLETE = "complete";

    private static final int FORMAT = 1;

    private MetadataJson() {}

    static JsonData write(IndexMetadata metadata) {
        return JsonData.of(json(metadata));
    }

    static ObjectNode json(IndexMetadata metadata) {
        ObjectNode json = SourceJson.mapper().createObjectNode();
        json.put("format", FORMAT);
        json.put("index", metadata.index());
        json.put("physical_name", metadata.physicalName());
        json.put("generation", metadata.generation());
        json.put("uuid", metadata.uuid().toString());
        json.put("table", metadata.table().toString());
        writeSource(json, metadata.source());
        json.put("definition_hash", metadata.definitionHash());
        json.put("definition", metadata.definition());
        json.put("created_at", metadata.createdAt().toString());
        json.put(COMPLETE, metadata.complete());
        ObjectNode analyzers = json.putObject("analyzers");
        new TreeMap<>(metadata.analyzers()).forEach(analyzers::put);
        return json;
    }

    /** Writes only the fields that describe the source of an index's events. */
    static void writeSource(ObjectNode json, IndexSource source) {
        json.put("topic", source.topic());
        json.put("topic_id", source.topicId());
        json.put("partitions", source.partitions());
        json.put("epoch", source.epoch());
    }

    /**
     * Reads the metadata; empty if the index is not ours.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if it is ours, but of another version
     */
    static Optional<IndexMetadata> read(String physicalName, @Nullable TypeMapping mapping) {
        JsonData meta = mapping == null ? null : mapping.meta().get(META_KEY);
        if (meta == null) {
            return Optional.empty();
        }
        JsonNode json = meta.to(JsonNode.class);
        int format = json.path("format").asInt();
        if (format != FORMAT) {
            throw incompatible(physicalName, json, "its metadata has format " + format + ", not " + FORMAT, null);
        }
        try {
            return Optional.of(metadata(physicalName, json));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw incompatible(physicalName, json, "its metadata cannot be read: " + e.getMessage(), e);
        }
    }

    // The name is the one it was found under: an index that was restored or cloned under another name is still
    // readable.
    private static IndexMetadata metadata(String physicalName, JsonNode json) {
        Map<String, String> analyzers = new TreeMap<>();
        json.path("analyzers")
                .properties()
                .forEach(analyzer ->
                        analyzers.put(analyzer.getKey(), analyzer.getValue().asText()));
        return IndexMetadata.builder(json.path("index").asText())
                .physicalName(physicalName)
                .generation(json.path("generation").asInt(IndexMetadata.FIRST_GENERATION))
                .uuid(UUID.fromString(json.path("uuid").asText()))
                .createdAt(Instant.parse(json.path("created_at").asText()))
                .table(TableId.parse(json.path("table").asText()))
                .source(new IndexSource(
                        json.path("topic").asText(),
                        json.path("topic_id").asText(),
                        json.path("partitions").asInt(),
                        json.path("epoch").asInt(),
                        json.path(COMPLETE).asBoolean()))
                .definitionHash(json.path("definition_hash").asText())
                .analyzers(analyzers)
                .definition(json.path("definition").asText(""))
                .build();
    }

    private static HBaseSearchException incompatible(
            String physicalName, JsonNode json, String why, @Nullable Throwable cause) {
        String index = json.path("index").asText("INDEX");
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "the index " + physicalName + " was created by another version of hbase-search: " + why,
                "Use that version, or delete the index with it: hbase-search index delete " + index
                        + ". Then, with this version: hbase-search index create " + index
                        + ", start indexers, hbase-search reindex " + index,
                cause);
    }
}
