/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.gateway.http.TestHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of an index whose definition names a file of synonyms. */
class SynonymsTest {
    private static final String INDEX = "/v1/indexes/words/";

    @TempDir
    Path directory;

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        offer("whale, cetacean\n");
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void offer(String synonyms) throws IOException {
        Files.writeString(directory.resolve("words.txt"), synonyms);
        Path file = Files.writeString(
                directory.resolve("words.yaml"),
                """
                table: words
                synonyms: words.txt
                fields:
                  gloss: {column: 'd:gloss', type: text}
                  day: {column: 'd:day', type: date}
                """);
        fixture.offer(new IndexDefinitionReader(Map.of()).readFile(file));
    }

    private String asked(String parameters) {
        assertThat(http.get(INDEX + "search?" + parameters).statusCode()).isEqualTo(200);
        SearchRequest request = fixture.searcher.lastRequest;
        return request.query() + " " + request.filters();
    }

    @Test
    void queryTreesAndFiltersAreSearchedWithSynonyms() {
        assertThat(asked("q=blue+whale")).contains("text=cetacean").contains("text=blue whale");
        assertThat(asked("q=*&filter=whale")).contains("text=cetacean");
        assertThat(asked("q=%22whale%22")).doesNotContain("cetacean");
        assertThat(http.postJson(
                                INDEX + "search",
                                "{\"query\": {\"match\": {\"text\": \"whale\"}}, \"sort\": [\"_key\"]}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query().toString()).contains("text=cetacean");
    }

    @Test
    void explainListsTheSynonyms() {
        JsonNode plan = json(http.get(INDEX + "explain?q=blue+whale&filter=cetacean"));
        assertThat(plan.at("/synonyms").toString()).isEqualTo("[\"whale: cetacean\",\"cetacean: whale\"]");
        assertThat(json(http.get(INDEX + "explain?q=blue")).has("synonyms")).isFalse();
    }

    @Test
    void changedRulesApplyToTheNextQuery() throws IOException {
        assertThat(asked("q=whale")).contains("text=cetacean");
        offer("whale => leviathan\n");
        assertThat(asked("q=whale")).contains("text=leviathan").doesNotContain("cetacean");
    }

    @Test
    void aRequestThatWouldCostTooMuchIsAnsweredWithoutSynonyms() throws IOException {
        StringBuilder rule = new StringBuilder("whale => ");
        for (int i = 0; i < 20; i++) {
            rule.append(i == 0 ? "" : ", ").append("a b c d e f").append(i);
        }
        offer(rule + "\n");
        String words = "whale+".repeat(190);
        JsonNode answer = json(http.get(INDEX + "search?q=" + words));
        assertThat(answer.at("/notes").toString()).contains("synonyms were left out");
        assertThat(fixture.searcher.lastRequest.query().toString()).doesNotContain("a b c");
    }

    /** Rules that change between two pages change scores; only queries with words of these rules are concerned. */
    @Test
    void aCursorByScoreBelongsToTheSynonymsOfItsQuery() throws IOException {
        fixture.searcher.findsUpToSize(List.of(RowKey.utf8("a"), RowKey.utf8("b"), RowKey.utf8("c")));
        String blue = INDEX + "search?verify=none&size=1&q=blue";
        String ofBlue = "&cursor=" + json(http.get(blue)).at("/next").asText();
        String whale = INDEX + "search?verify=none&size=1&q=whale";
        String ofWhale = "&cursor=" + json(http.get(whale)).at("/next").asText();
        String byDay = whale + "&sort=day";
        String ofDay = "&cursor=" + json(http.get(byDay)).at("/next").asText();
        assertThat(http.get(whale + ofWhale).statusCode()).isEqualTo(200);

        offer("whale, leviathan\n");
        assertThat(json(http.get(whale + ofWhale)).at("/parameter").asText()).isEqualTo("cursor");
        assertThat(http.get(blue + ofBlue).statusCode()).isEqualTo(200);
        assertThat(http.get(byDay + ofDay).statusCode()).isEqualTo(200);
    }
}
