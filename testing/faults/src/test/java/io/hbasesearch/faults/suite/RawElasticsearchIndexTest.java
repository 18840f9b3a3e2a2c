/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.RawElasticsearchIndex;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the oracle reads must be all there is, and nothing that an index of ours may not hold. */
class RawElasticsearchIndexTest {
    private static final String WHOLE = "\"timed_out\":false,\"_shards\":{\"failed\":0}";
    /** The key "a" in the published form of ids. */
    private static final String ID = "NF";

    private HttpServer server;
    private String searched = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aDocumentIsARowOrAStubOfOneKind() throws Exception {
        assertThat(read(WHOLE, hit("\"word\":\"w\"")))
                .containsExactly(
                        Map.entry(RowKey.utf8("a"), new RawDocument(RawDocument.State.ROW, 7, Map.of("word", "w"))));
        assertThat(read(WHOLE, hit("\"_deleted\":true")).values())
                .containsExactly(new RawDocument(RawDocument.State.DELETED, 7, Map.of()));
        assertThat(read(WHOLE, hit("\"_failed\":true")).values())
                .containsExactly(new RawDocument(RawDocument.State.FAILED, 7, Map.of()));
        assertThatThrownBy(() -> read(WHOLE, hit("\"_failed\":true,\"_deleted\":true")))
                .hasMessageContaining("both");
    }

    @Test
    void twoDocumentsOfOneRowAreNotOne() {
        assertThatThrownBy(() -> read(WHOLE, hit("\"word\":\"w\"") + "," + hit("\"word\":\"v\"")))
                .hasMessageContaining("row a has two documents");
    }

    @Test
    void anAnswerThatLacksShardsIsNone() {
        String hit = hit("\"word\":\"w\"");
        assertThatThrownBy(() -> read("\"timed_out\":true,\"_shards\":{\"failed\":0}", hit))
                .hasMessageContaining("not whole");
        assertThatThrownBy(() -> read("\"timed_out\":false,\"_shards\":{\"failed\":1}", hit))
                .hasMessageContaining("not whole");
    }

    private static String hit(String source) {
        return "{\"_id\":\"" + ID + "\",\"_version\":7,\"sort\":[\"a\"],\"_source\":{" + source + "}}";
    }

    private Map<RowKey, RawDocument> read(String header, String hits) throws IOException, InterruptedException {
        searched = "{" + header + ",\"hits\":{\"hits\":[" + hits + "]}}";
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new RawElasticsearchIndex(uri, "index").read();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String path = exchange.getRequestURI().getPath();
        String body = path.startsWith("/_alias")
                ? "{\"physical\":{}}"
                : request.contains("search_after") ? "{" + WHOLE + ",\"hits\":{\"hits\":[]}}" : searched;
        byte[] bytes = (body.isEmpty() ? "{}" : body).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
