/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The server of Maven Central's parts has no {@code GET /}, with which Elastic's connector begins in each task. This answers that
 * as the whole server does and passes other questions on, by which the connector finds the node itself: documents go there
 * straight, and would be refused here, so that nothing of this is in what is measured. Owns its port and threads.
 */
final class FrontDoor implements AutoCloseable {
    private static final String ROOT =
            """
            {"name": "node", "cluster_name": "%s", "cluster_uuid": "%s",
             "version": {"number": "%s", "build_flavor": "default"}, "tagline": "You Know, for Search"}
            """;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final URI elasticsearch;
    private final String root;
    private final HttpServer server;

    FrontDoor(URI elasticsearch, String version) throws IOException {
        this.elasticsearch = elasticsearch;
        this.root = ROOT.formatted("benchmark", "benchmark", version);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange);
            }
        });
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        URI path = exchange.getRequestURI();
        if (path.getPath().equals("/")) {
            answer(exchange, 200, root.getBytes(UTF_8));
        } else if (path.getPath().endsWith("_bulk")) {
            answer(exchange, 400, "{\"error\": \"documents go to the node itself\"}".getBytes(UTF_8));
        } else {
            HttpResponse<byte[]> found = ask(exchange.getRequestMethod(), path);
            answer(exchange, found.statusCode(), found.body());
        }
    }

    private HttpResponse<byte[]> ask(String method, URI path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(elasticsearch.resolve(path.toString()))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("ended while Elasticsearch was asked", e);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.getResponseHeaders().add("X-elastic-product", "Elasticsearch");
        boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
