/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceTest {
    private static final String KEY = "a-key-that-nobody-guesses";

    @Test
    void indexesAreListedWithWhatIsKnownOfThem() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            fixture.offer(false);
            JsonNode index = json(fixture.start().get("/v1/indexes")).at("/indexes/0");

            assertThat(index.at("/name").asText()).isEqualTo("words");
            assertThat(index.at("/documents").asLong()).isEqualTo(42);
            assertThat(index.at("/as_of/basis").asText()).isEqualTo("unknown");
            assertThat(index.at("/complete").asBoolean()).isFalse();
            assertThat(index.at("/note").asText()).contains("may not be in it yet");
            assertThat(index.at("/fields/1/column").asText()).isEqualTo("d:gloss");
            assertThat(index.at("/fields/1/analyzer").asText()).isEqualTo("standard");
        }
    }

    @Test
    void healthSaysWhichPartFails() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            assertThat(http.get("/health").statusCode()).isEqualTo(200);
            assertThat(fixture.gateway.check().ok()).isTrue();

            fixture.table.health = CheckResult.failed("no region server");
            fixture.components.put("indexer", CheckResult::healthy);
            HttpResponse<String> ill = http.get("/health");

            assertThat(ill.statusCode()).isEqualTo(503);
            assertThat(json(ill).at("/components/hbase/message").asText()).isEqualTo("no region server");
            assertThat(json(ill).at("/components/indexer/ok").asBoolean()).isTrue();
            assertThat(json(ill).get("components").get("index:words").get("ok").asBoolean())
                    .isTrue();
            assertThat(fixture.gateway.check().message()).contains("no region server");
        }
    }

    @Test
    void healthAndMetricsAreServedOnTheirOwnAndTheGatewayPort() {
        try (GatewayFixture fixture = GatewayFixture.withOperations()) {
            TestHttp gateway = fixture.start();
            TestHttp alone = new TestHttp(fixture.gateway.operationsPort().orElseThrow());
            for (String path : List.of("/health", "/health/live", "/metrics")) {
                assertThat(alone.get(path).statusCode()).as(path).isEqualTo(200);
                assertThat(gateway.get(path).statusCode()).as(path).isEqualTo(200);
            }
            assertThat(alone.get("/metrics").body()).contains("hbase_search_gateway_active_requests");
            assertThat(alone.get("/v1/indexes").statusCode()).isEqualTo(404);

            fixture.table.health = CheckResult.failed("no region server");
            assertThat(alone.get("/health").statusCode()).isEqualTo(503);
            assertThat(alone.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void indexNotYetKnownToExistIsReportedAsUnavailable() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            fixture.awaited =
                    name -> Optional.of("nobody knows " + name + " yet").filter(why -> name.startsWith("eu-"));
            TestHttp http = fixture.start();
            HttpResponse<String> awaited = http.get("/v1/indexes/eu-a/search?q=whale");
            assertThat(awaited.statusCode()).isEqualTo(503);
            assertThat(json(awaited).at("/code").asText()).isEqualTo("SERVER_UNREACHABLE");
            assertThat(json(awaited).at("/detail").asText()).isEqualTo("nobody knows eu-a yet");
            assertThat(http.get("/v1/indexes/us-a/search?q=whale").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void thePageIsServedWithoutAKeyUnderAPolicyThatRunsNothingElse() {
        try (GatewayFixture fixture = GatewayFixture.withKey(KEY)) {
            TestHttp http = fixture.start();
            assertThat(PageRoutes.paths()).hasSizeGreaterThan(20);
            for (String path : PageRoutes.paths()) {
                HttpResponse<String> file = http.get(path);
                assertThat(file.statusCode()).as(path).isEqualTo(200);
                assertThat(file.headers().firstValue("Content-Security-Policy").orElseThrow())
                        .contains("default-src 'none'", "script-src 'self'")
                        .doesNotContain("unsafe");
                assertThat(http.get(
                                        path,
                                        "If-None-Match",
                                        file.headers().firstValue("ETag").orElseThrow())
                                .statusCode())
                        .isEqualTo(304);
                // The only address elsewhere is that of a document to read.
                assertThat(file.body().replace("https://github.com/hbasesearch/hbase-search/blob/main/docs/", ""))
                        .doesNotContain("http://localhost", "https://");
            }
        }
    }

    @Test
    void withKeysRowsAndSearchesWantOne() {
        try (GatewayFixture fixture = GatewayFixture.withKey(KEY)) {
            TestHttp http = fixture.start();
            for (String path : List.of("/v1", "/v1/indexes", "/v1/indexes/words/search?q=x", "/metrics", "/health")) {
                assertThat(http.get(path).statusCode()).as(path).isEqualTo(401);
                assertThat(http.get(path, "X-API-Key", KEY).statusCode())
                        .as(path)
                        .isEqualTo(200);
            }
            String row = "/v1/indexes/words/rows/" + RowKey.utf8("x").base64Url();
            assertThat(http.get(row).statusCode()).isEqualTo(401);
            assertThat(fixture.table.reads).hasValue(0);
        }
    }

    @Test
    void everyMetricIsNamedByTheConventions() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            fixture.table.put("1-n", "d", "gloss", "whale");
            fixture.searcher.finds(RowKey.utf8("1-n"));
            TestHttp http = fixture.start();
            http.get("/v1/indexes/words/search?q=whale");

            List<String> ours = http.get("/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("# TYPE hbase_search_gateway_"))
                    .toList();

            assertThat(ours)
                    .contains(
                            "# TYPE hbase_search_gateway_request_seconds histogram",
                            "# TYPE hbase_search_gateway_search_seconds histogram",
                            "# TYPE hbase_search_gateway_fetch_seconds histogram",
                            "# TYPE hbase_search_gateway_hits_total counter",
                            "# TYPE hbase_search_gateway_circuit_breaker_open gauge");
            assertThat(http.get("/metrics").body())
                    .contains("route=\"/v1/indexes/{index}/search\",status=\"2xx\"")
                    .doesNotContain("whale");
        }
    }
}
