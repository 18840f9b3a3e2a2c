/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.gateway.http.TestHttp;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days and local times of a request, and the notes about how its query was read. */
class ZoneTest {
    private static final String INDEX = "/v1/indexes/words/";
    private static final Query SHANGHAI = day("2026-03-01T16:00:00.000Z", "2026-03-02T15:59:59.999Z");
    private static final Query BERLIN = day("2026-03-01T23:00:00.000Z", "2026-03-02T22:59:59.999Z");

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    /** @param zone of the field {@code sent} */
    static IndexDefinition definition(String zone) {
        return DefinitionText.read(
                "words",
                """
                table: words
                rowKey:
                  spec:
                    parts:
                      user: {type: decimal, width: 4}
                      day:  {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
                fields:
                  gloss: {column: 'd:gloss', type: text}
                  sent: {column: 'd:sent', type: date, encoding: utf8, zone: ZONE}
                """
                        .replace("ZONE", zone));
    }

    @BeforeEach
    void start() {
        fixture.offer(definition("Asia/Shanghai"));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static Query day(String first, String last) {
        return new Query.Range("sent", first, true, last, true);
    }

    @Test
    void daysAreThoseOfTheFieldsZone() {
        assertThat(http.get(INDEX + "search?q=sent:2026-03-02&filter=sent:2026-03-02")
                        .statusCode())
                .isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(SHANGHAI);
        assertThat(fixture.searcher.lastRequest.filters()).containsExactly(SHANGHAI);
    }

    @Test
    void daysAreThoseOfTheRequestsZone() {
        assertThat(http.get(INDEX + "search?q=sent:2026-03-02&zone=Europe/Berlin")
                        .statusCode())
                .isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(BERLIN);
        String tree =
                "{\"query\": {\"term\": {\"field\": \"sent\", \"value\": \"2026-03-02\"}}, \"zone\": \"Europe/Berlin\"}";
        assertThat(http.postJson(INDEX + "search", tree).statusCode()).isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(BERLIN);
    }

    @Test
    void aDayOfTheRowKeyIsThatOfItsZone() {
        JsonNode plan = json(http.get(INDEX + "explain?filter=user:7&filter=day:2026-03-02&keyFormat=text&plan=table"));
        assertThat(plan.toString()).contains("000720260302").doesNotContain("20260301");
    }

    @Test
    void aRowIsReadByADayOfTheKeysOrTheRequestsZone() {
        fixture.table.put("000720260302", "d", "gloss", "whale");
        for (String day : List.of(
                "2026-03-02",
                "20260302",
                "20260302&zone=UTC",
                "2026-03-02&zone=%2B08:00",
                "2026-03-01T16:00&zone=UTC",
                "2026-03-02T00:00%2B08:00&zone=UTC")) {
            JsonNode answer = json(http.get(INDEX + "rows?part.user=7&part.day=" + day));
            assertThat(answer.at("/rows/0/key_text").asText()).as(day + answer).isEqualTo("000720260302");
        }
        assertThat(json(http.get(INDEX + "rows?part.user=7&part.day=2026-03-02&zone=UTC"))
                        .at("/detail")
                        .asText())
                .contains("must be a date of its pattern's precision");
        assertThat(json(http.get(INDEX + "rows?part.user=7&part.day=2026-03-02&zone=Atlantis"))
                        .at("/parameter")
                        .asText())
                .isEqualTo("zone");
    }

    @Test
    void eachVariantOfTheKeyHasItsOwnZone() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                        table: words
                        rowKey:
                          spec:
                            variants:
                              local: {parts: {l: {kind: const, value: L}, day: {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}}}
                              utc:   {parts: {u: {kind: const, value: U}, day: {type: date, pattern: yyyyMMdd}, user: {type: decimal, width: 4}}}
                        fields:
                          gloss: {column: 'd:gloss', type: text}
                        """));
        fixture.table.put("L20260302", "d", "gloss", "whale");
        fixture.table.put("L20260303", "d", "gloss", "whale");
        fixture.table.put("U202603020007", "d", "gloss", "whale");
        assertThat(keys("rows?part.day=2026-03-02", "/rows")).containsExactly("L20260302");
        assertThat(keys("rows?part.day=2026-03-02&part.user=7", "/rows")).containsExactly("U202603020007");
        assertThat(keys("search?plan=table&filter=day:2026-03-02&zone=UTC", "/hits"))
                .containsExactly("L20260303", "U202603020007");
        assertThat(keys("search?plan=table&filter=day:2026-03-02&zone=Asia/Shanghai", "/hits"))
                .containsExactly("L20260302", "U202603020007");
        assertThat(json(http.get(INDEX + "search?plan=table&filter=day:2026-03-02"))
                        .at("/hint")
                        .asText())
                .contains("zone=");
        String facet = "{\"facets\": {\"d\": {\"date_histogram\": {\"field\": \"day\", \"interval\": \"day\"}}}}";
        assertThat(json(http.postJson(INDEX + "search", facet)).at("/detail").asText())
                .contains("several time zones");
    }

    private List<String> keys(String request, String rows) {
        JsonNode answer = json(http.get(INDEX + request));
        assertThat(answer.has("detail")).as(answer.toString()).isFalse();
        return answer.at(rows).findValuesAsText("key_text");
    }

    @Test
    void dateFacetsAreOfTheSameZone() {
        assertThat(facetZone("day", "")).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(facetZone("1d", "")).isEqualTo(ZoneOffset.ofHours(8));
        assertThat(facetZone("day", ", \"zone\": \"Europe/Berlin\"")).isEqualTo(ZoneId.of("Europe/Berlin"));
    }

    private ZoneId facetZone(String interval, String more) {
        String body = "{\"facets\": {\"days\": {\"date_histogram\": {\"field\": \"sent\", \"interval\": \"" + interval
                + "\"}}}" + more + "}";
        assertThat(http.postJson(INDEX + "search", body).statusCode()).isEqualTo(200);
        List<FacetRequest> facets = fixture.searcher.lastRequest.facets();
        return ((FacetRequest.DateHistogram) facets.get(0)).zone();
    }

    @Test
    void aZoneThatIsNoneIsRefused() {
        assertThat(json(http.get(INDEX + "search?q=whale&zone=Atlantis"))
                        .at("/detail")
                        .asText())
                .contains("'zone' is not a valid time zone");
    }

    @Test
    void notesTellHowAQueryWasRead() {
        assertThat(json(http.get(INDEX + "search?q=Re:%20whale")).at("/notes/0").asText())
                .isEqualTo("no field Re, so it was searched as text");
        assertThat(json(http.get(INDEX + "count?q=glos:whale")).at("/notes/0").asText())
                .isEqualTo("no field glos, so it was searched as text; did you mean gloss?");
        assertThat(json(http.get(INDEX + "search?filter=glos:whale"))
                        .at("/detail")
                        .asText())
                .contains("no field glos");
    }
}
