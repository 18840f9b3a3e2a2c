/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that hits are checked against their rows. */
class VerifyTest {
    private static final String SEARCH = "/v1/indexes/words/search?keyFormat=text&q=synset:(one%20OR%20two)&verify=";
    private static final RowKey ONE = RowKey.utf8("one");
    private static final RowKey TWO = RowKey.utf8("two");

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.table.put("one", "d", "gloss", "a whale");
        fixture.table.put("two", "d", "gloss", "a boat");
        fixture.searcher.finds(ONE, TWO);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void indexed(RowKey row, long version, String gloss) {
        DocumentId id = DocumentId.of(row);
        Document document = new Document(Map.of("synset", row.toString(), "gloss", gloss));
        fixture.searcher.documents.put(id, new IndexedDocument(id, row, version, IndexedDocument.State.LIVE, document));
    }

    private static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key");
    }

    @Test
    void withoutACheckTheIndexsWordIsTakenAndNoRowIsRead() {
        fixture.table.delete("two");

        JsonNode answer = json(http.get(SEARCH + "none"));

        assertThat(keys(answer)).containsExactly("one", "two");
        assertThat(answer.at("/hits/0").has("fields")).isFalse();
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(answer.at("/degraded")).isEmpty();
        assertThat(fixture.table.reads).hasValue(0);
        assertThat(fixture.announcer.touched).isEmpty();
    }

    @Test
    void existsHidesWhatIsGone() {
        fixture.table.delete("two");

        JsonNode answer = json(http.get(SEARCH + "exists"));

        assertThat(keys(answer)).containsExactly("one");
        assertThat(answer.at("/verification/stale").asInt()).isEqualTo(1);
        assertThat(fixture.searcher.gets).hasValue(0);
    }

    @Test
    void versionCheckRefreshesAnOutdatedHitWhoseRowStillMatches() {
        indexed(ONE, RowVersion.of(1, 0).value(), "a whale");
        indexed(TWO, RowVersion.of(1, 1).value(), "a canoe");

        JsonNode answer = json(http.get(SEARCH + "version"));

        assertThat(keys(answer)).containsExactly("one", "two");
        assertThat(answer.at("/hits/1/fields/gloss").asText()).isEqualTo("a boat");
        assertThat(answer.at("/verification/behind").asInt()).isEqualTo(1);
        assertThat(answer.at("/verification/stale").asInt()).isZero();
        assertThat(fixture.announcer.touched).containsExactly(TWO);
        assertThat(fixture.searcher.gets).hasValue(0);
        assertThat(fixture.searcher.batches).hasValue(1);
    }

    @Test
    void versionCheckHidesAnOutdatedHitThatMayNotMatch() {
        indexed(ONE, RowVersion.of(1, 0).value(), "a whale");

        JsonNode answer = json(http.get("/v1/indexes/words/search?keyFormat=text&q=whale&verify=version"));

        assertThat(keys(answer)).containsExactly("one");
        assertThat(answer.at("/verification/stale").asInt()).isEqualTo(1);
        assertThat(answer.at("/verification/behind").asInt()).isEqualTo(1);
    }

    @Test
    void matchHidesARowThatIsNoMatchAnyMore() {
        fixture.table.put("three", "d", "gloss", "a tree");
        fixture.searcher.finds(ONE, RowKey.utf8("three"));

        JsonNode answer = json(http.get(SEARCH + "match"));

        assertThat(keys(answer)).containsExactly("one");
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("match");
        assertThat(fixture.announcer.touched).containsExactly(RowKey.utf8("three"));
    }

    @Test
    void matchAsksTheIndexsAnalyzersAboutWords() {
        fixture.matcher.set((query, document) ->
                String.valueOf(document.fields().get("gloss")).contains("whale"));

        JsonNode answer = json(http.get("/v1/indexes/words/search?keyFormat=text&q=whale&verify=match"));

        assertThat(keys(answer)).containsExactly("one");
        assertThat(answer.at("/verification/stale").asInt()).isEqualTo(1);
        assertThat(fixture.announcer.touched).containsExactly(TWO);
    }

    @Test
    void aCheckEndsWithTheDeadlineAndNamesASmallerSize() {
        CountDownLatch never = new CountDownLatch(1);
        fixture.matcher.set((query, document) -> {
            try {
                return !never.await(1_600, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        HttpResponse<String> late = http.get("/v1/indexes/words/search?q=whale&verify=match&timeout=1500ms");

        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(json(late).at("/detail").asText()).contains("1 of 2 hits");
        assertThat(json(late).at("/hint").asText()).contains("smaller size");
    }

    @Test
    void matchIsRefusedWhereOnlyTheIndexKnowsTheAnalyzer() {
        HttpResponse<String> refused = http.get("/v1/indexes/words/search?q=whale&verify=match");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/detail").asText())
                .contains("only the index knows")
                .contains("gloss");
        assertThat(json(refused).at("/parameter").asText()).isEqualTo("verify");
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void anUnknownCheckIsRefused() {
        HttpResponse<String> refused = http.get(SEARCH + "exist");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/hint").asText()).isEqualTo("Did you mean 'exists'?");
    }
}
