/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.GatewayException;
import io.hbasesearch.client.IndexInfo;
import io.hbasesearch.client.RowResponse;
import io.hbasesearch.client.RowsResponse;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.client.SearchResponse;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SortKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The typed client against the gateway itself: what one writes the other reads. */
class ClientTest {
    private static final String KEY = "a-key-that-nobody-guesses";
    private static final byte[] ROW = "1-n".getBytes(StandardCharsets.UTF_8);

    private final GatewayFixture fixture = GatewayFixture.withKey(KEY);
    private GatewayClient client;

    @BeforeEach
    void start() {
        fixture.table.put("1-n", "d", "gloss", "a whale");
        fixture.searcher.finds(RowKey.utf8("1-n"), RowKey.utf8("gone"));
        fixture.start();
        client = client(Optional.of(KEY));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private GatewayClient client(Optional<String> key) {
        return new GatewayClient(URI.create("http://127.0.0.1:" + fixture.gateway.port()), key, Duration.ofSeconds(20));
    }

    @Test
    void aSearchOverSeveralIndexesComesThrough() {
        SearchResponse response =
                client.searchAll(List.of("words"), SearchOptions.of("whale").withKeyFormat("text"));

        assertThat(response.index()).isEqualTo("words");
        assertThat(response.hits().get(0).index()).isEqualTo("words");
        assertThat(response.hits().get(0).key()).isEqualTo("1-n");
        assertThatThrownBy(() -> client.searchAll(List.of("words", "nothing"), SearchOptions.of("whale")))
                .isInstanceOfSatisfying(
                        GatewayException.class, e -> assertThat(e.status()).isEqualTo(404));
    }

    @Test
    void aSearchComesThrough() {
        SearchResponse response = client.search(
                "words",
                SearchOptions.of("whale")
                        .withSize(3)
                        .withFilters(List.of("gloss:whale"))
                        .withColumns(List.of("d"))
                        .withHighlight(true)
                        .withTimeout("2s")
                        .withSort(List.of("count:desc"))
                        .withKeyFormat("text"));

        assertThat(response.total()).isEqualTo(new SearchResponse.Total(2, "eq"));
        assertThat(response.staleDropped()).isEqualTo(1);
        assertThat(response.complete()).isTrue();
        SearchResponse.Hit hit = response.hits().get(0);
        assertThat(hit.key()).isEqualTo("1-n");
        assertThat(hit.columns().get("d:gloss").value()).isEqualTo("a whale");
        assertThat(hit.columns().get("d:gloss").timestamp()).isEqualTo(FakeTable.TIMESTAMP);
        assertThat(hit.fields()).containsEntry("gloss", "a whale");
        assertThat(hit.highlights().get("gloss")).containsExactly("a <em>whale</em>");
        assertThat(fixture.searcher.lastRequest.size()).isEqualTo(3 + 1);
        assertThat(fixture.searcher.lastRequest.sort()).contains(new SortKey.Field("count", true, false));
    }

    @Test
    void rowsIndexesAndHealthComeThrough() {
        RowResponse row = client.row("words", ROW).orElseThrow();
        assertThat(row.keyText()).isEqualTo("1-n");
        assertThat(row.columns()).containsOnlyKeys("d:gloss");
        assertThat(client.row("words", new byte[] {0})).isEmpty();

        IndexInfo index = client.index("words");
        assertThat(client.indexes()).containsExactly(index);
        assertThat(index.documents()).isEqualTo(42);
        assertThat(index.fields()).extracting(IndexInfo.Field::column).containsExactly(null, "d:gloss", "d:count");

        assertThat(client.health().isReady()).isTrue();
        fixture.table.health = CheckResult.failed("no region server");
        assertThat(client.health().components().get("hbase").message()).isEqualTo("no region server");
    }

    @Test
    void pagesBatchesFencesAndPlansComeThrough() {
        SearchResponse checked = client.search(
                "words",
                SearchOptions.of("whale").withVerify("none").withPlan("search").withKeyFormat("text"));
        assertThat(checked.hits()).extracting(SearchResponse.Hit::key).containsExactly("1-n", "gone");
        assertThat(checked.hits().get(0).fields()).isEmpty();
        assertThat(checked.plan()).isEqualTo("search");
        assertThat(checked.asOf().basis()).isEqualTo("unknown");
        assertThat(checked.next()).isNull();
        assertThat(checked.degraded()).isEmpty();

        RowsResponse rows = client.rows("words", List.of(ROW, new byte[] {0}));
        assertThat(rows.rows()).extracting(RowResponse::keyText).containsExactly("1-n");
        assertThat(rows.missing()).containsExactly("AA");

        fixture.touches.whenTouched = (row, version) -> {
            DocumentId id = DocumentId.of(row);
            fixture.searcher.documents.put(
                    id, new IndexedDocument(id, row, version.value(), IndexedDocument.State.LIVE, Document.empty()));
        };
        assertThat(client.fence("words", ROW).state()).isEqualTo("document");

        assertThat(client.explainJson("words", SearchOptions.of("synset:1-n").withSize(3)))
                .contains("\"path\" : \"get\"");
        refused(
                () -> client.search("words", SearchOptions.of("whale").withCursor("AAAA")),
                400,
                "USAGE",
                "without a cursor");
    }

    @Test
    void refusalsComeThroughWithCodeAndHint() {
        refused(() -> client.search("wrods", SearchOptions.of("x")), 404, "NOT_FOUND", "Did you mean 'words'?");
        refused(
                () -> client.search("words", SearchOptions.of("x").withFilters(List.of("glos:x"))),
                400,
                "QUERY_INVALID",
                "gloss");
        refused(() -> client.search("words", SearchOptions.of("x").withTimeout("1h")), 400, "USAGE", "500ms");
        refused(() -> client(Optional.empty()).indexes(), 401, "ACCESS_DENIED", "ApiKey");
    }

    private static void refused(Runnable call, int status, String code, String hint) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(GatewayException.class, failure -> {
            assertThat(failure.status()).isEqualTo(status);
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.hint().orElse("")).contains(hint);
        });
    }
}
