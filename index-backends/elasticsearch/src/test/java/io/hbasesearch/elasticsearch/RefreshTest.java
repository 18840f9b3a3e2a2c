/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An Elasticsearch that answers every request alike, as one does that has lost a node. */
class RefreshTest {
    private final HttpServer server;

    RefreshTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aRefreshThatAShardFailsIsNone() {
        answer("{\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 1}}");
        assertThatThrownBy(this::refresh)
                .hasMessageContaining("1 of 2 shards failed")
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.failureClass())
                        .isEqualTo(FailureClass.TRANSIENT));
    }

    /** A replica without a place is counted in none of the two. */
    @Test
    void aCopyThatIsNotThereFailsNothing() {
        answer("{\"_shards\": {\"total\": 2, \"successful\": 1, \"failed\": 0}}");
        refresh();
    }

    private void refresh() {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (ElasticsearchBackend backend = new ElasticsearchBackend(
                        ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), url), Metrics.none());
                DocumentSearcher searcher = backend.openSearcher(Definitions.MAIL)) {
            searcher.refresh();
        }
    }

    private void answer(String json) {
        server.createContext("/", exchange -> {
            byte[] body = json.getBytes(UTF_8);
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }
}
