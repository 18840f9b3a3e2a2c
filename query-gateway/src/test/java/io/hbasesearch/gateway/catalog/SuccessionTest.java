/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.FakeSearcher;
import io.hbasesearch.gateway.GatewayFixture;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A generation is dropped while somebody searches it. */
class SuccessionTest {
    private static final String WORDS = "/v1/indexes/words";
    private static final String KEY = "a-key-that-opens-words-alone";

    private static HBaseSearchException dropped() {
        return new HBaseSearchException(ErrorCode.INDEX_NOT_FOUND, "it was dropped");
    }

    @Test
    void theNextGenerationHasWhatTheOneBeforeHasLeftOfTheTime() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            TestHttp http = fixture.start();
            FakeSearcher next = new FakeSearcher();
            next.finds(RowKey.utf8("1-n"));
            fixture.table.put("1-n", "d", "gloss", "whale");
            fixture.searcher.answers(request -> {
                fixture.offer(2, true, next);
                pass(Duration.ofMillis(600));
                throw dropped();
            });

            HttpResponse<String> answer = http.get(WORDS + "/search?q=whale&timeout=1s&verify=none");

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            // Its share of 400 ms at most, and not of a second.
            assertThat(next.lastRequest.timeout()).isLessThan(Duration.ofMillis(250));
        }
    }

    /** Waits without using the processor, whose time is limited too. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        await().pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() - end >= 0);
    }

    @Test
    void aSuccessorIsWaitedForNoLongerThanTheRequestMayTake() {
        try (GatewayFixture fixture = GatewayFixture.create()) {
            AtomicLong nanos = new AtomicLong();
            RequestDeadline deadline = RequestDeadline.after(Duration.ofSeconds(1), nanos::get);
            IndexCatalog catalog = new IndexCatalog(
                    () -> fixture.indexes, name -> null, null, index -> Optional.empty(), fixture.awaited);
            long start = System.nanoTime();

            assertThatThrownBy(() -> catalog.call(fixture.indexes.get("words"), deadline, index -> {
                        nanos.set(Duration.ofSeconds(1).toNanos());
                        throw dropped();
                    }))
                    .isInstanceOf(HBaseSearchException.class);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void whoseIndexGoesMeanwhileLearnsOfNoOther() {
        try (GatewayFixture fixture = GatewayFixture.withKeys(new ApiKey(new Secret(KEY), List.of("words"), true))) {
            SearchableIndex other = fixture.indexes.get("words");
            List<RowKey> rows = IntStream.range(1000, 1250)
                    .mapToObj(i -> RowKey.utf8("row-" + i))
                    .peek(row -> fixture.table.put(row.printable(), "d", "gloss", "x"))
                    .toList();
            TestHttp http = fixture.start();
            List<SearchResult.Hit> all =
                    FakeSearcher.found(rows.toArray(RowKey[]::new)).hits();
            fixture.searcher.answers(request -> {
                fixture.indexes.remove("words");
                fixture.indexes.put("words-of-others", other);
                return fixture.searcher.page(all, request);
            });

            List<String> lines = http.get(WORDS + "/stream?q=x", "X-API-Key", KEY)
                    .body()
                    .lines()
                    .toList();

            String last = lines.get(lines.size() - 1);
            assertThat(json(last).at("/problem/code").asText()).as(last).isEqualTo("NOT_FOUND");
            assertThat(last).doesNotContain("words-of-others");
        }
    }

    @Test
    void norDoesWhoFencesARowOfIt() {
        try (GatewayFixture fixture = GatewayFixture.withKeys(new ApiKey(new Secret(KEY), List.of("words"), true))) {
            SearchableIndex other = fixture.indexes.get("words");
            TestHttp http = fixture.start();
            fixture.touches.whenTouched = (row, version) -> {
                fixture.indexes.remove("words");
                fixture.indexes.put("words-of-others", other);
            };

            HttpResponse<String> gone =
                    http.send(http.request(WORDS + "/rows/" + RowKey.utf8("x").base64Url() + ":fence", "X-API-Key", KEY)
                            .POST(HttpRequest.BodyPublishers.noBody()));

            assertThat(gone.statusCode()).as(gone.body()).isEqualTo(404);
            assertThat(gone.body()).doesNotContain("words-of-others");
        }
    }
}
