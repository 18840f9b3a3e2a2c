/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Query trees, orders, facets and suggestions: how they are read, and how it is told what is wrong with them. */
class QueryBodyTest {
    private static final String SEARCH = "/v1/indexes/words/search";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aTreeStandsWhereATextCan() {
        HttpResponse<String> answer = http.postJson(
                SEARCH,
                """
                {"query": {"bool": {"must": [{"match": {"field": "gloss", "text": "whale"}}]}},
                 "filter": ["user:7", {"term": {"field": "kind", "value": "odd"}}]}
                """);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        Query.Bool query = (Query.Bool) fixture.searcher.lastRequest.query();
        assertThat(query.must()).containsExactly(new Query.Word(List.of("gloss"), "whale"));
        assertThat(fixture.searcher.lastRequest.filters())
                .containsExactly(new Query.Word(List.of("user"), "7"), new Query.Word(List.of("kind"), "odd"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'query': {'bool': {'must': [{'mach': {}}]}}} | #/query/bool/must/0/mach",
                "{'query': {'term': {'field': 'knd', 'value': 1}}} | #/query/term/field",
                "{'filter': ['user:7', {'range': {'field': 'user', 'gt': 'x'}}]} | #/filter/1/range",
                "{'filter': {'exists': {}}} | #/filter/exists",
                "{'q': '(a'} | #/q",
                "{'q': 'a', 'query': {'all': {}}} | #/query",
                "{'query': 'a'} | #/query",
                "{'query': {'range': {'field': 'user', 'gt': 1e999999999999}}} | #",
                "{'sort': ['user', 'gloss']} | #/sort/1",
                "{'sort': 'user:up'} | #/sort",
                "{'facets': {'a': {'terms': {'field': 'gloss'}}}} | #/facets/a/terms/field",
                "{'facets': {'a': {'terms': {'field': 'kind', 'sise': 1}}}} | #/facets/a/terms/sise",
                "{'facets': {'a': {'terms': {'field': 'kind', 'size': 0}}}} | #/facets/a/terms/size",
                "{'facets': {'a/b': {'term': {}}}} | #/facets/a~1b/term",
                "{'facets': {'a': {'ranges': {'field': 'user', 'ranges': [{'lt': 1}, {'gt': 'x'}]}}}} | #/facets/a/ranges/ranges/1",
                "{'facets': {'a': {'ranges': {'field': 'user', 'ranges': []}}}} | #/facets/a/ranges",
                "{'facets': {'a': {'date_histogram': {'field': 'user', 'interval': 'day'}}}} | #/facets/a/date_histogram/field",
                "{'facets': []} | #/facets",
            },
            quoteCharacter = '`')
    void whatIsWrongIsPointedAt(String body, String pointer) {
        HttpResponse<String> refused = http.postJson(SEARCH, body.replace('\'', '"'));

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(json(refused).at("/pointer").asText()).as(refused.body()).isEqualTo(pointer);
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "q=%28a, q",
        "filter=nosuch:a, filter",
        "sort=gloss, sort",
        "sort=user:desc:middle, sort",
        "sort=_score:desc:first, sort",
        "facet=gloss, facet",
        "facet=kind&facet=kind, facet"
    })
    void inTheUrlTheParameterIsNamed(String query, String parameter) {
        JsonNode problem = json(http.get(SEARCH + "?" + query));

        assertThat(problem.at("/status").asInt()).as(problem.toString()).isEqualTo(400);
        assertThat(problem.at("/parameter").asText()).isEqualTo(parameter);
    }

    /** The row, which decides between equal ones, is not counted. */
    @Test
    void hitsAreOrderedByEightKeys() {
        assertThat(http.get(SEARCH + "?plan=search" + "&sort=user".repeat(8)).statusCode())
                .isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.sort()).hasSize(9);
    }

    @Test
    void anOrderEndsWithTheRowKey() {
        http.get(SEARCH + "?sort=user:desc&sort=kind:asc:first&plan=search");

        assertThat(fixture.searcher.lastRequest.sort())
                .containsExactly(
                        new SortKey.Field("user", true, false),
                        new SortKey.Field("kind", false, true),
                        new SortKey.RowOrder(false));
        http.get(SEARCH + "?sort=_score&sort=_key:desc");
        assertThat(fixture.searcher.lastRequest.sort())
                .containsExactly(new SortKey.Score(true), new SortKey.RowOrder(true));
    }

    @Test
    void theTableAnswersInTheOrderOfItsKeysAndInNoOther() {
        String explain = "/v1/indexes/words/explain?filter=user:7&sort=";
        assertThat(json(http.get(explain + "_key")).at("/plan").asText()).isEqualTo("table");
        assertThat(json(http.get(explain + "item")).at("/plan").asText()).isEqualTo("table");
        assertThat(json(http.get(explain + "item:desc")).at("/plan").asText()).isEqualTo("search");
        assertThat(json(http.get(explain + "kind")).at("/plan").asText()).isEqualTo("search");
        assertThat(json(http.get("/v1/indexes/words/explain?filter=user:7&facet=kind"))
                        .at("/reason")
                        .asText())
                .contains("facets");
    }

    @Test
    void filtersAndAlternativesOfATreeTellKeysToo() {
        JsonNode one = json(
                http.postJson(
                        "/v1/indexes/words/explain",
                        """
                {"query": {"bool": {"filter": [{"term": {"field": "user", "value": 7}}, {"term": {"field": "item", "value": "a"}}]}}}
                """));
        assertThat(one.at("/path").asText()).isEqualTo("get");
        JsonNode two = json(
                http.postJson(
                        "/v1/indexes/words/explain",
                        """
                {"filter": {"bool": {"should": [{"term": {"field": "user", "value": 7}}, {"term": {"field": "kind", "value": "a"}}],
                 "minimum": 2}}}
                """));
        assertThat(two.at("/plan").asText()).isEqualTo("search");
    }

    @Test
    void facetsAreReadFromUrlAndBody() {
        http.get(SEARCH + "?facet=kind&facet=user");
        assertThat(fixture.searcher.lastRequest.facets())
                .containsExactly(
                        new FacetRequest.Terms("kind", "kind", 10), new FacetRequest.Terms("user", "user", 10));

        JsonNode answer = json(
                http.postJson(
                        SEARCH,
                        """
                {"facets": {"kinds": {"terms": {"field": "kind", "size": 3, "prefix": "o"}},
                            "users": {"ranges": {"field": "user", "ranges": [{"key": "low", "lt": 5}, {"gte": 5}]}}}}
                """));

        assertThat(fixture.searcher.lastRequest.facets().get(0))
                .isEqualTo(new FacetRequest.Terms("kinds", "kind", 3, "o"));
        FacetRequest.Ranges ranges =
                (FacetRequest.Ranges) fixture.searcher.lastRequest.facets().get(1);
        assertThat(ranges.buckets().stream().map(FacetRequest.Ranges.Bucket::key))
                .containsExactly("low", "[5,)");
        assertThat(answer.at("/facets/kinds/buckets").isArray()).isTrue();
    }

    @Test
    void suggestionsAreForKeywordFields() {
        JsonNode answer = json(http.get("/v1/indexes/words/suggest?field=kind&prefix=o&filter=user:7&size=3"));

        assertThat(answer.at("/field").asText()).isEqualTo("kind");
        assertThat(answer.at("/values").isArray()).isTrue();
        assertThat(fixture.searcher.lastRequest.filters()).hasSize(1);
        for (String bad : List.of("", "field=gloss", "field=knd", "field=kind&size=0", "field=kind&filter=(")) {
            HttpResponse<String> refused = http.get("/v1/indexes/words/suggest?" + bad);
            assertThat(refused.statusCode()).as(bad).isEqualTo(400);
        }
        assertThat(json(http.get("/v1/indexes/words/suggest?field=knd"))
                        .at("/hint")
                        .asText())
                .isEqualTo("Did you mean 'kind'?");
    }
}
