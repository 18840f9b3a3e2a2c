/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators see of requests: stages, refused calls, one line for each. */
class ObservabilityTest {
    private static final String WORDS = "/v1/indexes/words";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static String stage(String plan, String stage) {
        return "hbase_search_gateway_stage_seconds_count{index=\"words\",plan=\"" + plan + "\",stage=\"" + stage
                + "\"} 1";
    }

    @Test
    void theTimeOfEachStageIsCountedByPlan() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            fixture.offer(PlanTest.byUserAndDay());
            fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "whale");
            fixture.searcher.finds(RowKey.utf8(PlanTest.key(7, "a")));
            TestHttp http = fixture.start();
            http.get(WORDS + "/search?q=whale");
            http.get(WORDS + "/search?filter=user:7");

            String metrics = http.get("/metrics").body().replace(",}", "}");

            for (String of : List.of("search", "fetch", "check", "write")) {
                assertThat(metrics).contains(stage("search", of));
            }
            assertThat(metrics).contains(stage("table", "scan"), stage("table", "write"));
        }
    }

    @Test
    void eventsOfFencesAreLimitedForEachTopic() {
        GatewayResilience bounds =
                GatewayResilience.defaults().withBackends(new GatewayResilience.Backends(0, 0, 0, 0, 1));
        try (GatewayFixture fixture = GatewayFixture.with(bounds)) {
            TestHttp http = fixture.start();
            int sent = 0;
            HttpResponse<String> answer;
            do {
                answer = fence(http);
                sent++;
            } while (answer.statusCode() == 504 && sent < 100);

            HttpResponse<String> refused = answer;
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(json(refused).at("/code").asText()).isEqualTo("THROTTLED");
            assertThat(json(refused).at("/detail").asText()).startsWith("kafka hbase-search.default.words was asked 1");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(fixture.touches.indexes).hasSizeLessThan(sent);
            assertThat(http.get("/metrics").body())
                    .contains("hbase_search_gateway_refused_calls_total{backend=\"kafka\",reason=\"rate\"");
            assertThat(http.get(WORDS + "/search?q=x").statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> fence(TestHttp http) {
        return http.send(http.request(WORDS + "/rows/AA:fence?timeout=20ms").POST(HttpRequest.BodyPublishers.noBody()));
    }

    @Test
    void eachRequestIsALineThatNamesNeitherQueryNorRowNorKey() {
        String key = "a-key-that-nobody-guesses";
        try (GatewayFixture fixture = GatewayFixture.withKey(key);
                CapturedLog log = CapturedLog.of("io.hbasesearch.gateway.access")) {
            TestHttp http = fixture.start();
            String row = RowKey.utf8("unspeakable").base64Url();
            http.get(WORDS + "/search?q=unutterable", "X-API-Key", key, "X-Request-Id", "first");
            http.get(WORDS + "/rows/" + row, "X-API-Key", key, "X-Request-Id", "second");
            http.get("/v1/indexes/No%20Name%20At%20All/search", "X-Request-Id", "third", "X-Forwarded-For", "10.9.8.7");
            http.get("/nothing/" + row, "X-API-Key", key, "X-Request-Id", "fourth");

            // A line is written once the answer is through.
            await().atMost(PATIENCE).until(() -> log.lines().size() == 4);
            for (String line : List.of(
                    "first GET /v1/indexes/\\{index}/search 200 [0-9.]+ ms index=words key=key-1 address=127.0.0.1",
                    "second GET /v1/indexes/\\{index}/rows/\\{key} 404 [0-9.]+ ms index=words key=key-1 address=127.0.0.1",
                    "third GET .* 401 [0-9.]+ ms index=- key=- address=127.0.0.1",
                    "fourth GET none 404 [0-9.]+ ms index=- key=key-1 address=127.0.0.1")) {
                assertThat(log.lines()).anySatisfy(each -> assertThat(each).matches(line));
            }
            assertThat(log.lines().toString()).doesNotContain("unutterable", "unspeakable", row, key);
        }
    }
}
