/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** Answers requests as a test says, by their path. Owns its port. */
public final class FakeElasticsearch implements AutoCloseable {
    private final HttpServer server;
    private final Queue<String> bodies;

    private FakeElasticsearch(HttpServer server, Queue<String> bodies) {
        this.server = server;
        this.bodies = bodies;
    }

    /** @param answers JSON for a method and a path with its query; an empty one for what is not found */
    public static FakeElasticsearch answering(UnaryOperator<String> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        server.createContext("/", exchange -> {
            try (exchange) {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                answer(exchange, answers.apply(exchange.getRequestMethod() + " " + exchange.getRequestURI()));
            }
        });
        server.start();
        return new FakeElasticsearch(server, bodies);
    }

    private static void answer(HttpExchange exchange, String answer) throws IOException {
        byte[] bytes = answer.getBytes(UTF_8);
        exchange.sendResponseHeaders(bytes.length == 0 ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    public RawElasticsearch client() {
        return new RawElasticsearch(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    /** Those of all requests, in their order. */
    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
