/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.TreeSet;

/** The physical indexes of an index as Elasticsearch has them, whatever our own code says of them. For one thread. */
final class RawGenerations {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final String index;

    RawGenerations(URI server, String index) {
        this.server = server;
        this.index = index;
    }

    /** All of them, be they live or not. */
    Set<String> all() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        get("/*").fieldNames().forEachRemaining(name -> {
            if (name.matches(".*\\b" + index + "\\b.*")) {
                names.add(name);
            }
        });
        return names;
    }

    String live() throws IOException, InterruptedException {
        return get("/_alias/" + index).fieldNames().next();
    }

    String typeOf(String field) throws IOException, InterruptedException {
        return get("/" + live() + "/_mapping")
                .path(live())
                .path("mappings")
                .path("properties")
                .path(field)
                .path("type")
                .asText();
    }

    /** What is lowered while an index is filled. */
    record Settings(String refreshInterval, String replicas) {}

    Settings settings(String physicalName) throws IOException, InterruptedException {
        JsonNode settings = get("/" + physicalName + "/_settings")
                .path(physicalName)
                .path("settings")
                .path("index");
        return new Settings(
                settings.path("refresh_interval").asText(),
                settings.path("number_of_replicas").asText());
    }

    /** The only one that is not live. */
    String other() throws IOException, InterruptedException {
        Set<String> others = all();
        others.remove(live());
        if (others.size() != 1) {
            throw new IllegalStateException("beside the live one there are " + others);
        }
        return others.iterator().next();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        var answer = http.send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return JSON.readTree(answer.body());
    }
}
