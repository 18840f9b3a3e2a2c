/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What docs/compatibility.md says of servers of the next major version rests on this header. */
class RequestHeadersTest {
    @Test
    void requestsAskForTheAnswersOfVersion8() throws Exception {
        List<String> accepted = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            accepted.add(String.valueOf(exchange.getRequestHeaders().getFirst("Accept")));
            byte[] body = "{\"_shards\": {\"total\": 1, \"successful\": 1, \"failed\": 0}}".getBytes(UTF_8);
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (ElasticsearchBackend backend = new ElasticsearchBackend(
                        ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), url), Metrics.none());
                DocumentSearcher searcher = backend.openSearcher(Definitions.MAIL)) {
            searcher.refresh();
        } finally {
            server.stop(0);
        }
        assertThat(accepted).isNotEmpty().allMatch(header -> header.contains("compatible-with=8"));
    }
}
