/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Writes to an index in Elasticsearch behind hbase-search's back. For one thread. */
public final class RawWrites {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final String physical;

    public RawWrites(URI server, String alias) throws IOException, InterruptedException {
        this.server = server;
        this.physical = send("GET", "/_alias/" + alias, "").fieldNames().next();
    }

    public static String id(RowKey row) {
        return DocumentId.of(row).value();
    }

    /** Takes a row's document away, at the version that it has. */
    public void delete(RowKey row) throws IOException, InterruptedException {
        send("DELETE", path(id(row)) + "?version_type=external_gte&version=" + version(row), "");
    }

    /** As somebody does who knows nothing of versions: Elasticsearch counts the version up, perhaps to that of the next event. */
    public void deleteByHand(String id) throws IOException, InterruptedException {
        send("DELETE", path(id), "");
    }

    /** Puts other text into a row's document, at the version that it has. */
    public void change(RowKey row, String text) throws IOException, InterruptedException {
        put(id(row), "?version_type=external_gte&version=" + version(row), id(row), text);
    }

    /** Makes a document of a row that does not exist. */
    public void add(RowKey row) throws IOException, InterruptedException {
        put(id(row), "", id(row), "nobody's");
    }

    /** Leaves a row's document in its place, but with another's row. */
    public void confuse(RowKey row, RowKey other) throws IOException, InterruptedException {
        put(id(row), "?version_type=external_gte&version=" + version(row), id(other), "whose");
    }

    /** A document as no row has one. */
    public void addForeign(String id) throws IOException, InterruptedException {
        send("PUT", path(id), "{\"text\":\"foreign\"}");
    }

    private void put(String id, String parameters, String row, String text) throws IOException, InterruptedException {
        send("PUT", path(id) + parameters, "{\"_row\":\"" + row + "\",\"text\":\"" + text + "\"}");
    }

    private long version(RowKey row) throws IOException, InterruptedException {
        return send("GET", path(id(row)), "").path("_version").asLong();
    }

    private String path(String id) {
        return "/" + physical + "/_doc/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
