/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.mapping.TypeMapping;
import co.elastic.clients.json.JsonData;
import co.elastic.clients.json.JsonpSerializable;
import co.elastic.clients.json.JsonpUtils;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.io.UncheckedIOException;
import java.util.Set;

/**
 * Builds the request body that creates a physical index. It is JSON rather than the client's own types, which would reject
 * settings of a definition that they do not know. Stateless.
 */
final class IndexBody {
    private static final JacksonJsonpMapper MAPPER = new JacksonJsonpMapper(SourceJson.mapper());

    private IndexBody() {}

    /**
     * Builds the body.
     *
     * @param meta the stored metadata
     * @param live whether users see it at once, under the index's own name
     */
    static String of(
            IndexDefinition definition,
            IndexMetadata metadata,
            JsonData meta,
            ElasticsearchConfig config,
            boolean live) {
        ElasticsearchOptions options = definition.options().elasticsearch();
        ObjectNode body = SourceJson.mapper().createObjectNode();
        ObjectNode settings = body.putObject("settings");
        merge(settings, SourceJson.mapper().valueToTree(options.settings()));
        settings.put(
                "index.number_of_shards",
                options.shards().orElse(config.newIndex().shards()));
        settings.put(
                "index.number_of_replicas",
                options.replicas().orElse(config.newIndex().replicas()));
        settings.put(
                "index.refresh_interval", config.newIndex().refreshInterval().toMillis() + "ms");
        // A document is made of its row alone: no pipeline of a foreign template may change or stop it.
        settings.put("index.default_pipeline", "_none");
        settings.put("index.final_pipeline", "_none");
        // Cells are nested documents of the row: the limit is their maximum number, and no other kind is nested.
        definition.cells().ifPresent(cells -> settings.put("index.mapping.nested_objects.limit", cells.most()));
        Set<String> own = options.ownAnalyzers();
        AnalyzerPresets.addTo(
                settings,
                metadata.analyzers().values().stream()
                        .filter(analyzer -> !own.contains(analyzer))
                        .toList());
        TypeMapping typed = IndexMapping.of(definition, metadata, meta);
        ObjectNode mapping = (ObjectNode) tree(typed);
        merge(mapping, SourceJson.mapper().valueToTree(options.mapping()));
        options.fields()
                .forEach((field, more) -> merge(
                        (ObjectNode) mapping.path("properties").path(field),
                        SourceJson.mapper().valueToTree(more)));
        body.set("mappings", mapping);
        if (live) {
            body.putObject("aliases").putObject(metadata.index()).set("filter", tree(IndexMapping.withoutStubs()));
        }
        return body.toString();
    }

    private static void merge(ObjectNode into, ObjectNode from) {
        into.setAll(from);
    }

    static JsonNode tree(JsonpSerializable typed) {
        try {
            return SourceJson.mapper().readTree(JsonpUtils.toJsonString(typed, MAPPER));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
