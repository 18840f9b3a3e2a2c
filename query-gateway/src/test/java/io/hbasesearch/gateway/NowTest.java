/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.gateway.http.TestHttp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dates that requests write relative to now: one instant for a request and all its pages. */
class NowTest {
    private static final String INDEX = "/v1/indexes/words/";
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

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
                          spec:
                            parts:
                              user: {type: decimal, width: 4}
                              day:  {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
                        fields:
                          gloss: {column: 'd:gloss', type: text, weight: 2}
                          sent: {column: 'd:sent', type: date, encoding: utf8}
                        """));
        List<RowKey> rows = IntStream.range(0, 9)
                .mapToObj(i -> RowKey.utf8("00072026010" + (i + 1)))
                .toList();
        rows.forEach(row -> fixture.table.put(row.bytes().utf8(), "d", "sent", "2026-01-01"));
        fixture.searcher.findsUpToSize(rows);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String keysOf(String day) {
        JsonNode plan =
                json(http.get(INDEX + "explain?filter=user:7&filter=day:" + day + "&keyFormat=text&plan=table"));
        return plan.toString();
    }

    private static String today() {
        return DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.now(SHANGHAI));
    }

    @Test
    void aDayOfTheRowKeyIsFoundInTheTable() {
        assertThat(keysOf("2026-03-01%7C%7C%2B1d")).contains("000720260302").doesNotContain("20260301");
        String before = today();
        String plan = keysOf("now/d");
        assertThat(plan).containsAnyOf("0007" + before, "0007" + today());
    }

    @Test
    void pagesShareOneInstant() {
        String search = INDEX + "search?q=sent%3Cnow&filter=sent%3E=now-100y/d&size=2&verify=none&cursor=";
        JsonNode first = json(http.get(search.replace("&cursor=", "")));
        Query query = fixture.searcher.lastRequest.query();
        List<Query> filters = fixture.searcher.lastRequest.filters();
        await().until(() -> Instant.now()
                .isAfter(Instant.parse(((Query.Range) query).upper()).plusMillis(1)));

        JsonNode second = json(http.get(search + first.at("/next").asText()));
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(query);
        assertThat(fixture.searcher.lastRequest.filters()).isEqualTo(filters);
        JsonNode third = json(http.get(search + second.at("/next").asText()));
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(query);
        assertThat(third.has("previous")).isTrue();
        assertThat(http.get(search + third.at("/previous").asText()).statusCode())
                .isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(query);

        assertThat(http.get(search.replace("&cursor=", "")).statusCode()).isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query()).isNotEqualTo(query);
    }

    @Test
    void rangesOfFacetsAreOfTheSameInstant() {
        String body =
                """
                {"query": {"range": {"field": "sent", "lte": "now"}},
                 "facets": {"age": {"ranges": {"field": "sent", "ranges": [{"gte": "now-1d/d", "lte": "now"}]}}}}
                """;
        assertThat(http.postJson(INDEX + "search", body).statusCode()).isEqualTo(200);
        Query.Range query = (Query.Range) fixture.searcher.lastRequest.query();
        FacetRequest.Ranges age =
                (FacetRequest.Ranges) fixture.searcher.lastRequest.facets().get(0);
        assertThat(age.buckets().get(0).key()).isEqualTo("[now-1d/d,now]");
        assertThat(age.buckets().get(0).range().upper()).isEqualTo(query.upper());
        assertThat(age.buckets().get(0).range().lower()).endsWith("T00:00:00.000Z");
    }

    @Test
    void whatIsNoDateIsRefusedWithItsPlace() {
        JsonNode refused = json(http.get(INDEX + "search?q=sent%3Enow-7x"));
        assertThat(refused.at("/detail").asText()).contains("unknown unit of time 'x'");
        assertThat(refused.at("/hint").asText()).contains("the units are y, M, w, d");
        JsonNode inTree = json(http.postJson(
                INDEX + "search", "{\"query\": {\"range\": {\"field\": \"sent\", \"gte\": \"now+99999y\"}}}"));
        assertThat(inTree.toString()).contains("/query/range").contains("within the years 1 and 9999");
    }
}
