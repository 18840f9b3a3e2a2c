/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.benchmarks.load.PlainHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Elasticsearch over plain HTTP, past everything of ours. Safe for use by several threads. */
public final class RawElasticsearch {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String REJECTED = "es_rejected_execution_exception";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    public RawElasticsearch(URI server) {
        this.server = server;
    }

    /** The index behind an alias. */
    public String physicalName(String alias) throws IOException, InterruptedException {
        return JSON.readTree(send("GET", "/_alias/" + alias, BodyPublishers.noBody()))
                .fieldNames()
                .next();
    }

    /** What a search sees from now on. */
    public long count(String index) throws IOException, InterruptedException {
        send("POST", "/" + index + "/_refresh", BodyPublishers.noBody());
        return JSON.readTree(send("GET", "/" + index + "/_count", BodyPublishers.noBody()))
                .path("count")
                .asLong();
    }

    /** @throws IllegalStateException unless that is so many */
    public void requireCount(String index, long number) throws IOException, InterruptedException {
        long count = count(index);
        if (count != number) {
            throw new IllegalStateException("the index holds " + count + " documents, not " + number);
        }
    }

    /** How many documents were written into its primary shards since it was made, visible or not. */
    public long written(String index) throws IOException, InterruptedException {
        String path = "/" + index + "/_stats/indexing?filter_path=_all.primaries.indexing.index_total";
        return JSON.readTree(send("GET", path, BodyPublishers.noBody()))
                .path("_all")
                .path("primaries")
                .path("indexing")
                .path("index_total")
                .asLong();
    }

    /** Those since an index was made. */
    public RefreshTimes refreshes(String index) throws IOException, InterruptedException {
        JsonNode refresh = JSON.readTree(send("GET", "/" + index + "/_stats/refresh", BodyPublishers.noBody()))
                .path("_all")
                .path("primaries")
                .path("refresh");
        return new RefreshTimes(
                refresh.path("external_total").asLong(),
                refresh.path("external_total_time_in_millis").asLong());
    }

    /** Bytes on disk of its primary shards, everything flushed. */
    public long storeBytes(String index) throws IOException, InterruptedException {
        send("POST", "/" + index + "/_flush?force=true&wait_if_ongoing=true", BodyPublishers.noBody());
        String path = "/" + index + "/_stats/store?filter_path=_all.primaries.store.size_in_bytes";
        return JSON.readTree(send("GET", path, BodyPublishers.noBody()))
                .path("_all")
                .path("primaries")
                .path("store")
                .path("size_in_bytes")
                .asLong();
    }

    /** A document, visible or not. @throws IOException if there is none */
    public JsonNode source(String index, String id) throws IOException, InterruptedException {
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        return JSON.readTree(send("GET", "/" + index + "/_source/" + encoded, BodyPublishers.noBody()));
    }

    public String version() throws IOException, InterruptedException {
        return JSON.readTree(send("GET", "/_nodes/_local?filter_path=nodes.*.version", BodyPublishers.noBody()))
                .path("nodes")
                .elements()
                .next()
                .path("version")
                .asText();
    }

    public JsonNode search(String index, String body) throws IOException {
        return JSON.readTree(PlainHttp.postJson(server.resolve("/" + index + "/_search"), body));
    }

    /** How many hits a search has, which are answered as ids alone; a tree of them would cost as much as the search. */
    public int hits(String index, String body) throws IOException {
        byte[] answer =
                PlainHttp.postJson(server.resolve("/" + index + "/_search?filter_path=timed_out,hits.hits._id"), body);
        int hits = 0;
        try (JsonParser json = JSON.createParser(answer)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("_id")) {
                    hits++;
                } else if (token == JsonToken.VALUE_TRUE) {
                    throw new IOException("a search timed out");
                }
            }
        }
        return hits;
    }

    /**
     * @param lines answered as tersely as Elasticsearch can
     * @throws BulkRefusedException if Elasticsearch has too much under way for all of them
     * @throws IOException also if it does not take something for another reason
     */
    public void bulk(String index, byte[] lines) throws IOException, InterruptedException {
        // Of items those only that have an error.
        String path = "/" + index + "/_bulk?filter_path=errors,items.*.error.type";
        HttpResponse<String> response = answer("POST", path, BodyPublishers.ofByteArray(lines));
        if (response.statusCode() == TOO_MANY_REQUESTS) {
            throw new BulkRefusedException("a bulk request of " + lines.length + " bytes was refused");
        }
        String answer = successful(response);
        if (answer.contains("\"errors\":false")) {
            return;
        }
        List<String> reasons = JSON.readTree(answer).findValuesAsText("type");
        String failure = "a bulk request of " + lines.length + " bytes was not taken whole: " + Set.copyOf(reasons);
        if (!reasons.isEmpty() && reasons.stream().allMatch(REJECTED::equals)) {
            throw new BulkRefusedException(failure);
        }
        throw new IOException(failure);
    }

    private String send(String method, String path, BodyPublisher body) throws IOException, InterruptedException {
        return successful(answer(method, path, body));
    }

    private HttpResponse<String> answer(String method, String path, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, body)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private static String successful(HttpResponse<String> response) throws IOException {
        if (response.statusCode() / 100 != 2) {
            HttpRequest request = response.request();
            throw new IOException(
                    request.method() + " " + request.uri().getPath() + " was answered with " + response.statusCode());
        }
        return response.body();
    }
}
