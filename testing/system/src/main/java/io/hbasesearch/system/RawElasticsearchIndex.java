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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the physical index behind an alias over plain HTTP. Where rows have several documents these are put together, and where cells
 * are found each cell's value stands under its qualifier, as columns of a row do: who compares need not know of either.
 */
public final class RawElasticsearchIndex implements RawIndex {
    private static final String URL_SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final String SORTED = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final int PAGE = 5_000;
    private static final char BUCKET = '#';
    private static final Set<String> OF_EVERY_CELL = Set.of("family", "qualifier", "timestamp");

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
        return "{\"size\":" + PAGE + ",\"version\":true,\"sort\":[\"_row\",\"_seq_no\"]" + after + "}";
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
        RawDocument part = document(row, hit);
        RawDocument before = documents.get(row);
        if (before == null) {
            documents.put(row, part);
        } else if (hit.path("_id").asText().indexOf(BUCKET) >= 0) {
            documents.put(row, joined(row, before, part));
        } else {
            throw new IOException("row " + row + " has two documents, one of them with the id "
                    + hit.path("_id").asText());
        }
    }

    private static RawDocument joined(RowKey row, RawDocument one, RawDocument other) throws IOException {
        Map<String, Object> fields = new TreeMap<>(one.fields());
        for (Map.Entry<String, Object> field : other.fields().entrySet()) {
            if (fields.put(field.getKey(), field.getValue()) != null) {
                throw new IOException("row " + row + " has " + field.getKey() + " in two documents");
            }
        }
        boolean isFailed = one.state() == RawDocument.State.FAILED || other.state() == RawDocument.State.FAILED;
        RawDocument.State state = one.stub() && other.stub() ? one.state() : RawDocument.State.ROW;
        return new RawDocument(
                isFailed ? RawDocument.State.FAILED : state, Math.max(one.version(), other.version()), fields);
    }

    private static void addCells(Map<String, Object> fields) {
        if (fields.remove("cell") instanceof List<?> cells) {
            for (Object cell : cells) {
                Map<?, ?> members = (Map<?, ?>) cell;
                members.forEach((name, value) -> {
                    if (!OF_EVERY_CELL.contains(name)) {
                        fields.put((String) members.get("qualifier"), value);
                    }
                });
            }
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
        addCells(fields);
        RawDocument.State state =
                deleted ? RawDocument.State.DELETED : failed ? RawDocument.State.FAILED : RawDocument.State.ROW;
        return new RawDocument(state, hit.path("_version").asLong(), fields);
    }

    /** The published form of ids, decoded here on its own: base64 whose alphabet is in ASCII order; a long key is elsewhere. */
    private static RowKey rowKey(JsonNode hit) {
        String whole = hit.path("_id").asText();
        String id = whole.indexOf(BUCKET) < 0 ? whole : whole.substring(0, whole.indexOf(BUCKET));
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
