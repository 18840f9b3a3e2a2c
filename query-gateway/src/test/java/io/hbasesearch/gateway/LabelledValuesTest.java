/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests name values as hits show them, where the definition transforms or labels them. */
class LabelledValuesTest {
    private static final String INDEX = "/v1/indexes/words/";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                        table: words
                        rowKey: {spec: {parts: {land: {type: ascii, width: 1}, user: {type: decimal, width: 3}}}}
                        fields:
                          land:  {key: land, type: keyword, labels: {"1": Austria, "2": Austria, "3": "4", "4": "3"}}
                          group: {key: user, type: int, labels: {"7": "70"}}
                          mail:  {column: 'd:mail', type: keyword, transform: lower}
                          level: {column: 'd:level', type: int, encoding: utf8, labels: {low: "1", high: "3"}}
                        """));
        for (String key : List.of("1007", "2007", "3007", "4007", "5008", "1070")) {
            fixture.table.put(key, "d", "mail", "Ann@Example.com");
        }
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<String> keys(String request, String rows) {
        JsonNode answer = json(http.get(INDEX + request));
        assertThat(answer.has("detail")).as(answer.toString()).isFalse();
        return answer.at(rows).findValuesAsText("key_text");
    }

    @Test
    void rowsAreReadByTheLabelsOfTheirParts() {
        assertThat(keys("rows?part.user=7&part.land=Austria", "/rows")).containsExactlyInAnyOrder("1007", "2007");
        assertThat(keys("rows?part.user=7&part.land=2", "/rows")).containsExactly("2007");
        assertThat(keys("rows?part.user=7&part.land=3", "/rows")).containsExactly("3007");
        assertThat(keys("rows?part.user=8&part.land=5", "/rows")).containsExactly("5008");
        assertThat(keys("rows?part.user=70&part.land=1", "/rows")).containsExactlyInAnyOrder("1007", "1070");
    }

    @Test
    void theTableFindsTheLabelsOfPartsAsAnIndexDoes() {
        assertThat(keys("search?plan=table&filter=land:Austria", "/hits")).containsExactly("1007", "1070", "2007");
        assertThat(keys("search?plan=table&filter=land:1%20group:70", "/hits")).containsExactly("1007", "1070", "2007");
        assertThat(keys("search?plan=table&filter=land:3", "/hits")).containsExactly("4007");
        assertThat(keys("search?plan=table&filter=land:(4%20OR%205)", "/hits")).containsExactly("3007", "5008");
        assertThat(keys("search?plan=table&filter=land:2%20group:7", "/hits")).containsExactly("1007", "1070", "2007");
        assertThat(keys("search?plan=table&filter=land:5%20group:7", "/hits")).isEmpty();
    }

    @Test
    void facetsTakeBoundsAndPrefixesAsFiltersDo() {
        String facets =
                """
                {"facets": {
                  "levels": {"ranges": {"field": "level", "ranges": [{"gte": "low", "lt": "high"}]}},
                  "mails": {"terms": {"field": "mail", "prefix": "Ann"}}}}
                """;

        assertThat(http.postJson(INDEX + "search", facets).statusCode()).isEqualTo(200);

        List<FacetRequest> asked = fixture.searcher.lastRequest.facets();
        FacetRequest.Ranges ranges = (FacetRequest.Ranges) asked.get(0);
        assertThat(ranges.buckets().get(0).range()).isEqualTo(new Query.Range("level", "1", true, "3", false));
        assertThat(((FacetRequest.Terms) asked.get(1)).prefix()).isEqualTo("ann");
    }
}
