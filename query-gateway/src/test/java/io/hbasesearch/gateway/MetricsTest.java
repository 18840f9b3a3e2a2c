/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.SchemaCheck;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests for metrics, and how they are answered. */
class MetricsTest {
    private static final String SEARCH = "/v1/indexes/words/search";
    private static final String FIELDS =
            """
            fields:
              kind: {column: 'd:kind', type: keyword}
              size: {column: 'd:size', type: long, encoding: utf8}
              share: {column: 'd:share', type: float, encoding: utf8}
              sent: {column: 'd:sent', type: date, encoding: utf8}
              gloss: {column: 'd:gloss', type: text}
            """;

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(DefinitionText.read("words", "table: words\n" + FIELDS));
        fixture.searcher.answers(MetricsTest::measured);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Answers as an index with two values of each field. */
    private static SearchResult measured(SearchRequest request) {
        Map<String, FacetResult> facets = new HashMap<>();
        request.facets().forEach(facet -> {
            Map<String, FieldMetrics> metrics = new HashMap<>();
            facet.metrics().forEach(field -> metrics.put(field, metrics(field)));
            facets.put(
                    facet.name(),
                    facet instanceof FacetRequest.Metrics
                            ? new FacetResult(metrics(facet.field()), true)
                            : new FacetResult(List.of(new FacetResult.Bucket("odd", 2, metrics)), 0, true));
        });
        return new SearchResult(
                new SearchResult.Count(2, true),
                false,
                0,
                List.of(),
                SearchResult.State.NEWEST,
                facets,
                Optional.empty());
    }

    private static FieldMetrics metrics(String field) {
        OptionalDouble none = OptionalDouble.empty();
        return switch (field) {
            case "size" ->
                new FieldMetrics(2, OptionalDouble.of(1), OptionalDouble.of(1e18), OptionalDouble.of(7), 2, true);
            case "share" ->
                new FieldMetrics(
                        2,
                        OptionalDouble.of(0.1f),
                        OptionalDouble.of(0.2f),
                        OptionalDouble.of(Double.POSITIVE_INFINITY),
                        1,
                        true);
            case "sent" ->
                new FieldMetrics(
                        2,
                        OptionalDouble.of(0),
                        OptionalDouble.of(Instant.parse("2026-03-01T00:00:00Z").toEpochMilli()),
                        none,
                        50_000,
                        false);
            default -> new FieldMetrics(2, none, none, none, 1, true);
        };
    }

    private JsonNode facet(String facet) {
        return json(http.postJson(SEARCH, "{\"size\": 0, \"facets\": {\"m\": " + facet.replace('\'', '"') + "}}"))
                .at("/facets/m");
    }

    @Test
    void metricsOverTheMatchesAreAnswered() {
        JsonNode size = facet("{'metrics': {'field': 'size'}}");
        assertThat(fixture.searcher.lastRequest.facets()).containsExactly(new FacetRequest.Metrics("m", "size"));
        assertThat(size.at("/metrics"))
                .hasToString("{\"count\":2,\"min\":1,\"max\":1.0E18,\"avg\":3.5,\"sum\":7,\"distinct\":2,"
                        + "\"exact\":true}");
        assertThat(facet("{'metrics': {'field': 'share'}}").at("/metrics"))
                .hasToString("{\"count\":2,\"min\":0.1,\"max\":0.2,\"distinct\":1,\"exact\":true}");
        assertThat(facet("{'metrics': {'field': 'sent'}}").at("/metrics"))
                .hasToString("{\"count\":2,\"min\":\"1970-01-01T00:00:00.000Z\",\"max\":\"2026-03-01T00:00:00.000Z\","
                        + "\"distinct\":50000,\"exact\":false}");
        assertThat(facet("{'metrics': {'field': 'kind'}}").at("/metrics"))
                .hasToString("{\"count\":2,\"distinct\":1,\"exact\":true}");
    }

    @Test
    void metricsOfBucketsAreAnswered() {
        JsonNode kinds = facet("{'terms': {'field': 'kind', 'metrics': ['size', 'sent']}}");
        assertThat(fixture.searcher.lastRequest.facets().get(0).metrics()).containsExactly("size", "sent");
        assertThat(kinds.at("/buckets/0/metrics/size/sum").asLong()).isEqualTo(7);
        assertThat(kinds.at("/buckets/0/metrics/sent/count").asLong()).isEqualTo(2);
        JsonNode days = facet("{'date_histogram': {'field': 'sent', 'interval': 'day', 'metrics': 'size'}}");
        assertThat(days.at("/buckets/0/metrics/size/avg").asDouble()).isEqualTo(3.5);
        JsonNode sizes = facet("{'ranges': {'field': 'size', 'ranges': [{'lt': 5}], 'metrics': 'kind'}}");
        assertThat(sizes.at("/buckets/0/metrics/kind/distinct").asLong()).isEqualTo(1);
        assertThat(facet("{'terms': {'field': 'kind'}}").at("/buckets/0").has("metrics"))
                .isFalse();
        JsonNode document = json(http.get("/v1/openapi.json"));
        for (JsonNode answer : List.of(kinds, days, sizes, facet("{'metrics': {'field': 'sent'}}"))) {
            assertThat(new SchemaCheck(document).problems(document.at("/components/schemas/FacetAnswer"), answer))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'metrics': {'field': 'gloss'}} | /metrics/field",
                "{'metrics': {'field': 'nosuch'}} | /metrics/field",
                "{'metrics': {'field': 'size', 'kind': 'avg'}} | /metrics/kind",
                "{'metrics': {}} | /metrics",
                "{'terms': {'field': 'kind', 'metrics': 'gloss'}} | /terms/metrics",
                "{'terms': {'field': 'kind', 'metrics': ['size', 'nosuch']}} | /terms/metrics/1",
                "{'terms': {'field': 'kind', 'metrics': ['size', 'size']}} | /terms",
                "{'terms': {'field': 'kind', 'metrics': [7]}} | /terms/metrics/0",
                "{'terms': {'field': 'kind', 'metrics': 7}} | /terms/metrics"
            })
    void whatCannotBeMeasuredIsRefusedWithItsPlace(String facet, String place) {
        HttpResponse<String> refused = http.postJson(SEARCH, "{\"facets\": {\"m\": " + facet.replace('\'', '"') + "}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).toString()).contains("\"#/facets/m" + place + "\"");
    }

    @Test
    void rowsWithSeveralDocumentsAreNotMeasured() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                        table: words
                        unit: cell
                        fields: {size: {column: 'm:size', type: long, encoding: utf8}}
                        cells: {columns: 'd:*', buckets: 4, values: {text: {type: text}}}
                        """));
        JsonNode refused = json(http.postJson(SEARCH, "{\"facets\": {\"m\": {\"metrics\": {\"field\": \"size\"}}}}"));
        assertThat(refused.toString()).contains("several documents").contains("#/facets/m/metrics");
    }
}
