/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagingTest {
    private static final String SEARCH = "/v1/indexes/words/search?keyFormat=text&q=whale&size=3";

    private final GatewayFixture fixture = GatewayFixture.create();
    private final List<RowKey> found = new ArrayList<>();
    private TestHttp http;

    @BeforeEach
    void start() {
        for (int i = 0; i < 10; i++) {
            fixture.table.put(name(i), "d", "gloss", "a whale");
            found.add(RowKey.utf8(name(i)));
        }
        fixture.searcher.findsUpToSize(found);
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "row-%02d", i);
    }

    private static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key");
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(PagingTest::name).toList();
    }

    private JsonNode go(JsonNode answer, String direction) {
        return json(http.get(SEARCH + "&cursor=" + answer.at("/" + direction).asText()));
    }

    @Test
    void pagesFollowOneAnotherToTheEndAndBack() {
        JsonNode first = json(http.get(SEARCH));
        JsonNode second = go(first, "next");
        JsonNode third = go(second, "next");
        JsonNode last = go(third, "next");

        assertThat(keys(first)).isEqualTo(names(0, 3));
        assertThat(keys(second)).isEqualTo(names(3, 6));
        assertThat(keys(third)).isEqualTo(names(6, 9));
        assertThat(keys(last)).isEqualTo(names(9, 10));
        assertThat(last.has("next")).isFalse();
        assertThat(first.has("previous")).isFalse();
        JsonNode back = go(third, "previous");
        assertThat(keys(back)).isEqualTo(names(3, 6));
        assertThat(keys(go(back, "next"))).isEqualTo(names(6, 9));
        JsonNode beginning = go(back, "previous");
        assertThat(keys(beginning)).isEqualTo(names(0, 3));
        assertThat(beginning.has("previous")).isFalse();
    }

    @Test
    void hitsThatComeInBeforeThePlaceShiftNothing() {
        JsonNode first = json(http.get(SEARCH));
        fixture.searcher.answers(request -> {
            List<SearchResult.Hit> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(new SearchResult.Hit(RowKey.utf8("better-" + i), 1, 100 + i));
            }
            all.addAll(FakeSearcher.found(found.toArray(RowKey[]::new)).hits());
            return fixture.searcher.page(all, request);
        });

        assertThat(keys(go(first, "next"))).isEqualTo(names(3, 6));
    }

    @Test
    void aCursorThatWasChangedOrMadeByAnotherGatewayIsRefused() {
        String cursor = json(http.get(SEARCH)).at("/next").asText();
        String changed = (cursor.charAt(0) == 'A' ? 'B' : 'A') + cursor.substring(1);

        for (String bad : List.of(changed, "nonsense", "AA", cursor.substring(1))) {
            HttpResponse<String> refused = http.get(SEARCH + "&cursor=" + bad);
            assertThat(refused.statusCode()).as(bad).isEqualTo(400);
            assertThat(json(refused).at("/parameter").asText()).isEqualTo("cursor");
        }
        try (GatewayFixture other = GatewayFixture.create()) {
            HttpResponse<String> refused = other.start().get(SEARCH + "&cursor=" + cursor);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(json(refused).at("/hint").asText()).contains("gateway.cursorKey");
        }
    }

    @Test
    void aCursorFitsNoOtherQuery() {
        String cursor = json(http.get(SEARCH)).at("/next").asText();

        HttpResponse<String> refused = http.get("/v1/indexes/words/search?q=boat&cursor=" + cursor);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/detail").asText()).contains("another index, query, filter, order or ranking");
    }

    @Test
    void aCursorOutlivesTheGenerationAndSaysSo() {
        JsonNode first = json(http.get(SEARCH));
        fixture.offer(2, true, fixture.searcher);

        JsonNode second = go(first, "next");

        assertThat(keys(second)).isEqualTo(names(3, 6));
        assertThat(second.at("/view_lost").asBoolean()).isTrue();
        assertThat(second.at("/notes/0").asText()).contains("snapshot");
    }

    @Test
    void snapshotBeginsWithTheSecondPageOrOnRequestTheFirst() {
        JsonNode first = json(http.get(SEARCH));
        assertThat(first.at("/snapshot").asBoolean()).isFalse();
        assertThat(fixture.searcher.opened).hasValue(0);

        JsonNode second = go(first, "next");
        JsonNode third = go(second, "next");

        assertThat(second.at("/snapshot").asBoolean()).isTrue();
        assertThat(third.at("/snapshot").asBoolean()).isTrue();
        assertThat(fixture.searcher.opened).hasValue(1);
        assertThat(second.at("/notes/0").asText())
                .contains("begins with this page")
                .contains("snapshot=true");
        assertThat(third.at("/notes")).isEmpty();
        assertThat(json(http.get(SEARCH + "&snapshot=true")).at("/snapshot").asBoolean())
                .isTrue();
    }

    @Test
    void aSnapshotThatIsLostIsReplacedAndTheAnswerSaysSo() {
        JsonNode second = go(json(http.get(SEARCH)), "next");
        fixture.searcher.views.clear();

        JsonNode third = go(second, "next");

        assertThat(keys(third)).isEqualTo(names(6, 9));
        assertThat(third.at("/view_lost").asBoolean()).isTrue();
        assertThat(third.at("/notes/0").asText()).contains("snapshot");
        JsonNode last = go(third, "next");
        assertThat(last.at("/view_lost").asBoolean()).isFalse();
    }

    @Test
    void aSnapshotThatNoCursorNamesIsLetGoOf() {
        json(http.get(SEARCH.replace("size=3", "size=20") + "&snapshot=true"));
        http.get("/v1/indexes/words/stream?keyFormat=text&q=whale");

        assertThat(fixture.searcher.opened).hasValue(2);
        await().untilAsserted(() -> assertThat(fixture.searcher.views).isEmpty());
    }

    @Test
    void deepPagesAreRefusedAndTheCursorIsNamed() {
        HttpResponse<String> refused = http.get(SEARCH + "&from=98");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/parameter").asText()).isEqualTo("from");
        assertThat(json(refused).at("/hint").asText()).contains("cursor=");
        assertThat(keys(json(http.get(SEARCH + "&from=4")))).isEqualTo(names(4, 7));
        JsonNode shallow = json(http.get(SEARCH + "&from=4"));
        assertThat(keys(go(shallow, "next"))).isEqualTo(names(7, 10));
    }

    @Test
    void aPageIsRefilledWithTheNextHitsInPlaceOfStaleOnes() {
        fixture.table.delete(name(1));
        fixture.table.delete(name(4));

        JsonNode first = json(http.get(SEARCH));

        assertThat(keys(first)).containsExactly(name(0), name(2), name(3));
        assertThat(first.at("/stale_dropped").asInt()).isEqualTo(1);
        assertThat(first.at("/verification/refilled").asInt()).isEqualTo(1);
        assertThat(first.at("/verification/checked").asInt()).isEqualTo(4);
        JsonNode second = go(first, "next");
        assertThat(keys(second)).containsExactly(name(5), name(6), name(7));
        assertThat(fixture.announcer.touched).containsExactly(RowKey.utf8(name(1)), RowKey.utf8(name(4)));
        assertThat(keys(go(second, "previous"))).containsExactly(name(0), name(2), name(3));
    }

    @Test
    void refillsAreBoundedAndTheCursorGoesOnBehindWhatWasLookedAt() {
        for (int i = 0; i < 9; i++) {
            fixture.table.delete(name(i));
        }

        JsonNode first = json(http.get(SEARCH));

        assertThat(fixture.searcher.searches.get()).isLessThanOrEqualTo(4);
        assertThat(keys(first)).containsExactly(name(9));
        assertThat(first.at("/stale_dropped").asInt()).isEqualTo(9);
    }

    @Test
    void aRefillThatFailsLeavesWhatWasFoundAndTheWayOn() {
        fixture.table.delete(name(1));
        for (ErrorCode code : List.of(ErrorCode.SERVER_UNREACHABLE, ErrorCode.THROTTLED, ErrorCode.TIMED_OUT)) {
            fixture.searcher.answers(request -> {
                if (request.place().isPresent()) {
                    throw new HBaseSearchException(code, "es-17.internal said no");
                }
                return foundPage(request);
            });

            JsonNode first = json(http.get(SEARCH));

            assertThat(keys(first)).as(first.toString()).containsExactly(name(0), name(2));
            assertThat(first.at("/cut/0/stage").asText()).isEqualTo("refill");
            assertThat(first.at("/cut/0/detail").asText()).doesNotContain("es-17");
            assertThat(first.at("/timed_out").asBoolean()).isEqualTo(code == ErrorCode.TIMED_OUT);
            assertThat(first.at("/partial").asBoolean()).isFalse();
            fixture.searcher.findsUpToSize(found);
            assertThat(keys(go(first, "next"))).isEqualTo(names(3, 6));
        }
        fixture.searcher.answers(request -> {
            if (request.place().isPresent()) {
                throw new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no");
            }
            return foundPage(request);
        });
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(502);
    }

    @Test
    void aRefillThatTheIndexCutHidesNothingThatTheNextPageDoesNotShow() {
        fixture.table.delete(name(1));
        fixture.searcher.answers(request -> request.place().isPresent() ? cut(foundPage(request)) : foundPage(request));

        JsonNode first = json(http.get(SEARCH));

        assertThat(keys(first)).containsExactly(name(0), name(2));
        assertThat(first.at("/cut/0/stage").asText()).isEqualTo("refill");
        assertThat(first.at("/cut/0/reason").asText()).isEqualTo("time");
        assertThat(first.at("/partial").asBoolean()).isFalse();
        fixture.searcher.findsUpToSize(found);
        assertThat(keys(go(first, "next"))).isEqualTo(names(3, 6));
    }

    @Test
    void aStreamBringsEverythingAndGoesOnFromAnyOfItsCursors() {
        String stream = "/v1/indexes/words/stream?keyFormat=text&q=whale";
        fixture.table.delete(name(2));

        HttpResponse<String> response = http.get(stream);

        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/x-ndjson");
        List<JsonNode> lines = response.body().lines().map(TestHttp::json).toList();
        assertThat(lines).hasSize(10);
        assertThat(lines.get(8).at("/hit/key").asText()).isEqualTo(name(9));
        JsonNode end = lines.get(9).at("/end");
        assertThat(end.at("/hits").asInt()).isEqualTo(9);
        assertThat(end.at("/stale_dropped").asInt()).isEqualTo(1);
        String cursor = json(http.get(SEARCH)).at("/next").asText();
        List<JsonNode> rest = http.get(stream + "&cursor=" + cursor)
                .body()
                .lines()
                .map(TestHttp::json)
                .toList();
        assertThat(rest.get(0).at("/hit/key").asText()).isEqualTo(name(4));
    }

    @Test
    void aStreamThatFailsOnItsWayEndsWithTheProblem() {
        List<RowKey> many =
                IntStream.range(0, 250).mapToObj(i -> RowKey.utf8("m" + i)).toList();
        many.forEach(row -> fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.utf8("whale")));
        fixture.searcher.answers(request -> {
            if (request.place().isPresent()) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
            }
            List<SearchResult.Hit> all =
                    FakeSearcher.found(many.toArray(RowKey[]::new)).hits();
            return fixture.searcher.page(all, request);
        });

        HttpResponse<String> response = http.get("/v1/indexes/words/stream?q=whale");

        assertThat(response.statusCode()).isEqualTo(200);
        List<JsonNode> lines = response.body().lines().map(TestHttp::json).toList();
        assertThat(lines).hasSize(102);
        assertThat(lines.get(100).at("/cursor").asText()).isNotEmpty();
        assertThat(lines.get(101).at("/problem/code").asText()).isEqualTo("SERVER_UNREACHABLE");
    }

    private void findsMany() {
        List<RowKey> many =
                IntStream.range(0, 250).mapToObj(i -> RowKey.utf8("m" + i)).toList();
        many.forEach(row -> fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.utf8("whale")));
        fixture.searcher.findsUpToSize(many);
        found.clear();
        found.addAll(many);
    }

    private SearchResult foundPage(SearchRequest request) {
        List<SearchResult.Hit> all =
                FakeSearcher.found(found.toArray(RowKey[]::new)).hits();
        return fixture.searcher.page(all, request);
    }

    private static SearchResult cut(SearchResult page) {
        return new SearchResult(
                new SearchResult.Count(page.total(), false),
                true,
                0,
                page.hits(),
                new SearchResult.State(page.view(), false),
                page.facets(),
                page.last());
    }

    @Test
    void aStreamDoesNotEndAsIfNothingWereMissingIfAPageWasCut() {
        findsMany();
        fixture.searcher.answers(request -> request.place().isPresent() ? cut(foundPage(request)) : foundPage(request));

        List<JsonNode> lines = http.get("/v1/indexes/words/stream?q=whale")
                .body()
                .lines()
                .map(TestHttp::json)
                .toList();

        assertThat(lines).hasSize(102);
        assertThat(lines.get(100).at("/cursor").asText()).isNotEmpty();
        assertThat(lines.get(101).at("/problem/code").asText()).isEqualTo("TIMED_OUT");
        assertThat(lines.get(101).at("/problem/hint").asText()).contains("last cursor");
        fixture.searcher.answers(request -> cut(foundPage(request)));
        fixture.searcher.views.clear();
        assertThat(http.get("/v1/indexes/words/stream?q=whale").statusCode()).isEqualTo(504);
        // Nobody has a cursor that names it.
        await().untilAsserted(() -> assertThat(fixture.searcher.views).isEmpty());
    }

    @Test
    void theEndOfAStreamTellsWhatAnyOfItsPagesSaid() {
        findsMany();
        AtomicInteger pages = new AtomicInteger();
        fixture.table.beforeRead = () -> {
            if (pages.get() == 1) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "region server gone");
            }
        };
        fixture.searcher.answers(request -> {
            if (pages.incrementAndGet() == 2) {
                fixture.searcher.views.clear();
            }
            return foundPage(request);
        });

        List<String> lines =
                http.get("/v1/indexes/words/stream?q=whale").body().lines().toList();
        JsonNode end = json(lines.get(lines.size() - 1)).at("/end");

        assertThat(pages).hasValue(3);
        assertThat(end.at("/hits").asInt()).isEqualTo(250);
        assertThat(end.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(end.at("/view_lost").asBoolean()).isTrue();
        assertThat(end.at("/notes")).hasSize(2);
    }

    @Test
    void whatIsWrongWithAStreamsRequestIsToldBeforeItBegins() {
        assertThat(http.get("/v1/indexes/words/stream?q=%28").statusCode()).isEqualTo(400);
        assertThat(http.get("/v1/indexes/words/stream?q=x&size=4").statusCode()).isEqualTo(400);
    }
}
