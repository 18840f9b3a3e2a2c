/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.gateway.http.TestHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that refusals name the fault and suggest what to write. */
class PlainRefusalsTest {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sort=usr | no field usr for sorting | Did you mean 'user'?",
                "sort=-user | no field -user for sorting | Write user:desc for descending order.",
                "sort=xyzxyz | no field xyzxyz for sorting | The fields for sorting are",
                "facet=knd | no field knd for facets | Did you mean 'kind'?",
                "sort=user:desc,kind | has several keys | Give each key alone",
                "sort=user,kind:desc | has several keys | Give each key alone",
                "sort=user:31.2,121.5 | The field user is of type | distances need a geo_point",
                "sort=usr:31.2,121.5 | no field usr | geo_point",
            })
    void ordersAndFacets(String query, String detail, String hint) {
        JsonNode problem = json(http.get(SEARCH + "?" + query));

        assertThat(problem.at("/status").asInt()).as(problem.toString()).isEqualTo(400);
        assertThat(problem.at("/detail").asText() + " " + problem.at("/hint").asText())
                .contains(detail)
                .contains(hint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'facets': {'p': {'field': 'kind'}}} | #/facets/p/field | unknown kind of facet 'field' | terms",
                "{'facets': {'p': {'term': {}}}} | #/facets/p/term | unknown kind of facet 'term' | Did you mean 'terms'?",
                "{'query': {'bool': {}}} | #/query | no clauses | must, should, must_not or filter",
                "{'query': {'bool': {'must': []}}} | #/query | no clauses | must, should, must_not or filter",
                "{'query': {'bool': {'must': [{'bool': {}}]}}} | #/query | no clauses | must, should, must_not or filter",
                "{'query': {'bool': {'must': [{'match': {'text': '!'}}]}}} | #/query | only signs | all",
                "{'sort': ['user:desc,kind']} | #/sort | has several keys | a list in a body",
            })
    void membersOfABody(String body, String pointer, String detail, String hint) {
        JsonNode problem = json(http.postJson(SEARCH, body.replace('\'', '"')));

        assertThat(problem.at("/status").asInt()).as(problem.toString()).isEqualTo(400);
        assertThat(problem.at("/pointer").asText()).isEqualTo(pointer);
        assertThat(problem.at("/detail").asText()).contains(detail);
        assertThat(problem.at("/hint").asText()).contains(hint);
    }

    @ParameterizedTest
    @CsvSource({
        "q=100%, q, percent escape",
        "q=a%2, q, percent escape",
        "q=%zz, q, percent escape",
        "q=%FF%FE, q, UTF-8",
        "q=a&zone=%C3, zone, UTF-8",
        "q=a&x%=1, x%, percent escape"
    })
    void whatAUrlCannotSay(String query, String parameter, String detail) throws Exception {
        String answer =
                http.raw("GET " + SEARCH + "?" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains(detail).contains("\"parameter\":\"" + parameter + "\"");
    }

    @Test
    void escapesOfEveryKindOfTextAreRead() {
        for (String text :
                new String[] {"100%25", "%E5%8F%91%E7%A5%A8", "%F0%9F%90%B3", "a+b", "a%20b&size=3", "%c3%a9"}) {
            assertThat(http.get(SEARCH + "?q=" + text).statusCode()).as(text).isEqualTo(200);
        }
    }
}
