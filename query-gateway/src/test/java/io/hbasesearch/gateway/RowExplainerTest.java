/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.fuzz.FuzzedGateway.cell;
import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.fuzz.FuzzedGateway;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Why a row is found: each clause of the query, compared with the row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RowExplainerTest {
    private static final RowKey KEY = RowKey.utf8("k");
    private static final RowKey BROKEN = RowKey.utf8("broken");
    private static final String DEFINITION =
            """
            table: words
            fields:
              subject: {column: 'd:subject', type: text}
              body: {column: 'd:body', type: text}
              kind: {column: 'd:kind', type: keyword}
              size: {column: 'd:size', type: long, encoding: utf8}
            """;

    private FuzzedGateway gateway;
    private TestHttp http;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        Row row = new Row(
                KEY,
                List.of(
                        cell("body", "The whale swims in the sea."),
                        cell("kind", "odd"),
                        cell("size", "7"),
                        cell("subject", "A white whale")));
        Row broken = new Row(BROKEN, List.of(cell("size", "seven")));
        gateway = new FuzzedGateway(
                directory,
                List.of(),
                DEFINITION,
                new FuzzedGateway.Rows(Map.of(KEY, row), Map.of(KEY, row, BROKEN, broken)),
                GatewayCapabilities.none().withMatcher(new LuceneQueryMatcher()));
        http = new TestHttp(gateway.port());
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
    }

    @Test
    void eachClauseTellsWhetherAndWhereTheRowMatches() {
        JsonNode answer = explain(
                KEY,
                "q=" + encoded("whale (ocean OR \"in the sea\") -shark kind:odd") + "&filter="
                        + encoded("size>3 size<5"));

        assertThat(answer.get("matches").booleanValue()).isFalse();
        assertThat(clauses(answer))
                .containsExactly(
                        "must whale true [subject, body]",
                        "should ocean false []",
                        "should \"in the sea\" true [body]",
                        "must kind:odd true [kind]",
                        "must_not shark false []",
                        "filter size:{3 TO *] true [size]",
                        "filter size:[* TO 5} false []");
        assertThat(answer.at("/as_of/basis").textValue()).isEqualTo("table");
    }

    @Test
    void aRowThatMatchesSaysSo() {
        JsonNode answer = explain(KEY, "q=" + encoded("whal* subject:white") + "&keyFormat=binary");

        assertThat(answer.get("matches").booleanValue()).isTrue();
        assertThat(answer.get("key").textValue()).isEqualTo("k");
        assertThat(clauses(answer))
                .containsExactly("must whal* true [subject, body]", "must subject:white true [subject]");
    }

    @Test
    void anExcludedGroupIsOneClause() {
        JsonNode answer = explain(KEY, "q=" + encoded("whale -(shark ocean) -(shark -whale)"));

        assertThat(answer.get("matches").booleanValue()).isTrue();
        assertThat(clauses(answer))
                .hasSize(3)
                .filteredOn(clause -> clause.startsWith("must_not"))
                .allSatisfy(clause -> assertThat(clause).endsWith(" false []"));
    }

    @Test
    void aRowThatDoesNotFitTheDefinitionSaysWhy() {
        JsonNode answer = explain(BROKEN, "q=whale");

        assertThat(answer.get("matches").booleanValue()).isFalse();
        assertThat(answer.get("unmappable").textValue()).contains("size");
        assertThat(answer.get("clauses")).isEmpty();
    }

    @Test
    void aRowThatIsNotThereIsNotFound() {
        assertThat(http.get("/v1/indexes/words/explain/AAAA?q=whale").statusCode())
                .isEqualTo(404);
    }

    private JsonNode explain(RowKey key, String parameters) {
        String shown = parameters.contains("keyFormat") ? "k" : key.base64Url();
        return json(http.get("/v1/indexes/words/explain/" + shown + "?" + parameters));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<String> clauses(JsonNode answer) {
        List<String> all = new ArrayList<>();
        answer.get("clauses").forEach(each -> {
            List<String> fields = new ArrayList<>();
            each.get("fields").forEach(field -> fields.add(field.textValue()));
            all.add(each.get("occurs").textValue() + " " + each.get("clause").textValue() + " " + each.get("matches")
                    + " " + fields);
        });
        return all;
    }
}
