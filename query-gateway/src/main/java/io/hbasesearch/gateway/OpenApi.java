/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Serves the OpenAPI document, which is written by hand but for the address of the gateway. Its only state is the document.
 */
final class OpenApi {
    static final String JSON_PATH = "/v1/openapi.json";
    static final String YAML_PATH = "/v1/openapi.yaml";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectNode DOCUMENT = load();

    private OpenApi() {}

    static void json(Context context) {
        context.contentType("application/json").result(document(context).toPrettyString());
    }

    static void yaml(Context context) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setMultiLineFlow(false)
                .build();
        Map<?, ?> document = MAPPER.convertValue(document(context), Map.class);
        context.contentType("application/yaml").result(new Dump(settings).dumpToString(document));
    }

    /**
     * Adds the addresses of this gateway: the one that the caller used, for tools that read a saved document, and the one relative to
     * the document, for callers of a proxy that speaks TLS or adds a prefix.
     */
    private static ObjectNode document(Context context) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode servers = JsonNodeFactory.instance.arrayNode();
        if (context.host() != null) {
            servers.addObject().put("url", context.scheme() + "://" + context.host());
        }
        servers.addObject().put("url", "..").put("description", "Relative to this document");
        document.set("openapi", DOCUMENT.get("openapi"));
        document.set("info", DOCUMENT.get("info"));
        document.set("servers", servers);
        return document.setAll(DOCUMENT);
    }

    private static ObjectNode load() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is missing from the jar");
            }
            return MAPPER.readValue(in, ObjectNode.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
