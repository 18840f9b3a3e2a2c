/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that rows are scored as the definition or the request says, and that explain shows it. */
class RankingRequestTest {
    private static final String SEARCH = "/v1/indexes/words/search";
    private static final String EXPLAIN = "/v1/indexes/words/explain";
    private static final ScoreFunction VIEWS = new ScoreFunction.Logarithm("views", 100, 1);
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "words",
            """
            table: words
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
            fields:
              gloss: {column: 'd:gloss', type: text}
              title: {column: 'd:title', type: text}
              kind: {column: 'd:kind', type: keyword}
              day: {column: 'd:day', type: date}
              views: {column: 'd:views', type: long}
            ranking: {tie: 0.25, functions: [{log: {field: views, pivot: 100}}]}
            """);

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(DEFINITION);
        for (String item : List.of("a", "b")) {
            fixture.table.put(PlanTest.key(7, item), "d", "gloss", "a whale");
        }
        fixture.searcher.findsUpToSize(List.of(RowKey.utf8(PlanTest.key(7, "a")), RowKey.utf8(PlanTest.key(7, "b"))));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Scoring scoring(String body) {
        HttpResponse<String> answer = http.postJson(SEARCH, body.replace('\'', '"'));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return fixture.searcher.lastRequest.scoring().scoring();
    }

    @Test
    void aRequestsRankingReplacesThatOfTheDefinition() {
        assertThat(scoring("{'q': 'whale'}")).isEqualTo(new Scoring(0.25f, List.of(VIEWS)));
        assertThat(scoring("{'q': 'whale', 'ranking': {}}")).isEqualTo(new Scoring(0.25f, List.of(VIEWS)));
        assertThat(scoring("{'q': 'whale', 'ranking': {'tie': 1}}")).isEqualTo(new Scoring(1, List.of(VIEWS)));
        assertThat(scoring("{'q': 'whale', 'ranking': {'functions': []}}")).isEqualTo(new Scoring(0.25f, List.of()));
        assertThat(scoring("{'q': 'whale', 'ranking': {'tie': 0, 'functions': ["
                        + "{'recency': {'field': 'day', 'halfLife': '12h', 'weight': 2.5}},"
                        + "{'saturation': {'field': 'views', 'at': 1e3}}]}}"))
                .isEqualTo(new Scoring(
                        0,
                        List.of(
                                new ScoreFunction.Recency("day", Duration.ofHours(12), 2.5f),
                                new ScoreFunction.Saturation("views", 1000, 1))));
    }

    @Test
    void anotherOrderNeedsNoScores() {
        assertThat(scoring("{'q': 'whale', 'sort': 'views', 'ranking': {'tie': 1}}"))
                .isEqualTo(Scoring.DEFAULT);
    }

    @Test
    void nowIsTheSameOnAllPages() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        JsonNode page = json(http.get(SEARCH + "?q=whale&size=1"));
        Instant now = fixture.searcher.lastRequest.scoring().now();
        assertThat(now).isBetween(before, Instant.now());

        http.get(SEARCH + "?q=whale&size=1&cursor=" + page.at("/next").asText());
        assertThat(fixture.searcher.lastRequest.scoring().now()).isEqualTo(now.truncatedTo(ChronoUnit.MILLIS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'ranking': 1} | #/ranking | must be an object",
                "{'ranking': {'ties': 1}} | #/ranking/ties | Did you mean 'tie'?",
                "{'ranking': {'tie': '1'}} | #/ranking/tie | a number from 0 to 1",
                "{'ranking': {'tie': -0.1}} | #/ranking/tie | a number from 0 to 1",
                "{'ranking': {'functions': {}}} | #/ranking/functions | must be a list",
                "{'ranking': {'functions': [1]}} | #/ranking/functions/0 | Write {recency:",
                "{'ranking': {'functions': [{'log': {'field': 'views'}}]}} | #/ranking/functions/0/log | 'pivot' is missing",
                "{'ranking': {'functions': [{'lgo': {}}]}} | #/ranking/functions/0/lgo | Did you mean 'log'?",
                "{'ranking': {'functions': [{'log': {'field': 'view', 'pivot': 1}}]}} | #/ranking/functions/0/log/field | Did you mean 'views'?",
                "{'ranking': {'functions': [{'log': {'field': 'gloss', 'pivot': 1}}]}} | #/ranking/functions/0/log/field | of type text",
                "{'ranking': {'functions': [{'recency': {'field': 'day', 'halfLife': 7}}]}} | #/ranking/functions/0/recency/halfLife | Write 7d",
                "{'ranking': {'functions': [{'saturation': {'field': 'views', 'at': 1e400}}]}} | #/ranking/functions/0/saturation/at | a number from",
                "{'filter': [{'ranking': {}}]} | #/filter/0/ranking | ranking",
            })
    void whatIsWrongIsPointedAt(String body, String pointer, String text) {
        HttpResponse<String> refused = http.postJson(SEARCH, body.replace('\'', '"'));

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(json(refused).at("/pointer").asText()).as(refused.body()).isEqualTo(pointer);
        assertThat(refused.body()).contains(text);
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void aCountHasNoRankingAndNeitherHasAUrl() {
        assertThat(http.postJson("/v1/indexes/words/count", "{\"ranking\": {}}").statusCode())
                .isEqualTo(400);
        assertThat(http.get(SEARCH + "?ranking=x").statusCode()).isEqualTo(400);
    }

    @Test
    void explainSaysWhatScoresAreMadeOf() {
        JsonNode scoring = json(http.get(EXPLAIN + "?q=big%20whale")).at("/scoring");

        assertThat(scoring.at("/tie").asDouble()).isEqualTo(0.25);
        assertThat(scoring.at("/functions/0/log/field").asText()).isEqualTo("views");
        assertThat(scoring.at("/functions/0/log/pivot").asDouble()).isEqualTo(100);
        assertThat(scoring.at("/clauses")).hasSize(4);
        assertThat(scoring.toString()).doesNotContainPattern("\\w+\\[\\w+=");
        assertThat(scoring.at("/clauses/3").asText()).contains("kind").contains("big whale");
        assertThat(json(http.get(EXPLAIN + "?q=whale&sort=day")).has("scoring")).isFalse();
        assertThat(json(http.get(EXPLAIN + "?filter=user:7&plan=table")).has("scoring"))
                .isFalse();
    }

    @Test
    void theTableDoesNotAnswerInPlaceOfAnOrderByFunctions() {
        JsonNode explained = json(http.get(EXPLAIN + "?filter=user:7"));
        assertThat(explained.at("/plan").asText()).as(explained.toString()).isEqualTo("search");
        assertThat(explained.at("/reason").asText()).contains("score functions").contains("plan=table");

        for (String asked :
                List.of("filter=user:7&plan=table", "filter=user:7&sort=_key", "filter=user:7&filter=item:a")) {
            assertThat(json(http.get(EXPLAIN + "?" + asked)).at("/plan").asText())
                    .as(asked)
                    .isEqualTo("table");
        }
        String without = "{\"filter\": \"user:7\", \"ranking\": {\"functions\": []}}";
        assertThat(json(http.postJson(EXPLAIN, without)).at("/plan").asText()).isEqualTo("table");
    }

    @Test
    void aCursorBelongsToItsRanking() {
        String body = "{\"q\": \"whale\", \"size\": 1, \"ranking\": {\"tie\": %s}%s}";
        String next = json(http.postJson(SEARCH, body.formatted("0.5", "")))
                .at("/next")
                .asText();
        String cursor = ", \"cursor\": \"" + next + "\"";

        assertThat(http.postJson(SEARCH, body.formatted("0.5", cursor)).statusCode())
                .isEqualTo(200);
        Instant second = fixture.searcher.lastRequest.scoring().now();
        assertThat(http.postJson(SEARCH, body.formatted("0.75", cursor)).statusCode())
                .isEqualTo(400);
        assertThat(second).isAfter(Instant.now().minus(Duration.ofHours(1)));
    }

    /** Settings that change what scores are apply at once, also between two pages. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ranking: {tie: 0.25} | ranking: {tie: 0.5}",
                "ranking: {tie: 0.25} |",
                "| ranking: {functions: [{log: {field: views, pivot: 100}}]}",
                "title: {column: 'd:title', type: text, weight: 2} | title: {column: 'd:title', type: text}",
                "title: {column: 'd:title', type: text} | title: {column: 'd:title', type: text, default: false}",
            })
    void aCursorByScoreBelongsToTheScoresOfItsDefinition(String before, String after) {
        for (String order : List.of("", "&sort=_score:asc")) {
            fixture.offer(definition(before));
            String path = SEARCH + "?q=whale&size=1" + order;
            String cursor = "&cursor=" + json(http.get(path)).at("/next").asText();
            assertThat(http.get(path + cursor).statusCode()).isEqualTo(200);
            fixture.offer(definition(after));
            HttpResponse<String> refused = http.get(path + cursor);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
            assertThat(json(refused).at("/parameter").asText()).isEqualTo("cursor");
            assertThat(json(refused).at("/detail").asText()).contains("another");
        }
        fixture.offer(definition(before));
        String byDay = SEARCH + "?q=whale&size=1&sort=day&cursor=";
        String next = json(http.get(byDay.replace("&cursor=", ""))).at("/next").asText();
        fixture.offer(definition(after));
        assertThat(http.get(byDay + next).statusCode()).isEqualTo(200);
    }

    private static IndexDefinition definition(@Nullable String setting) {
        boolean isOfField = setting != null && setting.startsWith("title");
        return DefinitionText.read(
                "words",
                """
                table: words
                fields:
                  gloss: {column: 'd:gloss', type: text}
                  day: {column: 'd:day', type: date}
                  kind: {column: 'd:kind', type: keyword}
                  views: {column: 'd:views', type: long}
                """
                        + (setting == null ? "" : (isOfField ? "  " : "") + setting + "\n"));
    }

    /** The tie of the definition does not matter to a request that has its own. */
    @Test
    void aCursorOfAnOwnRankingOutlivesTheOneOfTheDefinition() {
        String body = "{\"q\": \"whale\", \"size\": 1, \"ranking\": {\"tie\": 0.75}%s}";
        fixture.offer(definition("ranking: {tie: 0.25}"));
        String next =
                json(http.postJson(SEARCH, body.formatted(""))).at("/next").asText();
        fixture.offer(definition("ranking: {tie: 0.5}"));

        assertThat(http.postJson(SEARCH, body.formatted(", \"cursor\": \"" + next + "\""))
                        .statusCode())
                .isEqualTo(200);
    }
}
