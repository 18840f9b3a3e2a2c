/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several versions of the cells of hits. */
class HitVersionsTest {
    private static final String WORDS = "/v1/indexes/words/";

    private final AtomicReference<ErrorCode> failure = new AtomicReference<>();
    private GatewayFixture fixture;
    private TestHttp http;

    private void start(GatewayFixture started) {
        fixture = started;
        fixture.beforeHistory = () -> {
            if (failure.get() != null) {
                throw new HBaseSearchException(failure.get(), "rs-3.internal:16020 says no");
            }
        };
        fixture.offer(PlanTest.byUserAndDay());
        List<RowKey> rows = IntStream.range(0, 5)
                .mapToObj(i -> RowKey.utf8(PlanTest.key(7, "w" + i)))
                .peek(row -> fixture.table.put(row.printable(), "d", "gloss", "x".repeat(1_000)))
                .peek(row -> fixture.table.put(row.printable(), "d", "kind", "odd"))
                .toList();
        fixture.searcher.findsUpToSize(rows);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void hitsShowAsManyVersionsOfTheirCellsAsAreAskedFor() {
        start(GatewayFixture.create());
        for (String query : List.of("search?q=word", "search?filter=user:7")) {
            JsonNode answer = json(http.get(WORDS + query + "&columns=d:kind&versions=3"));

            assertThat(answer.at("/hits")).as(answer.toString()).hasSize(5).allSatisfy(hit -> {
                assertThat(hit.at("/versions").fieldNames()).toIterable().containsExactly("d:kind");
                assertThat(hit.at("/versions/d:kind")).hasSize(3);
                assertThat(hit.at("/versions/d:kind/2/timestamp").asLong()).isEqualTo(FakeTable.TIMESTAMP - 2);
                assertThat(hit.at("/columns/d:kind/timestamp").asLong()).isEqualTo(FakeTable.TIMESTAMP);
            });
            assertThat(answer.at("/cut")).isEmpty();
        }
        assertThat(json(http.get(WORDS + "search?q=word")).at("/hits/0").has("versions"))
                .isFalse();
        List<String> lines =
                http.get(WORDS + "stream?q=word&versions=2").body().lines().toList();
        assertThat(json(lines.get(0)).at("/hit/versions/d:gloss")).hasSize(2);
        assertThat(json(http.get(WORDS + "search?q=word&versions=2&verify=none"))
                        .at("/hits/0")
                        .has("versions"))
                .as("no row is read")
                .isFalse();
    }

    @Test
    void theyAreAsManyBytesAsOneAnswerMayHave() {
        start(GatewayFixture.with(10_000, 10));
        AtomicInteger reads = new AtomicInteger();
        fixture.beforeHistory = reads::incrementAndGet;

        JsonNode answer = json(http.get(WORDS + "search?q=word&versions=4"));

        assertThat(reads).as("no read is of more than may fit").hasValueGreaterThan(1);

        assertThat(answer.at("/hits")).as(answer.toString()).hasSize(5);
        assertThat(answer.at("/hits/1").has("versions")).isTrue();
        assertThat(answer.at("/hits/2").has("versions")).isFalse();
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("versions");
        assertThat(answer.at("/cut/0/reason").asText()).isEqualTo("bytes");
        assertThat(answer.at("/cut/0/detail").asText()).contains("of 5 hits, only 2 have");
        assertThat(answer.at("/partial").asBoolean()).isFalse();
    }

    @Test
    void largeOldVersionsOfSmallCellsAreNotReadTogether() {
        start(GatewayFixture.with(100_000, 10));
        fixture.table.olderBytes = 60_000;

        JsonNode answer = json(http.get(WORDS + "search?q=word&versions=2&columns=d:kind"));

        assertThat(fixture.table.mostHistory)
                .as("the newest cells let all five rows fit")
                .hasValue(2);
        assertThat(answer.at("/hits/0/versions/d:kind")).as(answer.toString()).hasSize(2);
        assertThat(answer.at("/hits/1").has("versions")).isFalse();
        assertThat(answer.at("/cut/0/detail").asText()).contains("of 5 hits, only 1 have");
        JsonNode rows = json(http.postJson(
                WORDS + "rows:batchGet",
                "{\"keyFormat\": \"text\", \"versions\": 2, \"columns\": [\"d:kind\"], \"keys\": [\""
                        + IntStream.range(0, 5)
                                .mapToObj(i -> PlanTest.key(7, "w" + i))
                                .collect(Collectors.joining("\", \""))
                        + "\"]}"));
        assertThat(rows.at("/rows")).as(rows.toString()).hasSize(1);
        assertThat(rows.at("/unread")).hasSize(4);
    }

    @Test
    void withoutThemTheHitsComeNeverthelessUnlessWhatFailsDoesNotPass() {
        start(GatewayFixture.create());
        failure.set(ErrorCode.SERVER_UNREACHABLE);
        JsonNode answer = json(http.get(WORDS + "search?q=word&versions=2"));

        assertThat(answer.at("/hits")).as(answer.toString()).hasSize(5);
        assertThat(answer.at("/hits/0").has("versions")).isFalse();
        assertThat(answer.at("/hits/0").has("columns")).isTrue();
        assertThat(answer.at("/cut/0/reason").asText()).isEqualTo("down");
        assertThat(answer.at("/cut/0/detail").asText()).doesNotContain("rs-3");
        failure.set(ErrorCode.TIMED_OUT);
        assertThat(json(http.get(WORDS + "search?q=word&versions=2"))
                        .at("/timed_out")
                        .asBoolean())
                .isTrue();
        failure.set(ErrorCode.ACCESS_DENIED);
        assertThat(http.get(WORDS + "search?q=word&versions=2").statusCode()).isEqualTo(502);
    }

    @Test
    void whereCellsAreFoundOnlyThoseThatAHitShowsHaveVersions() {
        start(GatewayFixture.create());
        fixture.offer(DefinitionText.read(
                "words", "{table: words, unit: cell, cells: {columns: 'd:*', values: {text: {type: text}}}}"));
        List<SearchResult.Hit> hits = List.of(
                new SearchResult.Hit(RowKey.utf8(PlanTest.key(7, "w0")), 1, 2)
                        .naming(List.of(ColumnName.of("d", "kind")), 1),
                new SearchResult.Hit(RowKey.utf8(PlanTest.key(7, "w1")), 1, 1)
                        .naming(List.of(ColumnName.of("d", "gloss")), 1));
        fixture.searcher.answers(request -> new SearchResult(2, true, false, hits));

        JsonNode answer = json(http.get(WORDS + "search?q=odd&versions=2"));

        assertThat(answer.at("/hits/0/versions").fieldNames())
                .toIterable()
                .as(answer.toString())
                .containsExactly("d:kind");
        assertThat(answer.at("/hits/1/versions").fieldNames()).toIterable().containsExactly("d:gloss");
    }
}
