/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the limits of what callers may request of the gateway, and the gateway of its backends. */
class BoundsTest {
    private static final String SEARCH = "/v1/indexes/words/search?q=whale";
    private static final String ONE = "the-key-of-one-caller";
    private static final String OTHER = "the-key-of-another-one";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    private GatewayFixture fixture;
    private TestHttp http;

    private void start(GatewayFixture started) {
        fixture = started;
        fixture.table.put("1-n", "d", "gloss", "whale");
        fixture.searcher.finds(RowKey.utf8("1-n"));
        http = fixture.start();
    }

    private static GatewayResilience backends(int indexCalls, int hbaseCalls, int indexRate, int hbaseRate) {
        return GatewayResilience.defaults()
                .withBackends(new GatewayResilience.Backends(indexCalls, hbaseCalls, indexRate, hbaseRate, 0));
    }

    private static GatewayResilience callers(int perSecond) {
        return GatewayResilience.defaults()
                .withAdmission(new GatewayResilience.Admission(8, 8, Duration.ofSeconds(1), 2, 2, perSecond));
    }

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    @Test
    void aCallerWhoAsksTooOftenIsToldWhenToComeBackAndTheOthersGoOn() {
        start(GatewayFixture.withKeys(List.of(ONE, OTHER), callers(3)));

        HttpResponse<String> refused = untilRefused();

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(json(refused).at("/code").asText()).isEqualTo("THROTTLED");
        assertThat(json(refused).at("/detail").asText()).contains("3 requests in this second");
        assertThat(http.get(SEARCH, "X-API-Key", OTHER).statusCode()).isEqualTo(200);
        assertThat(http.get("/health", "X-API-Key", ONE).statusCode()).isEqualTo(200);
        await().atMost(PATIENCE).until(() -> http.get(SEARCH, "X-API-Key", ONE).statusCode() == 200);
        assertThat(http.get("/metrics", "X-API-Key", OTHER).body())
                .containsPattern("rejected_requests_total\\{reason=\"caller_rate\",work=\"request\"} [1-9]");
    }

    /** A new second may begin between two requests. */
    private HttpResponse<String> untilRefused() {
        HttpResponse<String> answer = http.get(SEARCH, "X-API-Key", ONE);
        for (int i = 0; i < 1_000 && answer.statusCode() == 200; i++) {
            answer = http.get(SEARCH, "X-API-Key", ONE);
        }
        return answer;
    }

    @Test
    void withoutAKeyNobodyUsesUpAnothersShare() {
        start(GatewayFixture.withKeys(List.of(ONE, OTHER), callers(2)));
        for (int i = 0; i < 20; i++) {
            assertThat(http.get(SEARCH, "X-API-Key", "a-key-that-is-not-known").statusCode())
                    .isEqualTo(401);
        }

        assertThat(http.get(SEARCH, "X-API-Key", ONE).statusCode()).isEqualTo(200);
    }

    @Test
    void anIndexIsAskedNoMoreInASecondThanConfigured() {
        start(GatewayFixture.with(backends(0, 0, 2, 0)));

        HttpResponse<String> refused = http.get(SEARCH);
        for (int i = 0; i < 1_000 && refused.statusCode() == 200; i++) {
            refused = http.get(SEARCH);
        }

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(json(refused).at("/code").asText()).isEqualTo("THROTTLED");
        assertThat(json(refused).at("/detail").asText()).startsWith("index words was asked 2 times");
        assertThat(http.get("/metrics").body())
                .containsPattern("refused_calls_total\\{backend=\"index\",reason=\"rate\"} [1-9]");
        await().atMost(PATIENCE).until(() -> http.get(SEARCH).statusCode() == 200);
    }

    @Test
    void refillIsCutBeforeTooManyQueriesAndTheCursorLosesNothing() {
        start(GatewayFixture.with(backends(0, 0, 1, 0)));
        List<RowKey> rows = List.of(RowKey.utf8("0-gone"), RowKey.utf8("1-n"), RowKey.utf8("2-n"));
        fixture.table.put("2-n", "d", "gloss", "whale");
        fixture.searcher.findsUpToSize(rows);

        JsonNode cut = await().atMost(PATIENCE)
                .until(
                        () -> json(http.get(SEARCH + "&size=2")),
                        answer -> answer.at("/cut/0/stage").asText().equals("refill"));

        assertThat(cut.at("/hits")).hasSize(1);
        assertThat(cut.at("/hits/0/key_text").asText()).isEqualTo("1-n");
        String next = SEARCH + "&size=2&cursor=" + cut.at("/next").asText();
        JsonNode rest = await().atMost(PATIENCE)
                .until(() -> json(http.get(next)), answer -> answer.at("/hits").size() == 1);
        assertThat(rest.at("/hits/0/key_text").asText()).isEqualTo("2-n");
    }

    @Test
    void hitsComeWithoutRowsIfTheTableIsBusyUnlessVerified() {
        start(GatewayFixture.with(backends(0, 1, 0, 0)));
        fixture.table.beforeRead = this::awaitRelease;
        CompletableFuture<HttpResponse<String>> busy = CompletableFuture.supplyAsync(() -> http.get(SEARCH));
        await().atMost(PATIENCE).until(() -> fixture.table.reads.get() == 1);

        JsonNode without = json(http.get(SEARCH));
        HttpResponse<String> refused = http.get(SEARCH + "&verify=exists");

        assertThat(without.at("/hits/0/key_text").asText())
                .as(without.toString())
                .isEqualTo("1-n");
        assertThat(without.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(without.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(without.at("/notes/0").asText()).contains("no room for more calls");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(json(refused).at("/code").asText()).isEqualTo("THROTTLED");
        assertThat(json(refused).at("/detail").asText()).startsWith("hbase has not finished earlier calls");
        release.countDown();
        assertThat(busy.join().statusCode()).isEqualTo(200);
    }

    @Test
    void withoutRoomForACallToAnIndexTheTableIsNotMadeBusyInItsPlace() {
        fixture = GatewayFixture.with(backends(1, 0, 0, 0));
        fixture.offer(PlanTest.byUserAndDay());
        CountDownLatch searching = new CountDownLatch(1);
        fixture.searcher.answers(request -> {
            searching.countDown();
            awaitRelease();
            return FakeSearcher.found();
        });
        http = fixture.start();
        CompletableFuture<HttpResponse<String>> busy = CompletableFuture.supplyAsync(() -> http.get(SEARCH));
        await().atMost(PATIENCE).until(() -> searching.getCount() == 0);

        HttpResponse<String> refused = http.get("/v1/indexes/words/count?filter=user:7");

        assertThat(json(refused).at("/code").asText()).as(refused.body()).isEqualTo("THROTTLED");
        assertThat(fixture.table.reads).hasValue(0);
        release.countDown();
        assertThat(busy.join().statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestWaitsForItsTurnNoLongerThanConfigured() {
        start(GatewayFixture.with(GatewayResilience.defaults()
                .withAdmission(new GatewayResilience.Admission(1, 1, Duration.ofMillis(50), 1, 1, 0))));
        fixture.table.beforeRead = this::awaitRelease;
        CompletableFuture<HttpResponse<String>> busy = CompletableFuture.supplyAsync(() -> http.get(SEARCH));
        await().atMost(PATIENCE).until(() -> fixture.table.reads.get() == 1);

        HttpResponse<String> refused = http.get(SEARCH);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(json(refused).at("/detail").asText()).contains("limit of concurrent requests");
        assertThat(http.get("/metrics").body())
                .contains("rejected_requests_total{reason=\"full\",work=\"request\"} 1.0");
        release.countDown();
        assertThat(busy.join().statusCode()).isEqualTo(200);
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
