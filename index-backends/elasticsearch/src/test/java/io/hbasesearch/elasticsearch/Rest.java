/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Elasticsearch as an administrator uses it, past the backend under test. */
public final class Rest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI server;

    public Rest(URI server) {
        this.server = server;
    }

    public record Answer(int status, JsonNode body) {}

    /** @throws AssertionError if the answer is not a success */
    public JsonNode call(String method, String path, String body) {
        Answer answer = send(method, path, body);
        if (answer.status() >= 300) {
            throw new AssertionError(method + " " + path + " was answered " + answer.status() + ": " + answer.body());
        }
        return answer.body();
    }

    public JsonNode get(String path) {
        return call("GET", path, "");
    }

    public Answer send(String method, String path, String body) {
        HttpRequest request =
                request(method, path, body).timeout(Duration.ofSeconds(60)).build();
        try {
            return answer(CLIENT.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + method + " " + path, e);
        }
    }

    /** As {@link #send}, for a request that the server answers when it likes. */
    CompletableFuture<Answer> sendAsync(String method, String path, String body) {
        return CLIENT.sendAsync(request(method, path, body).build(), BodyHandlers.ofString())
                .thenApply(Rest::answer);
    }

    private HttpRequest.Builder request(String method, String path, String body) {
        return HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    }

    private static Answer answer(HttpResponse<String> response) {
        try {
            return new Answer(response.statusCode(), SourceJson.mapper().readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes and opens an index: what was only in memory is gone then. */
    void reopen(String physicalName) {
        call("POST", "/" + physicalName + "/_close", "");
        call("POST", "/" + physicalName + "/_open?wait_for_active_shards=1", "");
    }

    /** Deletes every index whose name fits, open or closed. */
    public void deleteIndexes(String pattern) {
        get("/" + pattern + "?expand_wildcards=all")
                .fieldNames()
                .forEachRemaining(name -> call("DELETE", "/" + name, ""));
    }

    /** Makes every index of ours refuse writes, or take them again. */
    void blockWrites(boolean block) {
        call("PUT", "/hbase-search-*/_settings", "{\"index.blocks.write\": " + (block ? "true" : "null") + "}");
    }
}
