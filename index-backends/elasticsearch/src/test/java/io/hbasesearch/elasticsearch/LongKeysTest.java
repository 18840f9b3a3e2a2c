/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of documents nothing is asked for but what a search needs; the server here is none, and has one document. */
class LongKeysTest {
    private static final SearchRequest SEARCH =
            new SearchRequest(new Query.MatchAll(), List.of(), 10, Duration.ofSeconds(10));
    private static final String WITHOUT_SOURCE = "\"_source\":false";
    private static final String WITH_KEY = "\"_source\":{\"includes\":[\"_key\"]}";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private RowKey row = RowKey.utf8("row");
    private HttpServer server;
    private ElasticsearchBackend backend;
    private DocumentSearcher searcher;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        backend = new ElasticsearchBackend(
                ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), url), Metrics.none());
        searcher = backend.openSearcher(Definitions.MAIL);
    }

    @AfterEach
    void stop() {
        searcher.close();
        backend.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        asked.add(request);
        String id = DocumentId.of(row).value();
        String source = request.contains(WITH_KEY)
                ? ", \"_source\": {\"_key\": \""
                        + Base64.getEncoder().encodeToString(row.bytes().unsafeBytes()) + "\"}"
                : "";
        byte[] body =
                """
                {"took": 1, "timed_out": false, "_shards": {"total": 1, "successful": 1, "failed": 0},
                 "hits": {"total": {"value": 1, "relation": "eq"}, "hits": [
                   {"_index": "mail", "_id": "%s", "_version": 7, "_score": 1.0, "sort": [1.0, "%s"]%s}]}}
                """
                        .formatted(id, id, source)
                        .getBytes(UTF_8);
        exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
        exchange.getResponseHeaders().add("Content-Type", "application/vnd.elasticsearch+json;compatible-with=8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void noSourceIsAskedForWhereIdsHoldTheRowKeys() {
        assertThat(searcher.search(SEARCH).hits())
                .extracting(SearchResult.Hit::row)
                .containsExactly(row);

        assertThat(asked).singleElement().asString().contains(WITHOUT_SOURCE);
    }

    @Test
    void keysThatIdsDoNotHoldAreAskedForAndFromThenOnAtOnce() {
        row = RowKey.utf8("k".repeat(DocumentId.MAX_WHOLE_KEY_LENGTH + 1));

        for (int i = 0; i < 2; i++) {
            assertThat(searcher.search(SEARCH).hits())
                    .extracting(SearchResult.Hit::row)
                    .containsExactly(row);
        }

        assertThat(asked).hasSize(3);
        assertThat(asked.get(0)).contains(WITHOUT_SOURCE);
        assertThat(asked.subList(1, 3)).allMatch(request -> request.contains(WITH_KEY));
    }
}
