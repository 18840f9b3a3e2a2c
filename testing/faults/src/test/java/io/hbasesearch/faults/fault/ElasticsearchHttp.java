/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** Plain requests to the Elasticsearch nodes themselves, to whichever answers. Thread-safe. */
public final class ElasticsearchHttp {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ObjectMapper json = new ObjectMapper();
    private final List<URI> nodes;

    public ElasticsearchHttp(List<URI> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** A status and a body. */
    record Answer(int status, JsonNode body) {}

    /** @throws IOException when it is not answered with success */
    public JsonNode call(String method, String path, String body) throws IOException, InterruptedException {
        Answer answer = ask(method, path, body);
        if (answer.status() / 100 != 2) {
            throw new IOException(method + " " + path + " was answered " + answer.status() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Whether it is answered, and with success. */
    boolean succeeds(String method, String path, String body) {
        try {
            return ask(method, path, body).status() / 100 == 2;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    Answer ask(String method, String path, String body) throws IOException, InterruptedException {
        IOException last = new IOException("there is no node");
        for (URI node : nodes) {
            HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            try {
                var response = http.send(request, BodyHandlers.ofString());
                return new Answer(response.statusCode(), json.readTree(response.body()));
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }
}
