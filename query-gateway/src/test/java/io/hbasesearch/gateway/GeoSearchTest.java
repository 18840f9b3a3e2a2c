/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for points, and hits in the order of distances. */
class GeoSearchTest {
    private static final String SEARCH = "/v1/indexes/words/search";
    private static final GeoPoint HERE = new GeoPoint(31.2, 121.5);

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                        table: words
                        rowKey:
                          spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
                        fields: {name: {column: 'd:name', type: text}, location: {column: 'd:loc', type: geo_point, separator: ';'}}
                        """));
        fixture.table.put("0007-a", "d", "loc", "31.2,121.5");
        fixture.table.put("0007-b", "d", "loc", "31.3,121.5");
        fixture.table.put("0007-c", "d", "loc", "32.2,121.5;31.21,121.5");
        fixture.table.put("0007-d", "d", "name", "nowhere");
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key_text");
    }

    @Test
    void anOrderByDistanceIsReadAndItsHitsShowTheirDistance() {
        fixture.searcher.finds(
                RowKey.utf8("0007-a"), RowKey.utf8("0007-b"), RowKey.utf8("0007-c"), RowKey.utf8("0007-d"));

        JsonNode nearest = json(http.get(SEARCH + "?sort=location:31.2,121.5"));
        assertThat(fixture.searcher.lastRequest.sort())
                .containsExactly(new SortKey.Distance("location", HERE, false, false), new SortKey.RowOrder(false));
        assertThat(nearest.at("/hits/0/distance").asDouble(-1)).isEqualTo(0);
        assertThat(nearest.at("/hits/1/distance").asDouble()).isBetween(11_119.0, 11_120.0);
        assertThat(nearest.at("/hits/2/distance").asDouble()).isBetween(1_111.9, 1_112.0);
        assertThat(nearest.at("/hits/3").has("distance")).isFalse();

        JsonNode farthest = json(http.get(SEARCH + "?sort=location:31.2,121.5:desc:first&sort=_key:desc"));
        assertThat(fixture.searcher.lastRequest.sort())
                .containsExactly(new SortKey.Distance("location", HERE, true, true), new SortKey.RowOrder(true));
        assertThat(farthest.at("/hits/2/distance").asDouble()).isBetween(111_194.0, 111_196.0);
        assertThat(json(http.get(SEARCH)).at("/hits/0").has("distance")).isFalse();
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() {
        List<SearchResult.Hit> all = new ArrayList<>();
        for (String key : List.of("0007-c", "0007-b", "0007-a")) {
            float meters = 111_195.08f / (all.size() + 1);
            String id = DocumentId.of(RowKey.utf8(key)).value();
            all.add(new SearchResult.Hit(
                    RowKey.utf8(key),
                    RowVersion.of(1, 1).value(),
                    meters,
                    new SortValues(List.of((double) meters, id))));
        }
        fixture.searcher.answers(request -> fixture.searcher.page(all, request));

        String order = "?sort=location:31.2,121.5:desc:first&size=1";
        JsonNode first = json(http.get(SEARCH + order));
        JsonNode second =
                json(http.get(SEARCH + order + "&cursor=" + first.at("/next").asText()));
        JsonNode again = json(
                http.get(SEARCH + order + "&cursor=" + second.at("/previous").asText()));
        assertThat(keys(first)).containsExactly("0007-c");
        assertThat(keys(second)).containsExactly("0007-b");
        assertThat(keys(again)).containsExactly("0007-c");
        assertThat(http.get(SEARCH + "?sort=location:31.2,121.6:desc:first&size=1&cursor="
                                + first.at("/next").asText())
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void theTableAnswersQueriesForPoints() {
        String near =
                "{\"filter\": [\"user:7\", {\"geo_distance\": {\"field\": \"location\", \"lat\": 31.2, \"lon\": 121.5,"
                        + " \"distance\": \"2km\"}}], \"plan\": \"table\"}";
        assertThat(keys(json(http.postJson(SEARCH, near)))).containsExactly("0007-a", "0007-c");
        String box = "{\"filter\": [\"user:7\", {\"geo_box\": {\"field\": \"location\", \"top\": 31.3, \"left\": 121,"
                + " \"bottom\": 31.205, \"right\": 122}}], \"plan\": \"table\"}";
        assertThat(keys(json(http.postJson(SEARCH, box)))).containsExactly("0007-b", "0007-c");
        String one = "?filter=user:7&filter=item:b&sort=location:31.2,121.5&plan=table";
        assertThat(json(http.get(SEARCH + one)).at("/hits/0/distance").asDouble())
                .isBetween(11_119.0, 11_120.0);
    }

    @Test
    void aTreeReachesTheIndex() {
        String box =
                "{\"query\": {\"geo_box\": {\"field\": \"location\", \"top\": 1, \"left\": 170, \"bottom\": -1, \"right\": -170}}}";
        assertThat(http.postJson(SEARCH, box).statusCode()).isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(new Query.GeoBox("location", 1, 170, -1, -170));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort=location",
                "sort=location:91,0",
                "sort=location:1,x",
                "sort=location:1,2:up",
                "sort=location:1,2:asc:never",
                "sort=name:1,2",
                "sort=nosuch:1,2",
                "sort=_key:1,2",
                "sort=_score:1,2",
                "facet=location",
                "q=location:31",
                "filter=location:[1+TO+2]"
            })
    void wrongParametersAreRefusedWithAReason(String parameter) {
        HttpResponse<String> refused = http.get(SEARCH + "?" + parameter);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        JsonNode error = json(refused).at("/errors/0");
        assertThat(error.at("/parameter").asText()).isEqualTo(parameter.substring(0, parameter.indexOf('=')));
        assertThat(error.at("/detail").asText()).isNotEmpty();
    }
}
