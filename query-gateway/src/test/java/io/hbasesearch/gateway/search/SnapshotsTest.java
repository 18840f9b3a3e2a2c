/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import io.hbasesearch.gateway.FakeSearcher;
import io.hbasesearch.gateway.GatewayFixture;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway that keeps two snapshots. */
class SnapshotsTest {
    private static final String SEARCH = "/v1/indexes/words/search?q=whale&size=2";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    private final GatewayFixture fixture = GatewayFixture.with(1 << 20, 2);
    private TestHttp http;

    @BeforeEach
    void start() {
        List<RowKey> rows = IntStream.range(0, 9)
                .mapToObj(i -> RowKey.utf8("w" + i))
                .peek(key -> fixture.table.put(key.printable(), "d", "gloss", "a whale"))
                .toList();
        fixture.searcher.findsUpToSize(rows);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    private JsonNode begin() {
        return json(http.get(SEARCH + "&snapshot=true"));
    }

    private JsonNode next(JsonNode page) {
        return json(http.get(SEARCH + "&cursor=" + page.at("/next").asText()));
    }

    private void awaitOpen(int views) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.searcher.views).hasSize(views));
    }

    @Test
    void theOneUnusedForLongestMakesRoomAndItsNextPageSaysSo() {
        JsonNode first = begin();
        JsonNode second = begin();
        first = next(first);

        JsonNode third = begin();

        awaitOpen(2);
        assertThat(next(third).at("/view_lost").asBoolean()).isFalse();
        assertThat(next(first).at("/view_lost").asBoolean()).isFalse();
        JsonNode lost = next(second);
        assertThat(lost.at("/view_lost").asBoolean()).as(lost.toString()).isTrue();
        assertThat(lost.at("/hits")).isNotEmpty();
        assertThat(lost.at("/notes/0").asText()).contains("snapshot of these pages no longer exists");
        awaitOpen(2);
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_snapshots 2.0", "hbase_search_gateway_displaced_snapshots_total 2.0");
    }

    @Test
    void whoOpensManyGivesUpItsOwn() {
        Snapshots snapshots = new Snapshots(4, System::nanoTime, fixture.metrics);
        List<String> closed = new ArrayList<>();
        open(snapshots, "key-2", "of-the-other", closed);
        for (int i = 0; i < 104; i++) {
            open(snapshots, "key-1", "of-the-one-" + i, closed);
        }
        assertThat(closed).hasSize(101).doesNotContain("of-the-other");

        open(snapshots, "key-2", "one-more-of-the-other", closed);
        assertThat(closed).hasSize(102).endsWith("of-the-one-101").doesNotContain("of-the-other");
    }

    @Test
    void whoOpensManyOverHttpLeavesThatOfAnotherCaller() {
        try (GatewayFixture keyed = GatewayFixture.withKeys(
                ApiKey.ofAll(new Secret("the-key-of-the-first")), ApiKey.ofAll(new Secret("the-key-of-the-second")))) {
            List<RowKey> rows = IntStream.range(0, 9)
                    .mapToObj(i -> RowKey.utf8("w" + i))
                    .peek(key -> keyed.table.put(key.printable(), "d", "gloss", "a whale"))
                    .toList();
            keyed.searcher.findsUpToSize(rows);
            TestHttp calls = keyed.start();
            JsonNode other = json(calls.get(SEARCH + "&snapshot=true", "X-API-Key", "the-key-of-the-second"));
            for (int i = 0; i < 104; i++) {
                JsonNode page = json(calls.get(SEARCH + "&snapshot=true", "X-API-Key", "the-key-of-the-first"));
                assertThat(page.at("/snapshot").asBoolean()).isTrue();
            }

            JsonNode next = json(
                    calls.get(SEARCH + "&cursor=" + other.at("/next").asText(), "X-API-Key", "the-key-of-the-second"));
            assertThat(next.at("/snapshot").asBoolean()).isTrue();
            assertThat(next.at("/view_lost").asBoolean()).isFalse();
            assertThat(keyed.searcher.views).hasSizeLessThanOrEqualTo(100);
        }
    }

    private static void open(Snapshots snapshots, String caller, String view, List<String> closed) {
        snapshots
                .enter(new ViewUse.Keep(Duration.ofMinutes(5)), caller, gone -> closed.add(gone.value()))
                .leave(Optional.of(new ViewToken(view)));
    }

    @Test
    void pagesInProgressKeepSnapshotsAndOthersAreToldToRetry() {
        fixture.table.beforeRead = this::awaitRelease;
        List<CompletableFuture<JsonNode>> pages =
                List.of(CompletableFuture.supplyAsync(this::begin), CompletableFuture.supplyAsync(this::begin));
        awaitOpen(2);

        HttpResponse<String> refused = http.get(SEARCH + "&snapshot=true");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(json(refused).at("/detail").asText()).contains("2 snapshots");
        assertThat(json(refused).at("/hint").asText()).contains("gateway.maxSnapshots");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        release.countDown();
        pages.forEach(page ->
                assertThat(next(page.join()).at("/view_lost").asBoolean()).isFalse());
    }

    @Test
    void aPageThatFailsLeavesNoSnapshotBehind() {
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not for you");
        };

        assertThat(http.get(SEARCH + "&snapshot=true").statusCode()).isEqualTo(502);

        awaitOpen(0);
        assertThat(fixture.searcher.opened).hasValue(1);
        assertThat(http.get("/metrics").body()).contains("hbase_search_gateway_snapshots 0.0");
    }

    @Test
    void anAnswerThatFailsBehindItsPageDoesNotEither() {
        fixture.beforeHistory = () -> {
            throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "not for you");
        };

        assertThat(http.get(SEARCH + "&snapshot=true&versions=2").statusCode()).isEqualTo(502);

        awaitOpen(0);
        assertThat(fixture.searcher.opened).hasValue(1);
    }

    @Test
    void oneThatIsOpenedAfterNobodyWaitsForItAnyMoreIsClosed() {
        List<SearchResult.Hit> all = FakeSearcher.found(RowKey.utf8("w0"), RowKey.utf8("w1"), RowKey.utf8("w2"))
                .hits();
        fixture.searcher.answers(request -> {
            awaitRelease();
            return fixture.searcher.page(all, request);
        });

        assertThat(http.get(SEARCH + "&snapshot=true&timeout=100ms").statusCode())
                .isEqualTo(504);
        assertThat(fixture.searcher.opened).hasValue(0);
        release.countDown();

        await().atMost(PATIENCE).until(() -> fixture.searcher.opened.get() == 1);
        awaitOpen(0);
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
