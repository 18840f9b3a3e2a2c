/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationTest {
    private static final String PATH = "/v1/indexes/words/search";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void anUnknownParameterIsAProblemThatSuggestsTheNearest() {
        HttpResponse<String> response = http.get(PATH + "?q=whale&sise=3");

        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = refused(response, 400, "USAGE");
        assertThat(problem.at("/detail").asText()).isEqualTo("unknown parameter 'sise'");
        assertThat(problem.at("/hint").asText()).isEqualTo("Did you mean 'size'?");
        assertThat(problem.at("/parameter").asText()).isEqualTo("sise");
        assertThat(problem.at("/instance").asText()).isEqualTo(PATH);
        assertThat(problem.at("/title").asText()).isNotEmpty();
        assertThat(problem.at("/type").asText()).isEqualTo("urn:hbase-search:problem:usage");
        assertThat(problem.at("/status").asInt()).isEqualTo(400);
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceWithPointersIntoTheBody() {
        JsonNode problem = refused(
                http.postJson(PATH, "{\"q\": 3, \"size\": \"ten\", \"highlght\": true, \"keyFormat\": \"hax\"}"),
                400,
                "USAGE");

        assertThat(problem.at("/errors")).hasSize(4);
        assertThat(problem.at("/errors").findValuesAsText("pointer"))
                .containsExactly("#/highlght", "#/q", "#/size", "#/keyFormat");
        assertThat(problem.at("/errors/3/hint").asText()).isEqualTo("Did you mean 'hex'?");
        assertThat(problem.at("/detail").asText()).contains("3 more");
    }

    /** Each of them alone would do. */
    @Test
    void filtersTooExpensiveTogetherAreRefusedAtTheFirstExcess() {
        String dear = IntStream.range(0, 14)
                .mapToObj(i -> "gloss:" + (char) ('a' + i) + "bcdefghijk~2")
                .collect(Collectors.joining(" OR "));
        String filters = IntStream.range(0, 15).mapToObj(i -> '"' + dear + '"').collect(Collectors.joining(","));

        JsonNode problem =
                refused(http.postJson(PATH, "{\"q\": \"whale\", \"filter\": [" + filters + "]}"), 400, "QUERY_INVALID");

        assertThat(problem.at("/errors/0/pointer").asText()).startsWith("#/filter");
        assertThat(problem.at("/detail").asText()).contains("the request costs", "abcdefghijk~2");
        assertThat(problem.at("/hint").asText()).contains("write ~1 in place of ~2");
        assertThat(http.postJson(PATH, "{\"q\": \"whale\", \"filter\": [\"" + dear + "\"]}")
                        .statusCode())
                .as("one of them")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size=-1 | size",
                "size=101 | size",
                "size=1.5 | size",
                "size=1&size=2 | size",
                "highlight=yes | highlight",
                "timeout=5 | timeout",
                "timeout=1ms | timeout",
                "timeout=6s | timeout",
                "keyFormat=octal | keyFormat",
                "columns=:gloss | columns",
                "columns=d:%5Cxz1 | columns",
                "q=%20 | q",
                "q=a&q=b | q",
            })
    void aBadValueIsNamed(String query, String parameter) {
        JsonNode problem = refused(http.get(PATH + "?" + query), 400, "USAGE");

        assertThat(problem.at("/parameter").asText()).isEqualTo(parameter);
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void aQueryThatCannotBeReadIsTheCallersProblem() {
        JsonNode problem = refused(http.get(PATH + "?q=%28whale"), 400, "QUERY_INVALID");

        assertThat(problem.at("/detail").asText()).isNotEmpty();
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void longQueriesAndManyFiltersAreRefused() {
        refused(http.get(PATH + "?q=" + "x".repeat(4_097)), 400, "USAGE");
        refused(http.get(PATH + "?q=x" + "&filter=gloss:x".repeat(17)), 400, "USAGE");
    }

    @Test
    void anUnknownIndexIsNotFoundAndTheNearestIsSuggested() {
        JsonNode problem = refused(http.get("/v1/indexes/wrods/search?q=whale"), 404, "NOT_FOUND");

        assertThat(problem.at("/hint").asText()).isEqualTo("Did you mean 'words'?");
    }

    @Test
    void aPostWantsOneSmallJsonObject() {
        refused(http.postJson(PATH, "{\"q\": \"whale\""), 400, "USAGE");
        refused(http.postJson(PATH, "{\"q\": \"a\", \"q\": \"b\"}"), 400, "USAGE");
        refused(http.postJson(PATH, "{} {}"), 400, "USAGE");
        refused(http.postJson(PATH, "[]"), 400, "USAGE");
        refused(http.postJson(PATH, ""), 400, "USAGE");
        refused(http.postJson(PATH, "[".repeat(1000)), 400, "USAGE");
        refused(http.postJson(PATH, "{\"q\": \"" + "x".repeat(70_000) + "\"}"), 413, "USAGE");
        refused(http.postJson(PATH + "?q=whale", "{}"), 400, "USAGE");
        HttpRequest.Builder form = http.request(PATH, "Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{\"q\": \"whale\"}"));
        refused(http.send(form), 415, "USAGE");
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void otherMethodsAreRefused() {
        HttpRequest.Builder delete = http.request("/v1/indexes/words").DELETE();

        JsonNode problem = refused(http.send(delete), 405, "USAGE");

        assertThat(problem.at("/detail").asText()).contains("method");
    }

    private static JsonNode refused(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        JsonNode problem = json(response);
        assertThat(problem.at("/code").asText()).isEqualTo(code);
        assertThat(response.body()).doesNotContain("\tat ", "Exception");
        return problem;
    }
}
