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
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.plan.RowPaths;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One backend is gone: what the other one can answer goes on, and says so. */
class OutageTest {
    private static final String WORDS = "/v1/indexes/words/";
    private static final String FULL_TEXT = WORDS + "search?q=whale";
    private static final String KEY_RANGE = WORDS + "search?filter=user:7";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    private final GatewayFixture fixture = GatewayFixture.with(GatewayResilience.defaults()
            .withBreaker(new GatewayResilience.Breaker(4, 4, 50, Duration.ofMinutes(1), 1)));
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "a whale");
        fixture.searcher.finds(RowKey.utf8(PlanTest.key(7, "a")));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    private void stopIndex() {
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
        });
    }

    private void stopHBase() {
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "region server gone");
        };
    }

    @Test
    void keyRangesAreReadCompletelyFromTheTableIfTheIndexIsDown() {
        stopIndex();

        JsonNode answer = json(http.get(KEY_RANGE));

        assertThat(answer.at("/plan").asText()).isEqualTo("table");
        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/degraded")).isEmpty();
        assertThat(fixture.searcher.searches).hasValue(0);
        assertThat(http.get(FULL_TEXT).statusCode()).isEqualTo(503);
    }

    @Test
    void indexQueriesAreReadByKeysBeforeAndAfterTheBreakerOpens() {
        stopIndex();
        String search = WORDS + "search?q=item:a&filter=user:7&plan=";

        for (int i = 0; i < 8; i++) {
            JsonNode answer = json(http.get(search + "auto"));
            assertThat(answer.at("/hits")).as(answer.toString()).hasSize(1);
            assertThat(answer.at("/plan").asText()).isEqualTo("table");
            assertThat(http.get(search + "search").statusCode()).isEqualTo(503);
        }
        assertThat(http.get("/metrics").body())
                .contains("circuit_breaker_open{backend=\"index\",part=\"words\"} 1.0")
                .containsPattern("refused_calls_total\\{backend=\"index\",reason=\"open\"} [1-9]");
    }

    @Test
    void indexAnswersTablePlansWithoutRowsWhileHBaseIsDown() {
        stopHBase();

        for (int i = 0; i < 8; i++) {
            JsonNode answer = json(http.get(KEY_RANGE));
            assertThat(answer.at("/plan").asText()).as(answer.toString()).isEqualTo("search");
            assertThat(answer.at("/hits")).hasSize(1);
            assertThat(answer.at("/hits/0").has("columns")).isFalse();
            assertThat(answer.at("/degraded/0").asText()).isEqualTo("hbase");
            assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        }
        assertThat(http.get(KEY_RANGE + "&plan=table").statusCode()).isEqualTo(503);
        assertThat(http.get(KEY_RANGE + "&verify=exists").statusCode()).isEqualTo(503);
        assertThat(http.get("/metrics").body())
                .contains("degraded_answers_total{backend=\"hbase\",index=\"words\"} 8.0");
    }

    @Test
    void aTablePlanIsAnsweredByTheIndexInTimeWhileHBaseHangs() {
        fixture.table.beforeRead = () -> awaitRelease(true);

        JsonNode answer = json(http.get(KEY_RANGE + "&timeout=1s"));

        assertThat(answer.at("/plan").asText()).as(answer.toString()).isEqualTo("search");
        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(http.get(KEY_RANGE + "&timeout=200ms&plan=table").statusCode())
                .isEqualTo(504);
    }

    @Test
    void scansLeaveCallsToGets() {
        try (GatewayFixture small = GatewayFixture.with(
                GatewayResilience.defaults().withBackends(new GatewayResilience.Backends(0, 2, 0, 0, 0)))) {
            small.offer(PlanTest.byUserAndDay());
            String key = PlanTest.key(7, "a");
            small.table.put(key, "d", "gloss", "a whale");
            AtomicInteger scanning = new AtomicInteger();
            small.paths = request -> {
                awaitRelease(request.path() instanceof AccessPath.Scan && scanning.incrementAndGet() > 0);
                return new RowPaths(small.table).read(request);
            };
            TestHttp other = small.start();
            CompletableFuture<HttpResponse<String>> scan =
                    CompletableFuture.supplyAsync(() -> other.get(KEY_RANGE + "&plan=table"));
            await().atMost(PATIENCE).until(() -> scanning.get() == 1);

            HttpResponse<String> second = other.get(KEY_RANGE + "&plan=table");
            HttpResponse<String> row = other.get(WORDS + "rows/" + key + "?keyFormat=text");
            small.searcher.finds(RowKey.utf8(key));
            JsonNode instead = json(other.get(KEY_RANGE));

            assertThat(json(second).at("/code").asText()).isEqualTo("THROTTLED");
            assertThat(json(second).at("/detail").asText()).contains("scans");
            assertThat(row.statusCode()).as(row.body()).isEqualTo(200);
            assertThat(instead.at("/plan").asText()).as(instead.toString()).isEqualTo("search");
            assertThat(instead.at("/degraded/0").asText()).isEqualTo("hbase");
            release.countDown();
            assertThat(scan.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void laterPagesOfASubstituteStayDegradedAfterTheIndexReturns() {
        for (String item : List.of("b", "c")) {
            fixture.table.put(PlanTest.key(7, item), "d", "gloss", "a whale");
        }
        String search = WORDS + "search?q=item:(a%20OR%20b%20OR%20c)&filter=user:7&size=1";
        stopIndex();
        JsonNode first = json(http.get(search));
        fixture.searcher.finds();

        JsonNode second = json(http.get(search + "&cursor=" + first.at("/next").asText()));
        JsonNode third = json(http.get(search + "&cursor=" + second.at("/next").asText()));

        for (JsonNode page : List.of(first, second, third)) {
            assertThat(page.at("/plan").asText()).as(page.toString()).isEqualTo("table");
            assertThat(page.at("/hits")).hasSize(1);
            assertThat(page.at("/degraded").toString()).isEqualTo("[\"index\"]");
            assertThat(page.at("/notes/0").asText()).contains("found by their keys");
        }
        JsonNode back =
                json(http.get(search + "&cursor=" + third.at("/previous").asText()));
        assertThat(back.at("/degraded/0").asText()).isEqualTo("index");
        JsonNode own = json(http.get(search + "&plan=table"));
        assertThat(json(http.get(search + "&cursor=" + own.at("/next").asText()))
                        .at("/degraded"))
                .as("the table was asked for")
                .isEmpty();
    }

    @Test
    void pagesOfTheIndexInTheTablesPlaceDoToo() {
        List<RowKey> rows = List.of(RowKey.utf8(PlanTest.key(7, "a")), RowKey.utf8(PlanTest.key(7, "b")));
        fixture.table.put(PlanTest.key(7, "b"), "d", "gloss", "a whale");
        fixture.searcher.findsUpToSize(rows);
        stopHBase();
        JsonNode first = json(http.get(KEY_RANGE + "&size=1"));
        assertThat(first.at("/degraded/0").asText()).as(first.toString()).isEqualTo("hbase");
        fixture.table.beforeRead = () -> {};

        JsonNode second =
                json(http.get(KEY_RANGE + "&size=1&cursor=" + first.at("/next").asText()));

        assertThat(second.at("/plan").asText()).isEqualTo("search");
        assertThat(second.at("/hits/0").has("columns")).isTrue();
        assertThat(second.at("/degraded").toString()).isEqualTo("[\"hbase\"]");
        assertThat(second.at("/notes").toString()).contains("the index found them");
    }

    @Test
    void aCountGoesOnWithoutHBase() {
        stopHBase();

        JsonNode ofRange = json(http.get(WORDS + "count?filter=user:7"));
        JsonNode ofKey = json(http.get(WORDS + "count?filter=user:7&filter=item:a"));

        assertThat(ofRange.at("/total/value").asLong()).as(ofRange.toString()).isEqualTo(1);
        assertThat(ofRange.at("/degraded")).isEmpty();
        assertThat(ofKey.at("/total/value").asLong()).as(ofKey.toString()).isEqualTo(1);
        assertThat(ofKey.at("/degraded/0").asText()).isEqualTo("hbase");
    }

    @Test
    void withBothGoneTheAnswerIsAProblemThatSaysWhenToComeBack() {
        stopIndex();
        stopHBase();

        HttpResponse<String> refused = http.get(KEY_RANGE);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(json(refused).at("/code").asText()).isEqualTo("SERVER_UNREACHABLE");
    }

    @Test
    void stoppingGatewayEndsAStreamAfterItsPageWithACursor() {
        List<RowKey> rows = IntStream.range(0, 350)
                .mapToObj(i -> PlanTest.key(7, String.format("w%03d", i)))
                .peek(key -> fixture.table.put(key, "d", "gloss", "a whale"))
                .map(RowKey::utf8)
                .toList();
        AtomicInteger pages = new AtomicInteger();
        fixture.searcher.answers(request -> {
            awaitRelease(pages.incrementAndGet() == 2);
            SearchResult all = FakeSearcher.found(rows.toArray(RowKey[]::new));
            return new SearchResult(
                    rows.size(), true, false, all.hits().subList(0, Math.min(request.size(), rows.size())));
        });
        CompletableFuture<HttpResponse<String>> stream =
                CompletableFuture.supplyAsync(() -> http.get(WORDS + "stream?q=whale"));
        await().atMost(PATIENCE).until(() -> pages.get() == 2);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(fixture.gateway::close);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(http.get("/health").body()).contains("stopping"));
        assertThat(http.get(WORDS + "stream?q=whale").statusCode()).isEqualTo(503);
        release.countDown();

        List<String> lines = stream.join().body().lines().toList();
        closing.join();
        assertThat(lines.stream().filter(line -> line.startsWith("{\"hit\""))).hasSize(200);
        assertThat(lines.get(lines.size() - 2)).startsWith("{\"cursor\"");
        assertThat(lines.get(lines.size() - 1)).contains("\"problem\"", "the gateway is stopping", "last cursor");
    }

    private void awaitRelease(boolean wait) {
        try {
            if (wait) {
                release.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
