/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexDiagnosis.DocumentSize;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.elasticsearch.SmallServer;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made of what nodes that are played here tell of their memory. */
@Timeout(60)
class DocumentLimitTest {
    private static final long MEGABYTE = 1 << 20;
    private static final long DEFAULT = ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES;

    private HttpServer server;
    private int status = 200;
    private long[] heaps = {1 << 30};
    private long pressure = 100 * MEGABYTE;
    private long request = 100 * MEGABYTE;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/_nodes", exchange -> {
            boolean http = exchange.getRequestURI().getPath().endsWith("http");
            byte[] answer = (http ? http() : stats()).getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private String http() {
        return "{\"nodes\":{\"a\":{\"http\":{\"max_content_length_in_bytes\":" + request + "}}}}";
    }

    private String stats() {
        StringBuilder nodes = new StringBuilder();
        for (long heap : heaps) {
            nodes.append(nodes.isEmpty() ? "" : ",")
                    .append("\"n" + nodes.length() + "\":{\"jvm\":{\"mem\":{\"heap_max_in_bytes\":" + heap
                            + "}},\"indexing_pressure\":{\"memory\":{\"limit_in_bytes\":" + pressure + "}}}");
        }
        return "{\"nodes\":{" + nodes + "}}";
    }

    @Test
    void theDefaultHoldsWhereNodesHaveTheMemory() {
        heaps = new long[] {512 * MEGABYTE, 1 << 30};
        assertThat(limit(DEFAULT)).isEqualTo(DocumentLimit.configured(DEFAULT));
    }

    @Test
    void theDefaultIsLoweredToWhatTheSmallestNodeHasMemoryFor() {
        heaps = new long[] {1 << 30, 256 * MEGABYTE, 512 * MEGABYTE};
        DocumentLimit limit = limit(DEFAULT);
        assertThat(limit.bytes()).isEqualTo(8 * MEGABYTE);
        assertThat(limit.refusal(9_000_000))
                .contains("9000000 bytes", "maxDocumentBytes", "(" + 8 * MEGABYTE + ")", "smallest node's heap");
    }

    @Test
    void theDefaultIsLoweredToWhatSettingsOfTheNodesAllow() {
        pressure = 4 * MEGABYTE;
        assertThat(limit(DEFAULT).bytes()).isEqualTo(2 * MEGABYTE);
        request = 2 * MEGABYTE;
        assertThat(limit(DEFAULT).bytes()).isEqualTo(MEGABYTE);
    }

    @Test
    void whatIsConfiguredIsKept() {
        heaps = new long[] {256 * MEGABYTE};
        assertThat(limit(40 * MEGABYTE)).isEqualTo(DocumentLimit.configured(40 * MEGABYTE));
        assertThat(limit(MEGABYTE)).isEqualTo(DocumentLimit.configured(MEGABYTE));
    }

    @Test
    void aUserWhoMayNotAskHasTheDefault() {
        heaps = new long[] {256 * MEGABYTE};
        status = 403;
        assertThat(limit(DEFAULT)).isEqualTo(DocumentLimit.configured(DEFAULT));
    }

    @Test
    void aDiagnosisHasWhatIsSentAndWhatTheNodesTake() {
        request = 20 * MEGABYTE;
        assertThat(diagnosed(40 * MEGABYTE))
                .contains(new DocumentSize(
                        "index.elasticsearch.maxDocumentBytes",
                        40 * MEGABYTE,
                        10 * MEGABYTE,
                        "half of a node's http.max_content_length"));
        // The default is lowered by itself.
        assertThat(diagnosed(DEFAULT).orElseThrow().sent()).isEqualTo(10 * MEGABYTE);
        status = 403;
        assertThatThrownBy(() -> diagnosed(DEFAULT)).hasMessageContaining("403");
    }

    private Optional<DocumentSize> diagnosed(long configured) {
        try (ElasticsearchBackend backend = new ElasticsearchBackend(config(configured), Metrics.none())) {
            return backend.diagnosis().documentSize();
        }
    }

    private DocumentLimit limit(long configured) {
        try (ElasticsearchConnection connection = new ElasticsearchConnection(config(configured))) {
            return DocumentLimit.of(config(configured), connection);
        }
    }

    private ElasticsearchConfig config(long configured) {
        return SmallServer.config(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                1,
                1,
                MEGABYTE,
                Duration.ofSeconds(10),
                configured);
    }
}
