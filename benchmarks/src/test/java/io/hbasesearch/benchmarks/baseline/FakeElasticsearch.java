/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.UnaryOperator;

/** Answers requests as a test says, by their path. Owns its port. */
public final class FakeElasticsearch implements AutoCloseable {
    private final HttpServer server;

    private FakeElasticsearch(HttpServer server) {
        this.server = server;
    }

    /** @param answers JSON for a method and a path with its query; an empty one for what is not found */
    public static FakeElasticsearch answering(UnaryOperator<String> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, answers.apply(exchange.getRequestMethod() + " " + exchange.getRequestURI()));
            }
        });
        server.start();
        return new FakeElasticsearch(server);
    }

    private static void answer(HttpExchange exchange, String answer) throws IOException {
        exchange.getRequestBody().readAllBytes();
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

    @Override
    public void close() {
        server.stop(0);
    }
}
