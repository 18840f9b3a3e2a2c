/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexDiagnosis;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.bulk.DocumentLimit;
import io.hbasesearch.elasticsearch.client.BoundedAnswers;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;

/** Queries Elasticsearch for a diagnosis. Borrows the connection. Safe for use by several threads. */
public final class ElasticsearchDiagnosis implements IndexDiagnosis {
    private static final int BAD_REQUEST = 400;
    private static final int METHOD_NOT_ALLOWED = 405;

    /** Privileges to prevent automatic index creation, and to check the cluster's health. */
    private static final List<String> OF_CLUSTER = List.of("monitor", "manage_index_templates");

    private static final List<String> OF_INDEXES = List.of("create_index", "manage", "read", "write");

    private final ElasticsearchConnection connection;
    private final ElasticsearchConfig config;
    private final ElasticsearchFailures failures;

    public ElasticsearchDiagnosis(
            ElasticsearchConnection connection, ElasticsearchConfig config, ElasticsearchFailures failures) {
        this.connection = connection;
        this.config = config;
        this.failures = failures;
    }

    /** Requires the privilege {@code monitor}. */
    @Override
    public Map<String, Instant> clocks() {
        JsonNode nodes = ask("ask the nodes for the time", new Request("GET", "/_nodes/stats/os"))
                .path("nodes");
        Map<String, Instant> clocks = new TreeMap<>();
        nodes.forEach(node -> clocks.put(
                node.path("name").asText(),
                Instant.ofEpochMilli(node.path("timestamp").asLong())));
        return clocks;
    }

    @Override
    public List<String> missingPrivileges() {
        Request request = new Request("POST", "/_security/user/_has_privileges");
        ObjectNode body = SourceJson.mapper().createObjectNode();
        OF_CLUSTER.forEach(body.putArray("cluster")::add);
        ObjectNode indexes = body.putArray("index").addObject();
        indexes.putArray("names").add(IndexNames.EVERY_PHYSICAL_INDEX);
        OF_INDEXES.forEach(indexes.putArray("privileges")::add);
        request.setJsonEntity(body.toString());
        try {
            return missing(answer(request));
        } catch (ResponseException e) {
            // With security disabled, no handler serves this request, and every user may do everything.
            int status = e.getResponse().getStatusLine().getStatusCode();
            if (status == BAD_REQUEST || status == METHOD_NOT_ALLOWED) {
                return List.of();
            }
            throw failures.of("ask for the privileges of this user", e);
        } catch (IOException | RuntimeException e) {
            throw failures.of("ask for the privileges of this user", e);
        }
    }

    private static List<String> missing(JsonNode answer) {
        List<String> missing = new ArrayList<>();
        answer.path("cluster").properties().forEach(privilege -> {
            if (!privilege.getValue().asBoolean()) {
                missing.add("cluster privilege " + privilege.getKey());
            }
        });
        answer.path("index")
                .properties()
                .forEach(index -> index.getValue().properties().forEach(privilege -> {
                    if (!privilege.getValue().asBoolean()) {
                        missing.add("privilege " + privilege.getKey() + " on " + index.getKey());
                    }
                }));
        return missing;
    }

    @Override
    public List<String> mappingDifferences(IndexDefinition definition, IndexMetadata index) {
        String name = index.physicalName();
        String what = "read the mapping of the index " + name;
        JsonNode stored = ask(what, new Request("GET", "/" + name + "/_mapping"))
                .path(name)
                .path("mappings");
        try {
            JsonNode expected = SourceJson.mapper()
                    .readTree(IndexBody.of(definition, index, MetadataJson.write(index), config, false))
                    .path("mappings");
            return MappingDifferences.between(expected, stored);
        } catch (IOException e) {
            throw failures.of(what, e);
        }
    }

    /** Requires the privilege {@code monitor}. */
    @Override
    public Optional<DocumentSize> documentSize() {
        try {
            DocumentLimit nodes = DocumentLimit.smallest(connection);
            DocumentLimit sent =
                    DocumentLimit.configured(config.bulk().maxDocumentBytes()).within(nodes);
            return nodes.isUnknown()
                    ? Optional.empty()
                    : Optional.of(new DocumentSize(DocumentLimit.SETTING, sent.bytes(), nodes.bytes(), nodes.source()));
        } catch (IOException | RuntimeException e) {
            throw failures.of("ask the nodes for their memory", e);
        }
    }

    private JsonNode ask(String what, Request request) throws HBaseSearchException {
        try {
            return answer(request);
        } catch (IOException | RuntimeException e) {
            throw failures.of(what, e);
        }
    }

    private JsonNode answer(Request request) throws IOException {
        request.setOptions(BoundedAnswers.OPTIONS);
        Response response = connection.rest().performRequest(request);
        return SourceJson.mapper().readTree(response.getEntity().getContent());
    }
}
