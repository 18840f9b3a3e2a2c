/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.http.ApiKeys;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationsServerTest {
    private static final String KEY = "a-key-that-nobody-guesses";

    private final PrometheusMetrics metrics = new PrometheusMetrics("test");
    private volatile CheckResult kafka = CheckResult.healthy();
    private OperationsServer server = server("127.0.0.1", List.of());

    @AfterEach
    void close() {
        server.close();
        metrics.close();
    }

    @Test
    void healthFollowsItsComponents() {
        TestHttp http = start();

        HttpResponse<String> well = http.get("/health");
        assertThat(well.statusCode()).isEqualTo(200);
        assertThat(json(well).at("/components/kafka/ok").asBoolean()).isTrue();
        assertThat(json(well).at("/components/kafka").has("note")).isFalse();

        kafka = CheckResult.healthy().withNote("half done");
        HttpResponse<String> busy = http.get("/health");
        assertThat(json(busy).at("/status").asText()).isEqualTo("ok");
        assertThat(json(busy).at("/components/kafka/note").asText()).isEqualTo("half done");

        kafka = CheckResult.failed("no broker answers");
        HttpResponse<String> ill = http.get("/health");
        assertThat(ill.statusCode()).isEqualTo(503);
        assertThat(json(ill).at("/status").asText()).isEqualTo("failing");
        assertThat(json(ill).at("/components/kafka/message").asText()).isEqualTo("no broker answers");
        assertThat(http.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void metricsAreText() {
        metrics.counter("hbase_search_things_total", "Things.").increment();

        HttpResponse<String> response = start().get("/metrics");

        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(response.body()).contains("hbase_search_things_total 1.0");
    }

    @Test
    void unknownPathsAndMethodsAreProblems() {
        TestHttp http = start();

        HttpResponse<String> missing = http.get("/nothing");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = json(missing);
        assertThat(problem.at("/code").asText()).isEqualTo("NOT_FOUND");
        assertThat(problem.at("/type").asText()).isEqualTo("urn:hbase-search:problem:not-found");
        assertThat(problem.at("/instance").asText()).isEqualTo("/nothing");
        HttpResponse<String> method = http.postJson("/health", "{}");
        assertThat(method.statusCode()).isEqualTo(405);
        assertThat(method.headers().firstValue("Allow").orElseThrow()).contains("GET");
    }

    @Test
    void aRequestForAnotherHostIsRefusedWithoutKeys() {
        TestHttp http = start();

        String answer = http.raw("GET /health HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 403").contains("ACCESS_DENIED");
        assertThat(http.raw("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(http.raw("GET /health HTTP/1.1\r\nHost: [::1]:9\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void requestRefusedByTheServerIsAProblemWithoutInternals() {
        String huge = "X-Filler: " + "x".repeat(20_000) + "\r\n";

        String answer = start().raw("GET /health HTTP/1.1\r\nHost: localhost\r\n" + huge + "\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 431")
                .contains("application/problem+json", "headers are too large")
                .doesNotContainIgnoringCase("jetty")
                .doesNotContain("\tat ");
    }

    @Test
    void withKeysEverythingButLivenessWantsOne() {
        server = server("127.0.0.1", List.of(new Secret("another"), new Secret(KEY)));
        TestHttp http = start();

        HttpResponse<String> refused = http.get("/metrics");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
                .startsWith("ApiKey");
        assertThat(json(refused).at("/code").asText()).isEqualTo("ACCESS_DENIED");
        assertThat(http.get("/metrics", "X-API-Key", KEY + "x").statusCode()).isEqualTo(401);
        assertThat(http.get("/health", "X-API-Key", KEY).statusCode()).isEqualTo(200);
        assertThat(http.get("/health", "Authorization", "ApiKey " + KEY).statusCode())
                .isEqualTo(200);
        assertThat(http.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesToListenForTheWorldWithoutKeys() {
        for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
            server = server(host, List.of());
            assertThatThrownBy(server::start).isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                assertThat(failure).hasMessageContaining(host);
            });
        }
    }

    @Test
    void refusesBlankKeysAndHosts() {
        assertThatThrownBy(() -> server("0.0.0.0", List.of(new Secret(" ")))).hasMessageContaining("blank");
        server = server("", List.of(new Secret(KEY)));
        assertThatThrownBy(server::start).hasMessageContaining("cannot resolve the host");
    }

    @Test
    void aTakenPortIsAConfigurationProblemThatNamesIt() {
        start();
        OperationsServer second = new OperationsServer(
                new OperationsConfig("127.0.0.1", server.port()), new ApiKeys(List.of()), Map::of, metrics);

        assertThatThrownBy(second::start)
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("127.0.0.1:" + server.port());
        second.close();
    }

    private TestHttp start() {
        server.start();
        return new TestHttp(server.port());
    }

    private OperationsServer server(String host, List<Secret> keys) {
        return new OperationsServer(
                new OperationsConfig(host, 0),
                new ApiKeys(keys.stream().map(ApiKey::ofAll).toList()),
                () -> Map.of("kafka", () -> kafka),
                metrics);
    }
}
