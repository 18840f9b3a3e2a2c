/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** Reads the physical index behind an alias over plain HTTP. */
public final class RawElasticsearchIndex implements RawIndex {
    private static final String URL_SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final String SORTED = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final int PAGE = 5_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final URI server;
    private final String alias;

    /** @param alias or the name of a physical index */
    public RawElasticsearchIndex(URI server, String alias) {
        this.server = server;
        this.alias = alias;
    }

    @Override
    public Map<RowKey, RawDocument> read() throws IOException, InterruptedException {
        String physical = get("/" + alias + "/_alias").fieldNames().next();
        post("/" + physical + "/_refresh", "");
        Map<RowKey, RawDocument> documents = new TreeMap<>();
        String after = "";
        while (true) {
            JsonNode hits = whole(post("/" + physical + "/_search", page(after)))
                    .path("hits")
                    .path("hits");
            if (hits.isEmpty()) {
                return documents;
            }
            for (JsonNode hit : hits) {
                add(documents, hit);
            }
            after = ",\"search_after\":" + hits.get(hits.size() - 1).path("sort");
        }
    }

    private static String page(String after) {
        return "{\"size\":" + PAGE + ",\"version\":true,\"sort\":[\"_row\"]" + after + "}";
    }

    /** An answer that lacks a shard's documents would make them look missing, and extra ones look gone. */
    private static JsonNode whole(JsonNode answer) throws IOException {
        if (answer.path("timed_out").asBoolean()
                || answer.path("_shards").path("failed").asInt() > 0) {
            throw new IOException("the answer is not whole: " + answer.path("_shards"));
        }
        return answer;
    }

    private void add(Map<RowKey, RawDocument> documents, JsonNode hit) throws IOException {
        RowKey row = rowKey(hit);
        if (documents.put(row, document(row, hit)) != null) {
            throw new IOException("row " + row + " has two documents, one of them with the id "
                    + hit.path("_id").asText());
        }
    }

    private RawDocument document(RowKey row, JsonNode hit) throws IOException {
        Map<String, Object> fields =
                json.convertValue(hit.path("_source"), new TypeReference<TreeMap<String, Object>>() {});
        boolean deleted = fields.containsKey("_deleted");
        boolean failed = fields.containsKey("_failed");
        if (deleted && failed) {
            throw new IOException("the document of row " + row + " says both that it is deleted and that it failed");
        }
        fields.keySet().removeIf(name -> name.startsWith("_"));
        RawDocument.State state =
                deleted ? RawDocument.State.DELETED : failed ? RawDocument.State.FAILED : RawDocument.State.ROW;
        return new RawDocument(state, hit.path("_version").asLong(), fields);
    }

    /** The published form of ids, decoded here on its own: base64 whose alphabet is in ASCII order; a long key is elsewhere. */
    private static RowKey rowKey(JsonNode hit) {
        String id = hit.path("_id").asText();
        if (id.indexOf('~') >= 0) {
            String key = hit.path("_source").path("_key").asText();
            return RowKey.wrap(Base64.getDecoder().decode(key));
        }
        StringBuilder standard = new StringBuilder(id.length());
        id.chars().forEach(c -> standard.append(URL_SAFE.charAt(SORTED.indexOf(c))));
        return RowKey.wrap(Base64.getUrlDecoder().decode(standard.toString()));
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.resolve(path)).GET().build());
    }

    private JsonNode post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(request.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return json.readTree(response.body());
    }
}
