/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FenceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final RowKey ROW = RowKey.utf8("a:b");

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.touches.nextOffset.set(41);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private HttpResponse<String> fence(String query) {
        String path = "/v1/indexes/words/rows/" + ROW.base64Url() + ":fence" + query;
        return http.send(http.request(path).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private void indexes(RowKey row, RowVersion version, IndexedDocument.State state) {
        DocumentId id = DocumentId.of(row);
        fixture.searcher.documents.put(id, new IndexedDocument(id, row, version.value(), state, Document.empty()));
    }

    @Test
    void fenceIsReachedOnceTheIndexShowsTheTouchedVersion() {
        fixture.touches.whenTouched = (row, version) -> indexes(row, version, IndexedDocument.State.LIVE);

        HttpResponse<String> response = fence("?keyFormat=base64url");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.at("/version").asLong())
                .isEqualTo(RowVersion.of(1, 41).value());
        assertThat(answer.at("/state").asText()).isEqualTo("document");
        assertThat(answer.at("/key_text").asText()).isEqualTo("a:b");
        assertThat(fixture.searcher.refreshes).hasValue(1);
        assertThat(fixture.touches.indexes)
                .containsExactly(fixture.indexes.get("words").metadata());
    }

    @Test
    void anOlderDocumentIsNotEnoughAndAStubIs() {
        indexes(ROW, RowVersion.of(1, 40), IndexedDocument.State.LIVE);

        CompletableFuture<HttpResponse<String>> waiting = CompletableFuture.supplyAsync(() -> fence(""));
        await().atMost(PATIENCE).until(() -> fixture.searcher.gets.get() >= 2);

        assertThat(waiting).isNotDone();
        assertThat(fixture.searcher.refreshes).hasValue(0);
        indexes(ROW, RowVersion.of(1, 50), IndexedDocument.State.DELETED);
        assertThat(json(waiting.join()).at("/state").asText()).isEqualTo("deleted");
    }

    @Test
    void aFenceThatIsNotReachedInTimeSaysThatNothingIsLost() {
        HttpResponse<String> late = fence("?timeout=100ms");

        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(json(late).at("/code").asText()).isEqualTo("TIMED_OUT");
        assertThat(json(late).at("/detail").asText()).contains("100 ms");
        assertThat(json(late).at("/hint").asText()).contains("Nothing is lost");
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_fence_seconds_count{index=\"words\",outcome=\"late\"} 1");
    }

    @Test
    void anIndexThatIsFedFromAnotherTopicMeanwhileIsTouchedThere() {
        CompletableFuture<HttpResponse<String>> waiting = CompletableFuture.supplyAsync(() -> fence(""));
        await().atMost(PATIENCE).until(() -> fixture.searcher.gets.get() >= 1);

        fixture.touches.whenTouched = (row, version) -> indexes(row, version, IndexedDocument.State.LIVE);
        fixture.moveToEpoch(2);

        JsonNode answer = json(waiting.join());
        assertThat(answer.at("/version").asLong())
                .isEqualTo(RowVersion.of(2, 42).value());
        assertThat(fixture.touches.indexes).hasSize(2);
    }

    @Test
    void aTopicThatCannotBeReachedIsTold() {
        fixture.touches.whenTouched = (row, version) -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker");
        };

        assertThat(fence("").statusCode()).isEqualTo(503);
    }

    /** 32 KB of any bytes, a null character, a slash: what no path holds. */
    private static final List<RowKey> KEYS_FOR_BODIES =
            List.of(RowKey.copyOf(new byte[RowKey.MAX_LENGTH]), RowKey.utf8("a\0b"), RowKey.utf8("a/b%"), ROW);

    @Test
    void aKeyThatNoPathHoldsIsFencedByABody() {
        fixture.touches.whenTouched = (row, version) -> indexes(row, version, IndexedDocument.State.LIVE);
        for (RowKey row : KEYS_FOR_BODIES) {
            HttpResponse<String> response = http.postJson(
                    "/v1/indexes/words/rows:fence", "{\"key\": \"" + row.base64Url() + "\", \"timeout\": \"5s\"}");

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(json(response).at("/key").asText()).isEqualTo(row.base64Url());
        }
        assertThat(http.postJson("/v1/indexes/words/rows:fence", "{\"key\": \"a\\u0000b\", \"keyFormat\": \"text\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPathThatIsTooLongSaysWhereItsKeyMayStand() {
        String path = "/v1/indexes/words/rows/"
                + RowKey.copyOf(new byte[RowKey.MAX_LENGTH]).base64Url() + ":fence";
        HttpResponse<String> refused = http.send(http.request(path).POST(HttpRequest.BodyPublishers.noBody()));

        assertThat(refused.statusCode()).isEqualTo(414);
        assertThat(json(refused).at("/hint").asText()).contains("/rows:fence", "/rows:batchGet");
    }

    @Test
    void aBodyWithoutAKeyOrWithABadOneIsRefused() {
        for (String body : List.of(
                "{}",
                "{\"key\": \"\"}",
                "{\"key\": 7}",
                "{\"key\": \"zz\", \"keyFormat\": \"hex\"}",
                "{\"keys\": \"AA\"}")) {
            HttpResponse<String> refused = http.postJson("/v1/indexes/words/rows:fence", body);
            assertThat(refused.statusCode()).as(body).isEqualTo(400);
            assertThat(json(refused).at("/pointer").asText()).as(body).startsWith("#/key");
        }
        assertThat(fixture.touches.indexes).isEmpty();
    }

    @Test
    void keysAndParametersAreChecked() {
        assertThat(fence("?timeouts=1s").statusCode()).isEqualTo(400);
        assertThat(fence("?keyFormat=hex").statusCode()).isEqualTo(400);
        assertThat(fixture.touches.indexes).isEmpty();
    }
}
