/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.gateway.http.TestHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        JsonNode plan = json(http.get(INDEX + "explain?q=blue+whale&filter=-cetacean"));
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
}
