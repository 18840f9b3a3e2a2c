/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Elasticsearch answers 401 to wrong credentials, and to right ones while the index that has them is away. */
class CredentialsTest {
    private static final String LET_IN = "{\"_shards\": {\"total\": 1, \"successful\": 1, \"failed\": 0}}";
    private static final String REFUSED =
            "{\"error\": {\"type\": \"security_exception\", \"reason\": \"unable to authenticate\"}, \"status\": 401}";

    private volatile boolean knowsUs;
    private HttpServer server;
    private ElasticsearchBackend backend;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = (knowsUs ? LET_IN : REFUSED).getBytes(UTF_8);
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8");
            exchange.sendResponseHeaders(knowsUs ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        backend = new ElasticsearchBackend(
                ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), url), Metrics.none());
    }

    @AfterEach
    void stop() {
        backend.close();
        server.stop(0);
    }

    private void assertRefused(ErrorCode code) {
        try (DocumentSearcher searcher = backend.openSearcher(Definitions.MAIL)) {
            assertThatThrownBy(searcher::refresh)
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(code));
        }
    }

    @Test
    void credentialsThatWereNeverTakenAreWrong() {
        assertRefused(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void credentialsThatWereTakenBeforeAreTriedAgain() {
        knowsUs = true;
        try (DocumentSearcher searcher = backend.openSearcher(Definitions.MAIL)) {
            searcher.refresh();
        }
        knowsUs = false;
        assertRefused(ErrorCode.SERVER_UNREACHABLE);
    }
}
