/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** What an administrator does to an index in Elasticsearch, past our own code. */
final class ElasticsearchIndexes {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final URI server;

    ElasticsearchIndexes(URI server) {
        this.server = server;
    }

    /** Returns when the index takes writes again. What it kept of deleted documents is gone then. */
    void closeAndOpen(String alias) throws IOException, InterruptedException {
        String physical = physical(alias);
        send("POST", "/" + physical + "/_close?wait_for_active_shards=0", "");
        send("POST", "/" + physical + "/_open", "");
        send("GET", "/_cluster/health/" + physical + "?wait_for_status=green&timeout=30s", "");
    }

    private String physical(String alias) throws IOException, InterruptedException {
        return send("GET", "/_alias/" + alias, "").fieldNames().next();
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        var response = http.send(
                HttpRequest.newBuilder(server.resolve(path))
                        .header("Content-Type", "application/json")
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + " answered " + response.statusCode() + ": " + response.body());
        }
        return json.readTree(response.body());
    }
}
