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
    private static final String EXTERNAL = "?version_type=external&version=";

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

    /**
     * As operators do.
     *
     * @param settings of the index, as JSON
     */
    public void configure(String settings) throws IOException, InterruptedException {
        send("PUT", "/" + physical + "/_settings", settings);
    }

    /** The engine forgets the versions of what was deleted. */
    public void reopen() throws IOException, InterruptedException {
        send("POST", "/" + physical + "/_close", "");
        send("POST", "/" + physical + "/_open", "");
        send("GET", "/_cluster/health/" + physical + "?wait_for_status=yellow&timeout=30s", "");
    }

    /** Deletes at a version; false if the engine knows of a later one. */
    public boolean deleteAt(RowKey row, long version) throws IOException, InterruptedException {
        return isTaken(request("DELETE", path(id(row)) + EXTERNAL + version, ""));
    }

    /** Writes a document at a version; false if the engine knows of a later one. */
    public boolean addAt(RowKey row, long version) throws IOException, InterruptedException {
        return isTaken(request("PUT", path(id(row)) + EXTERNAL + version, document(id(row), "nobody's")));
    }

    private static boolean isTaken(HttpResponse<String> response) throws IOException {
        // 404: what was deleted was not there, and its version is kept.
        if (response.statusCode() / 100 != 2 && response.statusCode() != 404 && response.statusCode() != 409) {
            throw new IOException("answered " + response.statusCode() + ": " + response.body());
        }
        return response.statusCode() != 409;
    }

    private void put(String id, String parameters, String row, String text) throws IOException, InterruptedException {
        send("PUT", path(id) + parameters, document(row, text));
    }

    private static String document(String row, String text) {
        return "{\"_row\":\"" + row + "\",\"text\":\"" + text + "\"}";
    }

    private long version(RowKey row) throws IOException, InterruptedException {
        return send("GET", path(id(row)), "").path("_version").asLong();
    }

    private String path(String id) {
        return "/" + physical + "/_doc/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = request(method, path, body);
        if (response.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + " answered " + response.statusCode() + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> request(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
