/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.testing.Fixtures;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what a search over several indexes refuses, which indexes it leaves out, and what its answers say. */
class SearchAllTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String WORDS =
            "{gloss: {column: 'd:gloss', type: text}, day: {column: 'd:day', type: date}, kind: {column: 'd:kind', type: keyword}}";
    private static final String MAIL =
            "{gloss: {column: 'd:gloss', type: text}, day: {column: 'd:day', type: keyword}, sender: {column: 'd:sender', type: keyword}}";
    private static final String BOTH = "/v1/search?index=words,mail&keyFormat=text";

    private final CountDownLatch release = new CountDownLatch(1);
    private final FakeSearcher words = new FakeSearcher();
    private final FakeSearcher mail = new FakeSearcher();
    private GatewayFixture fixture = GatewayFixture.create();

    @AfterEach
    void close() {
        release.countDown();
        fixture.close();
    }

    private TestHttp start() {
        offer("words", WORDS, words);
        offer("mail", MAIL, mail);
        put("w1", "w2", "w3", "m1", "m2", "m3");
        finds(words, "w1 9", "w2 5", "w3 1");
        finds(mail, "m1 7", "m2 5", "m3 3");
        return fixture.start();
    }

    private void start(GatewayFixture other) {
        fixture.close();
        fixture = other;
    }

    private void put(String... keys) {
        for (String key : keys) {
            fixture.table.put(key, "d", "gloss", "a whale");
        }
    }

    private void offer(String name, String fields, FakeSearcher searcher) {
        IndexDefinition definition = DefinitionText.read(name, "table: words\nfields: " + fields);
        fixture.indexes.put(
                name,
                new SearchableIndex(
                        definition,
                        Fixtures.metadata(name)
                                .uuid(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)))
                                .table(definition.table())
                                .source(new IndexSource("topic", "id", 1, 1, true))
                                .analyzers(Map.of("gloss", "standard"))
                                .build(),
                        searcher));
    }

    /** @param rows keys and scores, the best first */
    private static void finds(FakeSearcher searcher, String... rows) {
        List<SearchResult.Hit> hits = Arrays.stream(rows)
                .map(row -> hit(RowKey.utf8(row.split(" ")[0]), Float.parseFloat(row.split(" ")[1])))
                .toList();
        searcher.answers(request -> searcher.page(hits, request));
    }

    private static SearchResult.Hit hit(RowKey key, float score) {
        return new SearchResult.Hit(
                key,
                1,
                score,
                new SortValues(List.of((double) score, DocumentId.of(key).value())));
    }

    private static void fails(FakeSearcher searcher) {
        searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
        });
    }

    private static List<String> hits(JsonNode answer) {
        List<String> hits = new ArrayList<>();
        answer.at("/hits")
                .forEach(hit -> hits.add(
                        hit.at("/index").asText() + ":" + hit.at("/key").asText()));
        return hits;
    }

    private static JsonNode refused(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return json(response);
    }

    private int searches() {
        return words.searches.get() + mail.searches.get() + fixture.table.reads.get();
    }

    @Test
    void hitsOfSeveralIndexesComeInOneOrderAndNameTheirIndex() {
        TestHttp http = start();

        JsonNode answer = json(http.get(BOTH + "&q=whale"));

        assertThat(hits(answer)).containsExactly("words:w1", "mail:m1", "words:w2", "mail:m2", "mail:m3", "words:w3");
        assertThat(answer.at("/index").asText()).isEqualTo("words,mail");
        assertThat(answer.at("/indexes").findValuesAsText("index")).containsExactly("words", "mail");
        assertThat(answer.at("/total/value").asInt()).isEqualTo(6);
        assertThat(answer.at("/hits/0/fields/gloss").asText()).isEqualTo("a whale");
        assertThat(answer.at("/degraded")).isEmpty();
        assertThat(answer.has("next")).isFalse();
        assertThat(hits(json(http.get("/v1/search?index=mail,words&keyFormat=text&q=whale&size=4"))))
                .containsExactly("words:w1", "mail:m1", "mail:m2", "words:w2");
        assertThat(http.get("/metrics").body()).contains("route=\"/v1/search\"");
    }

    @Test
    void aPostAsksTheSameAsAGet() {
        TestHttp http = start();
        List<String> expected = hits(json(http.get(BOTH + "&q=whale")));

        for (String names : List.of("[\"words\", \"mail\"]", "\"words,mail\"")) {
            assertThat(hits(json(http.postJson(
                            "/v1/search", "{\"index\": " + names + ", \"q\": \"whale\", \"keyFormat\": \"text\"}"))))
                    .isEqualTo(expected);
        }
    }

    @Test
    void oneIndexPagesAsItDoesAlone() {
        TestHttp http = start();

        JsonNode page = json(http.get("/v1/search?index=words&keyFormat=text&q=whale&size=2"));

        assertThat(hits(page)).containsExactly("words:w1", "words:w2");
        assertThat(page.at("/notes")).isEmpty();
        JsonNode next = json(http.get("/v1/search?index=words&keyFormat=text&q=whale&size=2&cursor="
                + page.at("/next").asText()));
        assertThat(hits(next)).containsExactly("words:w3");
        JsonNode back = json(http.get("/v1/search?index=words&keyFormat=text&q=whale&size=2&cursor="
                + next.at("/previous").asText()));
        assertThat(hits(back)).containsExactly("words:w1", "words:w2");
    }

    @Test
    void namesThatCannotBeAskedAreRefused() {
        TestHttp http = start();
        String many =
                String.join(",", IntStream.range(0, 11).mapToObj(i -> "i" + i).toList());

        JsonNode missing = refused(http.get("/v1/search?q=whale"), 400);
        assertThat(missing.at("/parameter").asText()).isEqualTo("index");
        assertThat(missing.at("/hint").asText()).contains("mail, words");
        assertThat(refused(http.postJson("/v1/search", "{}"), 400)
                        .at("/pointer")
                        .asText())
                .isEqualTo("#/index");
        assertThat(refused(http.get("/v1/search?index=words,words"), 400)
                        .at("/detail")
                        .asText())
                .contains("twice");
        assertThat(refused(http.get("/v1/search?index=words,,mail"), 400)
                        .at("/detail")
                        .asText())
                .contains("empty");
        assertThat(refused(http.get("/v1/search?index=" + many), 400)
                        .at("/detail")
                        .asText())
                .contains("11", "at most 10");
        JsonNode unknown = refused(http.get("/v1/search?index=words,mial"), 404);
        assertThat(unknown.at("/hint").asText()).contains("mail");
        assertThat(searches()).isZero();
    }

    @Test
    void aKeyThatLacksOneOfTheIndexesReadsNone() {
        start(GatewayFixture.withKeys(new ApiKey(new Secret("a-key-of-words-only"), List.of("words"), true)));
        TestHttp http = start();
        String[] key = {"X-API-Key", "a-key-of-words-only"};

        JsonNode denied = refused(http.get("/v1/search?index=words,mail", key), 403);
        assertThat(denied.at("/code").asText()).isEqualTo("ACCESS_DENIED");
        refused(http.postJson("/v1/search", "{\"index\": [\"words\", \"mail\"]}", key), 403);
        refused(http.get("/v1/search?index=words,nothing&size=x", key), 403);
        assertThat(searches()).isZero();
        assertThat(refused(http.get("/v1/search", key), 400).at("/hint").asText())
                .contains("words")
                .doesNotContain("mail");
        assertThat(http.get("/v1/search?index=words", key).statusCode()).isEqualTo(200);
    }

    @Test
    void aFieldThatContradictsOrIsMissingInOneIndexIsRefused() {
        TestHttp http = start();
        for (String asked : List.of("q=day:2026", "filter=day:2026", "sort=day", "facet=day", "q=a%20%2Bday:*")) {
            JsonNode problem = refused(http.get(BOTH + "&" + asked), 400);
            assertThat(problem.at("/code").asText()).isEqualTo("QUERY_INVALID");
            assertThat(problem.at("/detail").asText())
                    .as(asked)
                    .contains("'day'", "date in 'words'", "keyword in 'mail'");
        }
        for (String asked : List.of("q=sender:x", "filter=sender:x", "sort=sender", "facet=sender")) {
            JsonNode problem = refused(http.get(BOTH + "&" + asked), 400);
            assertThat(problem.at("/detail").asText()).as(asked).contains("'sender'", "'words' does not have");
            assertThat(problem.at("/hint").asText()).contains("'mail'");
        }
        JsonNode tree = refused(
                http.postJson(
                        "/v1/search",
                        "{\"index\": [\"words\", \"mail\"], \"query\": {\"bool\": {\"must_not\": [{\"exists\": {\"field\":"
                                + " \"kind\"}}]}}}"),
                400);
        assertThat(tree.at("/detail").asText()).contains("'kind'", "'mail'");
        assertThat(tree.at("/pointer").asText()).isEqualTo("#/index");
        assertThat(searches()).isZero();
        for (String asked : List.of("q=gloss:whale", "q=whale", "q=Re:%20whale", "sort=_key")) {
            assertThat(http.get(BOTH + "&" + asked).statusCode()).as(asked).isEqualTo(200);
        }
        assertThat(http.get("/v1/search?index=mail&q=sender:x").statusCode()).isEqualTo(200);
    }

    @Test
    void aQueryThatNoIndexCanReadIsRefusedWithoutAName() {
        TestHttp http = start();

        String alone = refused(http.get("/v1/indexes/words/search?q=%28whale"), 400)
                .at("/detail")
                .asText();

        assertThat(refused(http.get(BOTH + "&q=%28whale"), 400).at("/detail").asText())
                .isEqualTo(alone);
    }

    @Test
    void intervalsOfDifferentTimeZonesAreNotAddedUp() {
        offer("east", "{day: {column: 'd:day', type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}}", words);
        offer("west", "{day: {column: 'd:day', type: date, pattern: yyyyMMdd, zone: America/Lima}}", mail);
        TestHttp http = fixture.start();
        String body =
                "{\"index\": \"east,west\", %s\"facets\": {\"days\": {\"date_histogram\": {\"field\": \"day\", \"interval\": \"day\"}}}}";

        JsonNode problem = refused(http.postJson("/v1/search", String.format(body, "")), 400);

        assertThat(problem.at("/detail").asText())
                .contains("'days'", "Asia/Shanghai in 'east'", "America/Lima in 'west'");
        assertThat(http.postJson("/v1/search", String.format(body, "\"zone\": \"UTC\", "))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void anIndexThatDoesNotAnswerIsNamedAndLeftOutOfAllPages() {
        TestHttp http = start();
        fails(mail);

        JsonNode first = json(http.get(BOTH + "&q=whale&size=2"));
        assertThat(hits(first)).containsExactly("words:w1", "words:w2");
        lacksMail(first);
        assertThat(first.at("/notes/0").asText()).contains("'mail' could not be reached");

        finds(mail, "m1 7");
        JsonNode second = json(
                http.get(BOTH + "&q=whale&size=2&cursor=" + first.at("/next").asText()));
        assertThat(hits(second)).containsExactly("words:w3");
        lacksMail(second);
        assertThat(second.has("next")).isFalse();
        assertThat(http.get("/metrics").body())
                .contains("degraded_answers_total{backend=\"index\",index=\"mail\"} 1.0");
    }

    private static void lacksMail(JsonNode answer) {
        assertThat(answer.at("/degraded").toString()).isEqualTo("[\"index:mail\"]");
        assertThat(answer.at("/partial").asBoolean()).isTrue();
        assertThat(answer.at("/total/value").asInt()).isEqualTo(3);
        assertThat(answer.at("/total/relation").asText()).isEqualTo("gte");
        assertThat(answer.at("/indexes/1").toString()).isEqualTo("{\"index\":\"mail\"}");
        assertThat(answer.at("/cut/0/detail").asText()).contains("'mail'");
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anIndexThatHangsTakesOnlyItsShareOfTheTime() {
        TestHttp http = start();
        words.answers(request -> {
            awaitRelease();
            return FakeSearcher.found();
        });

        JsonNode answer = json(http.get(BOTH + "&q=whale&timeout=1s"));

        assertThat(hits(answer)).as(answer.toString()).containsExactly("mail:m1", "mail:m2", "mail:m3");
        assertThat(answer.at("/degraded").toString()).isEqualTo("[\"index:words\"]");
        assertThat(answer.at("/timed_out").asBoolean()).isTrue();
    }

    @Test
    void aSearchThatMayNotLackAnIndexFails() {
        TestHttp http = start();
        JsonNode first = json(http.get(BOTH + "&q=whale&size=3"));
        fails(mail);

        for (String asked : List.of("&verify=exists", "&verify=none")) {
            refused(http.get(BOTH + "&q=whale" + asked), 503);
        }
        // A later page fails as well: its cursor leads to all rows once the index is back.
        String second = BOTH + "&q=whale&size=3&cursor=" + first.at("/next").asText();
        refused(http.get(second), 503);
        finds(mail, "m1 7", "m2 5", "m3 3");
        assertThat(hits(json(http.get(second)))).containsExactly("mail:m2", "mail:m3", "words:w3");
        fails(mail);
        fails(words);
        refused(http.get(BOTH + "&q=whale"), 503);
    }

    @Test
    void hitsWithoutRowsNameTheTableThatIsGone() {
        TestHttp http = start();
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "region server gone");
        };

        JsonNode answer = json(http.get(BOTH + "&q=whale"));

        assertThat(answer.at("/degraded").toString()).isEqualTo("[\"hbase:words\",\"hbase:mail\"]");
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(hits(answer)).hasSize(6);
        refused(http.get(BOTH + "&q=whale&verify=exists"), 503);
    }

    /** No word is searched for, so scores do not matter: equal hits come in the order of the indexes. */
    @Test
    void rowsOfATableAndHitsOfAnIndexComeInOneOrder() {
        fixture.offer(PlanTest.byUserAndDay());
        offer("mail", "{user: {column: 'd:user', type: int}, gloss: {column: 'd:gloss', type: text}}", mail);
        put(PlanTest.key(7, "a"), PlanTest.key(7, "c"), "0007-b", "0007-d");
        fixture.table.delete("0007-d");
        finds(mail, "0007-b 1");
        TestHttp http = fixture.start();

        for (String names : List.of("words,mail", "mail,words")) {
            String path = "/v1/search?index=" + names + "&keyFormat=text&filter=user:7";
            List<String> ofWords = List.of("words:0007-a", "words:0007-b", "words:0007-c");
            List<String> expected = new ArrayList<>(ofWords);
            expected.add(names.startsWith("mail") ? 0 : 3, "mail:0007-b");
            JsonNode answer = json(http.get(path));
            assertThat(answer.at("/plan").asText()).as(answer.toString()).isEqualTo("mixed");
            assertThat(answer.at("/indexes").findValuesAsText("plan")).containsExactlyInAnyOrder("table", "search");
            assertThat(answer.at("/as_of/basis").asText()).isEqualTo("unknown");
            assertThat(hits(answer)).isEqualTo(expected);
            assertThat(answer.at("/notes").toString()).doesNotContain("scores");
            List<String> pages = new ArrayList<>();
            JsonNode page = json(http.get(path + "&size=1"));
            pages.addAll(hits(page));
            while (page.has("next")) {
                page = json(http.get(path + "&size=1&cursor=" + page.at("/next").asText()));
                pages.addAll(hits(page));
            }
            assertThat(pages).isEqualTo(expected);
            assertThat(hits(json(http.get(path + "&sort=_key"))).stream()
                            .map(hit -> hit.substring(hit.indexOf(':') + 1)))
                    .containsExactly("0007-a", "0007-b", "0007-b", "0007-c");
        }
    }

    @Test
    void aCursorOfOtherIndexesIsRefused() {
        TestHttp http = start();
        String next = json(http.get(BOTH + "&q=whale&size=3")).at("/next").asText();
        String words = "/v1/indexes/words/search?q=whale&size=1";
        String alone = json(http.get(words)).at("/next").asText();
        String back = json(http.get(words + "&cursor=" + alone)).at("/previous").asText();

        for (String path : List.of(
                "/v1/search?index=mail,words&q=whale&cursor=" + next,
                "/v1/search?index=words&q=whale&cursor=" + next,
                BOTH + "&q=ship&cursor=" + next,
                BOTH + "&q=whale&cursor=" + next + "x",
                BOTH + "&q=whale&cursor=.",
                BOTH + "&q=whale&cursor=~.~",
                BOTH + "&q=whale&cursor=" + alone,
                BOTH + "&q=whale&cursor=" + back + ".",
                "/v1/indexes/words/search?q=whale&cursor=" + next)) {
            assertThat(refused(http.get(path), 400).at("/parameter").asText())
                    .as(path)
                    .isEqualTo("cursor");
        }
    }

    /** The next hit of one index may belong before those of the other, so the page ends where that hit is not known. */
    @Test
    void aPageEndsBeforeWhatAnIndexMayStillHave() {
        TestHttp http = start();
        for (String hidden : List.of("m1", "m2", "m3")) {
            fixture.table.delete(hidden);
        }
        finds(
                mail,
                IntStream.range(0, 60)
                        .mapToObj(i -> (i < 57 ? "gone" : "m") + i + " " + (100 - i))
                        .toArray(String[]::new));
        put("m57", "m58", "m59");
        List<String> all = new ArrayList<>();
        JsonNode page = json(http.get(BOTH + "&q=whale&size=5"));
        assertThat(hits(page)).isEmpty();
        while (page.has("next")) {
            page = json(
                    http.get(BOTH + "&q=whale&size=5&cursor=" + page.at("/next").asText()));
            all.addAll(hits(page));
        }

        assertThat(all).containsExactly("mail:m57", "mail:m58", "mail:m59", "words:w1", "words:w2", "words:w3");
    }

    @Test
    void everySnapshotIsReleasedOrNamedByACursor() {
        TestHttp http = start();

        JsonNode page = json(http.get(BOTH + "&q=whale&size=2&snapshot=true"));
        assertThat(page.at("/snapshot").asBoolean()).isTrue();
        assertThat(words.views).hasSize(1);
        assertThat(mail.views).hasSize(1);
        JsonNode second = json(
                http.get(BOTH + "&q=whale&size=2&cursor=" + page.at("/next").asText()));
        assertThat(second.at("/snapshot").asBoolean()).isTrue();
        assertThat(second.at("/view_lost").asBoolean()).isFalse();
        assertThat(words.opened).hasValue(1);
        assertThat(mail.opened).hasValue(1);

        // The page shows no hit of the second index, so no cursor names its snapshot.
        json(http.get(BOTH + "&q=whale&size=1&snapshot=true"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(mail.views).hasSize(1));
        assertThat(words.views).hasSize(2);
        // Everything is shown: no cursor at all.
        json(http.get(BOTH + "&q=whale&snapshot=true"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(words.views).hasSize(2));
        // The other index fails, and the caller gets no answer.
        fails(mail);
        refused(http.get(BOTH + "&q=whale&size=1&snapshot=true&verify=exists"), 503);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(words.views).hasSize(2));
    }

    @Test
    void theIndexesShareTheBytesOfAnAnswer() {
        start(GatewayFixture.with(1_000, 10));
        TestHttp http = start();
        for (String key : List.of("w1", "w2", "w3", "m1", "m2", "m3")) {
            fixture.table.put(key, "d", "gloss", "whale ".repeat(50));
        }
        List<String> all = new ArrayList<>();
        JsonNode page = json(http.get(BOTH + "&q=whale"));
        assertThat(page.at("/cut").findValuesAsText("stage")).contains("bytes");
        assertThat(page.toString()).contains("index 'words': the page ends here");
        all.addAll(hits(page));
        while (page.has("next")) {
            page = json(http.get(BOTH + "&q=whale&cursor=" + page.at("/next").asText()));
            assertThat(hits(page)).hasSizeLessThan(6);
            all.addAll(hits(page));
        }

        assertThat(all).containsExactly("words:w1", "mail:m1", "words:w2", "mail:m2", "mail:m3", "words:w3");
    }
}
