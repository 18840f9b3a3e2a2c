/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResilienceTest {
    private static final String SEARCH = "/v1/indexes/words/search?q=whale";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    private GatewayFixture fixture;
    private TestHttp http;

    private static GatewayResilience breaker(int window, int minimumCalls, Duration openFor) {
        return GatewayResilience.defaults()
                .withBreaker(new GatewayResilience.Breaker(window, minimumCalls, 50, openFor, 1));
    }

    private void start(GatewayResilience bounds) {
        fixture = GatewayFixture.with(bounds);
        fixture.table.put("1-n", "d", "gloss", "whale");
        fixture.searcher.finds(RowKey.utf8("1-n"));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    @Test
    void theDeadlineIsSplitBetweenSearchAndFetch() {
        start(GatewayResilience.defaults());

        assertThat(http.get(SEARCH + "&timeout=1s").statusCode()).isEqualTo(200);

        assertThat(fixture.searcher.lastRequest.timeout()).isBetween(Duration.ofMillis(300), Duration.ofMillis(550));
        assertThat(fixture.table.lastTimeout).isBetween(Duration.ofMillis(300), Duration.ofMillis(900));
    }

    @Test
    void anIndexThatIgnoresItsTimeoutDoesNotHoldTheAnswerBack() {
        start(GatewayResilience.defaults());
        fixture.searcher.answers(request -> {
            awaitRelease();
            return FakeSearcher.found();
        });

        HttpResponse<String> response = http.get(SEARCH + "&timeout=200ms");

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(json(response).at("/code").asText()).isEqualTo("TIMED_OUT");
        assertThat(json(response).at("/detail").asText()).startsWith("index did not answer");
    }

    @Test
    void searchIsAnsweredWithoutRowsIfHBaseHangsUnlessVerified() {
        start(GatewayResilience.defaults());
        fixture.table.beforeRead = this::awaitRelease;

        JsonNode answer = json(http.get(SEARCH + "&timeout=500ms"));
        HttpResponse<String> checked = http.get(SEARCH + "&timeout=200ms&verify=exists");

        assertThat(answer.at("/hits/0/key_text").asText()).as(answer.toString()).isEqualTo("1-n");
        assertThat(answer.at("/hits/0").has("columns")).isFalse();
        assertThat(answer.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("fetch");
        assertThat(answer.at("/timed_out").asBoolean()).isTrue();
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(answer.at("/notes/0").asText()).contains("does not answer in time");
        assertThat(checked.statusCode()).isEqualTo(504);
        assertThat(json(checked).at("/detail").asText()).startsWith("hbase did not answer");
    }

    @Test
    void aTableThatHangsIsLeftAloneThoughItsCallersAreShortOfTime() {
        start(breaker(4, 4, Duration.ofSeconds(60)));
        fixture.table.beforeRead = this::awaitRelease;

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode answer = json(http.get(SEARCH + "&timeout=400ms"));
            assertThat(answer.at("/degraded/0").asText()).as(answer.toString()).isEqualTo("hbase");
            // With the breaker open nobody waits for the table.
            assertThat(answer.at("/timed_out").asBoolean()).isFalse();
        });

        assertThat(http.get("/metrics").body())
                .contains("circuit_breaker_open{backend=\"hbase\",part=\"default:words\"} 1.0");
    }

    @Test
    void aSearchThatTheIndexCutIsFlagged() {
        start(GatewayResilience.defaults());
        SearchResult cut = new SearchResult(
                1, false, true, FakeSearcher.found(RowKey.utf8("1-n")).hits());
        fixture.searcher.answers(request -> cut);

        JsonNode answer = json(http.get(SEARCH));

        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/timed_out").asBoolean()).isTrue();
        assertThat(answer.at("/partial").asBoolean()).isTrue();
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("search");
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_cut_answers_total{index=\"words\",stage=\"search\"} 1.0");
    }

    @Test
    void theBreakerOpensAfterFailuresAndClosesWhenTheIndexIsBack() {
        Duration openFor = Duration.ofSeconds(1);
        start(breaker(4, 4, openFor));
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
        });
        for (int i = 0; i < 4; i++) {
            assertThat(json(http.get(SEARCH)).at("/detail").asText()).endsWith("cannot be reached");
        }

        HttpResponse<String> refused = http.get(SEARCH);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(json(refused).at("/detail").asText()).contains("failed repeatedly");
        assertThat(fixture.searcher.searches).hasValue(4);
        assertThat(json(http.get("/health")).at("/status").asText()).isEqualTo("failing");
        fixture.searcher.finds(RowKey.utf8("1-n"));
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(http.get("/health").statusCode()).isEqualTo(200));
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(200);
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_circuit_breaker_open{backend=\"index\",part=\"words\"} 0.0");
    }

    @Test
    void callersMistakesAndShortDeadlinesDoNotOpenTheBreaker() {
        start(breaker(4, 2, Duration.ofSeconds(60)));
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.QUERY_INVALID, "too many clauses");
        });
        for (int i = 0; i < 4; i++) {
            assertThat(http.get(SEARCH).statusCode()).isEqualTo(400);
        }
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "too slow");
        });
        for (int i = 0; i < 4; i++) {
            assertThat(http.get(SEARCH + "&timeout=50ms").statusCode()).isEqualTo(504);
        }
        fixture.searcher.finds(RowKey.utf8("1-n"));

        assertThat(http.get(SEARCH).statusCode()).isEqualTo(200);
    }

    @Test
    void aTableHasABreakerOfItsOwn() {
        start(breaker(2, 2, Duration.ofSeconds(60)));
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "region server gone");
        };
        http.get(SEARCH);
        http.get(SEARCH);

        HttpResponse<String> refused = http.get(SEARCH + "&verify=exists");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(json(refused).at("/detail").asText()).startsWith("hbase default:words failed repeatedly");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("60");
        assertThat(json(http.get("/health"))
                        .at("/components/index:words/message")
                        .asText())
                .contains("reads of table default:words");
        fixture.searcher.finds();
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(200);
    }

    @Test
    void searchIsAnsweredWithoutRowsIfHBaseIsDownUnlessVerified() {
        start(GatewayResilience.defaults());
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "region server gone");
        };

        JsonNode answer = json(http.get(SEARCH));

        assertThat(answer.at("/hits/0/key_text").asText()).isEqualTo("1-n");
        assertThat(answer.at("/hits/0").has("columns")).isFalse();
        assertThat(answer.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(answer.at("/notes/0").asText()).contains("HBase cannot be reached");
        assertThat(http.get(SEARCH + "&verify=exists").statusCode()).isEqualTo(503);
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_degraded_answers_total{backend=\"hbase\",index=\"words\"} 1.0");
    }

    @Test
    void whileTheIndexIsDownRowsThatKeysTellAreReadFromTheTable() {
        start(GatewayResilience.defaults());
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
        });
        String byKey = "/v1/indexes/words/search?q=synset:%281-n%20OR%202-n%29&filter=synset:1*";

        JsonNode answer = json(http.get(byKey));

        assertThat(answer.at("/plan").asText()).isEqualTo("table");
        assertThat(answer.at("/degraded/0").asText()).isEqualTo("index");
        assertThat(answer.at("/hits/0/key_text").asText()).isEqualTo("1-n");
        assertThat(answer.at("/as_of/basis").asText()).isEqualTo("table");
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(503);
    }

    @Test
    void requestsBeyondTheBoundsAreRefusedWhileHealthStillAnswers() {
        start(GatewayResilience.defaults()
                .withAdmission(new GatewayResilience.Admission(1, 0, Duration.ofSeconds(1), 1, 1, 0)));
        fixture.table.beforeRead = this::awaitRelease;
        CompletableFuture<HttpResponse<String>> busy = CompletableFuture.supplyAsync(() -> http.get(SEARCH));
        await().atMost(PATIENCE).until(() -> fixture.table.reads.get() == 1);

        HttpResponse<String> refused = http.get(SEARCH);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(json(refused).at("/code").asText()).isEqualTo("THROTTLED");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(http.get("/health").statusCode()).isEqualTo(200);
        release.countDown();
        assertThat(busy.join().statusCode()).isEqualTo(200);
    }

    @Test
    void closingLetsRequestsFinishAndRefusesNewOnes() {
        start(GatewayResilience.defaults());
        fixture.table.beforeRead = this::awaitRelease;
        CompletableFuture<HttpResponse<String>> busy = CompletableFuture.supplyAsync(() -> http.get(SEARCH));
        await().atMost(PATIENCE).until(() -> fixture.table.reads.get() == 1);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(fixture.gateway::close);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(http.get("/health").body()).contains("stopping"));
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(503);
        assertThat(closing).isNotDone();
        release.countDown();
        assertThat(busy.join().statusCode()).isEqualTo(200);
        closing.join();
        fixture.gateway.close();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
