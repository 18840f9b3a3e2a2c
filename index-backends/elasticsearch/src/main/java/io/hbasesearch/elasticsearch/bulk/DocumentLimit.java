/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.elasticsearch.client.BoundedAnswers;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;
import org.elasticsearch.client.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The size of the largest document that is sent: as configured, or, for the default, at most what the smallest node has memory
 * for. Immutable.
 *
 * @param bytes a larger document is rejected before it is sent
 * @param source the origin of the limit, for messages
 */
public record DocumentLimit(long bytes, String source) {
    private static final Logger log = LoggerFactory.getLogger(DocumentLimit.class);
    public static final String SETTING = "index.elasticsearch.maxDocumentBytes";

    /**
     * With 512 MB of heap a document of 24 MB was indexed, one of 28 MB stopped the server from answering, and one of 32 MB
     * crashed it.
     */
    static final int PARTS_OF_HEAP = 32;

    /** Other requests are in progress at the same time. */
    private static final int PARTS_OF_LIMIT = 2;

    public static DocumentLimit configured(long bytes) {
        return new DocumentLimit(bytes, SETTING);
    }

    /** Asks the nodes, and warns if the configured limit exceeds their memory. Unknown limits count as large. */
    public static DocumentLimit of(ElasticsearchConfig config, ElasticsearchConnection connection) {
        DocumentLimit configured = configured(config.bulk().maxDocumentBytes());
        DocumentLimit nodes = configured;
        try {
            nodes = smallest(connection);
        } catch (IOException | RuntimeException e) {
            log.debug("the memory limits of the nodes are unknown", e);
        }
        DocumentLimit used = configured.within(nodes);
        if (nodes.bytes() >= configured.bytes()) {
            return used;
        }
        if (used.equals(nodes)) {
            log.info("documents above {} bytes become dead letters: the limit is {}", nodes.bytes(), nodes.source());
            return used;
        }
        log.warn(
                "{} is {} bytes, but documents above {} bytes, {}, may crash Elasticsearch or be rejected: lower it, or raise that",
                SETTING,
                configured.bytes(),
                nodes.bytes(),
                nodes.source());
        return configured;
    }

    /** Returns this limit; the nodes' one if that is less and this one is the default. */
    public DocumentLimit within(DocumentLimit nodes) {
        return bytes == ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES && nodes.bytes() < bytes ? nodes : this;
    }

    /** Tells if no node reported a limit. */
    public boolean isUnknown() {
        return bytes >= Long.MAX_VALUE / PARTS_OF_HEAP;
    }

    /** Returns why a document of that size is rejected. */
    String refusal(long size) {
        String allowed = "the document has " + size + " bytes, more than " + SETTING + " allows (" + bytes + ")";
        return source.equals(SETTING) ? allowed : allowed + ", by default no more than " + source;
    }

    /** Asks the nodes for the least of their limits. */
    public static DocumentLimit smallest(ElasticsearchConnection connection) throws IOException {
        JsonNode stats = ask(
                connection,
                // Other nodes, such as dedicated masters, index no documents.
                "/_nodes/data:true/stats/jvm,indexing_pressure",
                "nodes.*.jvm.mem.heap_max_in_bytes,nodes.*.indexing_pressure.memory.limit_in_bytes");
        JsonNode http = ask(connection, "/_nodes/http", "nodes.*.http.max_content_length_in_bytes");
        DocumentLimit heap =
                least(stats, "/jvm/mem/heap_max_in_bytes", PARTS_OF_HEAP, "a 32nd of the smallest node's heap");
        DocumentLimit pressure = least(
                stats,
                "/indexing_pressure/memory/limit_in_bytes",
                PARTS_OF_LIMIT,
                "half of a node's indexing_pressure.memory.limit");
        DocumentLimit request = least(
                http, "/http/max_content_length_in_bytes", PARTS_OF_LIMIT, "half of a node's http.max_content_length");
        DocumentLimit less = heap.bytes() <= pressure.bytes() ? heap : pressure;
        return less.bytes() <= request.bytes() ? less : request;
    }

    private static DocumentLimit least(JsonNode answer, String path, int parts, String source) {
        OptionalLong least = StreamSupport.stream(answer.path("nodes").spliterator(), false)
                .mapToLong(node -> node.at(path).asLong())
                .filter(bytes -> bytes > 0)
                .min();
        return new DocumentLimit(least.orElse(Long.MAX_VALUE) / parts, source);
    }

    private static JsonNode ask(ElasticsearchConnection connection, String path, String filter) throws IOException {
        Request request = new Request("GET", path);
        request.addParameter("timeout", "5s");
        request.addParameter("filter_path", filter);
        request.setOptions(BoundedAnswers.OPTIONS);
        return SourceJson.mapper()
                .readTree(connection.rest().performRequest(request).getEntity().getContent());
    }
}
