/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.plan.RowPaths;
import io.hbasesearch.gateway.search.TablePath;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which queries the table answers, and how it does. */
public class PlanTest {
    private static final String INDEX = "/v1/indexes/words/";
    private static final String SEARCH = INDEX + "search?";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    public static IndexDefinition byUserAndDay() {
        return DefinitionText.read(
                "words",
                """
                table: words
                rowKey:
                  spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
                fields: {gloss: {column: 'd:gloss', type: text}, kind: {column: 'd:kind', type: keyword}}
                """);
    }

    public static String key(int user, String item) {
        return String.format(Locale.ROOT, "%04d-%s", user, item);
    }

    @BeforeEach
    void start() {
        fixture.offer(byUserAndDay());
        for (int user = 6; user <= 8; user++) {
            for (String item : List.of("a", "b", "c")) {
                fixture.table.put(key(user, item), "d", "gloss", "word " + item);
                fixture.table.put(key(user, item), "d", "kind", item.equals("b") ? "odd" : "even");
            }
        }
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key_text");
    }

    @Test
    void aFilterOnTheWholeKeysFieldsIsAGet() {
        JsonNode answer = json(http.get(SEARCH + "filter=user:7&filter=item:b"));

        assertThat(answer.at("/plan").asText()).isEqualTo("table");
        assertThat(keys(answer)).containsExactly(key(7, "b"));
        assertThat(answer.at("/hits/0/fields/gloss").asText()).isEqualTo("word b");
        assertThat(answer.at("/hits/0").has("score")).isFalse();
        assertThat(answer.at("/total/value").asLong()).isEqualTo(1);
        assertThat(answer.at("/total/of").asText()).isEqualTo("table");
        assertThat(answer.at("/as_of/basis").asText()).isEqualTo("table");
        assertThat(fixture.searcher.searches).hasValue(0);
        assertThat(fixture.table.scans).hasValue(0);
    }

    @Test
    void alternativesEachOfWhichTellsAKeyAreOneMultiGet() {
        String ofParts =
                "(user:8%20AND%20item:b)%20OR%20(user:6%20AND%20item:(a%20OR%20c))%20OR%20(user:9%20AND%20item:z)";
        JsonNode answer = json(http.get(SEARCH + "filter=" + ofParts));

        assertThat(keys(answer)).as(answer.toString()).containsExactly(key(6, "a"), key(6, "c"), key(8, "b"));
        assertThat(answer.at("/plan").asText()).isEqualTo("table");
        fixture.offer(true);
        JsonNode ofWhole = json(
                http.get(SEARCH + "filter=synset:%280008-b%20OR%20%220006-a%22%20OR%20nowhere%29&filter=synset:000*"));
        assertThat(keys(ofWhole)).as(ofWhole.toString()).containsExactly(key(6, "a"), key(8, "b"));
        assertThat(fixture.table.reads).hasValue(2);
        assertThat(fixture.table.scans).hasValue(0);
        assertThat(fixture.searcher.searches).hasValue(0);
        JsonNode open = json(http.get(INDEX + "explain?filter=synset:0008-b%20OR%20count:3"));
        assertThat(open.at("/plan").asText()).as(open.toString()).isEqualTo("search");
    }

    @Test
    void aFilterOnTheLeadingFieldIsAScanInTheOrderOfKeys() {
        JsonNode answer = json(http.get(SEARCH + "filter=user:7"));

        assertThat(keys(answer)).containsExactly(key(7, "a"), key(7, "b"), key(7, "c"));
        assertThat(answer.at("/total/relation").asText()).isEqualTo("eq");
        assertThat(fixture.table.scans).hasValue(1);
    }

    @Test
    void aScanGoesOnBehindItsCursorAndTellsAtItsEndThatThereIsNoMore() {
        JsonNode first = json(http.get(SEARCH + "filter=user:7&size=2"));
        assertThat(keys(first)).containsExactly(key(7, "a"), key(7, "b"));
        assertThat(first.at("/total/relation").asText()).isEqualTo("gte");

        JsonNode second = json(http.get(
                SEARCH + "filter=user:7&size=2&cursor=" + first.at("/next").asText()));

        assertThat(keys(second)).containsExactly(key(7, "c"));
        assertThat(second.has("next")).isFalse();
        assertThat(keys(json(http.get(SEARCH + "filter=user:7&from=1&size=1")))).containsExactly(key(7, "b"));
    }

    @Test
    void aCursorThatDoesNotFitThePlanIsRefusedWithTheWayOut() {
        String ofTable =
                json(http.get(SEARCH + "filter=user:7&size=2")).at("/next").asText();
        fixture.searcher.findsUpToSize(List.of(RowKey.utf8(key(7, "a")), RowKey.utf8(key(7, "b"))));
        String ofIndex = json(http.get(SEARCH + "filter=user:7&size=1&plan=search"))
                .at("/next")
                .asText();

        for (String request : List.of("&facet=kind&cursor=" + ofTable, "&plan=table&cursor=" + ofIndex)) {
            HttpResponse<String> refused = http.get(SEARCH + "filter=user:7" + request);

            assertThat(refused.statusCode()).as(request).isEqualTo(400);
            assertThat(json(refused).at("/parameter").asText()).isEqualTo("cursor");
            assertThat(json(refused).at("/hint").asText()).contains("first page");
        }
    }

    @Test
    void aWordNeedsTheIndexAndThenTheKeysFieldsAreFilters() {
        JsonNode answer = json(http.get(SEARCH + "q=word&filter=user:7"));

        assertThat(answer.at("/plan").asText()).isEqualTo("search");
        assertThat(fixture.searcher.lastRequest.filters()).hasSize(1);
        JsonNode plan = json(http.get(INDEX + "explain?q=word&filter=user:7"));
        assertThat(plan.at("/plan").asText()).isEqualTo("search");
        assertThat(plan.at("/reason").asText()).contains("gloss").contains("is full text");
    }

    @Test
    void whatKeysDoNotTellIsCheckedOfEachRow() {
        String query = "filter=user:%5B6 TO 7%5D&filter=kind:odd".replace(" ", "%20");
        assertThat(json(http.get(INDEX + "explain?" + query)).at("/plan").asText())
                .isEqualTo("search");

        JsonNode answer = json(http.get(SEARCH + query + "&plan=table"));

        assertThat(keys(answer)).containsExactly(key(6, "b"), key(7, "b"));
        JsonNode count = json(http.get(INDEX + "count?" + query + "&plan=table"));
        assertThat(count.at("/total/value").asLong()).isEqualTo(2);
        assertThat(count.at("/total/relation").asText()).isEqualTo("eq");
    }

    @Test
    void theIndexCountsWhatTheTableWouldScan() {
        fixture.searcher.answers(request -> new SearchResult(41, true, false, List.of()));

        for (String of : List.of("count?", "search?size=0&")) {
            JsonNode count = json(http.get(INDEX + of + "filter=user:7"));
            assertThat(count.at("/plan").asText()).isEqualTo("search");
            assertThat(count.at("/total/value").asInt()).isEqualTo(41);
        }
        assertThat(fixture.table.scans).hasValue(0);
        assertThat(json(http.get(INDEX + "count?filter=user:7&filter=item:b"))
                        .at("/plan")
                        .asText())
                .isEqualTo("table");
    }

    @Test
    void theTableCountsWhileTheIndexIsDown() {
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "connection refused");
        });

        JsonNode count = json(http.get(INDEX + "count?filter=user:7"));

        assertThat(count.at("/plan").asText()).isEqualTo("table");
        assertThat(count.at("/total/value").asInt()).isEqualTo(3);
        assertThat(count.at("/degraded/0").asText()).isEqualTo("index");
    }

    @Test
    void explainShowsKeysRangesAndReason() {
        JsonNode get = json(http.get(INDEX + "explain?filter=user:7&filter=item:b&keyFormat=text"));
        assertThat(get.at("/path").asText()).isEqualTo("get");
        assertThat(get.at("/keys/0").asText()).isEqualTo(key(7, "b"));
        assertThat(get.at("/reason").asText()).contains("the query determines the row key");

        JsonNode scan = json(http.get(INDEX + "explain?filter=user:7&keyFormat=text"));
        assertThat(scan.at("/path").asText()).isEqualTo("scan");
        assertThat(scan.at("/ranges/0/start").asText()).isEqualTo("0007-");
        assertThat(scan.at("/ranges/0/stop").asText()).isEqualTo("0007.");
        assertThat(scan.at("/residual")).isEmpty();
        assertThat(fixture.table.reads.get() + fixture.table.scans.get() + fixture.searcher.searches.get())
                .isZero();
    }

    @Test
    void aTableThatIsInsistedOnAndCannotAnswerIsRefusedWithTheReason() {
        HttpResponse<String> refused = http.get(SEARCH + "q=word&plan=table");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/parameter").asText()).isEqualTo("plan");
        assertThat(json(refused).at("/detail").asText()).contains("gloss");
        assertThat(json(http.get(SEARCH + "filter=user:7&plan=search"))
                        .at("/plan")
                        .asText())
                .isEqualTo("search");
    }

    @Test
    void rowsThatDoNotFitTheDefinitionAreNoMatchesAsInTheIndex() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                table: words
                rowKey: {spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}}
                fields: {gloss: {column: 'd:gloss', type: long, encoding: utf8}}
                """));

        JsonNode answer = json(http.get(SEARCH + "filter=user:7&plan=table"));

        assertThat(answer.at("/hits")).isEmpty();
        assertThat(answer.at("/notes/0").asText()).startsWith("3 rows were left out");
    }

    /** The row of the id foobar has a hash of all of it in its key, and foo in its document. */
    @Test
    void fieldPartlyInTheKeyBesideItsHashIsAnsweredByTheIndex() {
        fixture.offer(byHashAndBeginning(""));

        assertThat(json(http.get(SEARCH + "filter=id:foo")).at("/plan").asText())
                .isEqualTo("search");
    }

    @Test
    void aHashOfThePartThatTheKeyHoldsTellsWhereRowsAre() {
        fixture.offer(byHashAndBeginning("input: key, "));

        assertThat(json(http.get(SEARCH + "filter=id:foo")).at("/plan").asText())
                .isEqualTo("table");
    }

    private static IndexDefinition byHashAndBeginning(String input) {
        return DefinitionText.read(
                "words",
                """
                table: words
                rowKey:
                  spec:
                    parts:
                      h: {kind: hash, function: md5, of: id, %stake: 2}
                      id: {type: ascii, width: 3, transform: truncate 3}
                fields: {gloss: {column: 'd:gloss', type: text}}
                """
                        .formatted(input));
    }

    @Test
    void answersOfTheIndexSayUpToWhenItShowsWhatWasWritten() {
        assertThat(json(http.get(SEARCH + "q=word")).at("/as_of/basis").asText())
                .isEqualTo("unknown");
        fixture.freshness =
                new Freshness(Instant.parse("2026-01-02T03:04:05Z"), Instant.parse("2026-01-02T03:05:00Z"), true);

        JsonNode answer = json(http.get(SEARCH + "q=word"));

        assertThat(answer.at("/as_of/time").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(answer.at("/as_of/basis").asText()).isEqualTo("written");
        assertThat(answer.at("/as_of/looked_at").asText()).isEqualTo("2026-01-02T03:05:00Z");
    }

    private static Freshness at(String time) {
        return new Freshness(Instant.parse(time), Instant.parse(time), true);
    }

    private static String asOf(JsonNode answer) {
        return answer.at("/as_of/time").asText();
    }

    @Test
    void whatIsIndexedWhileASearchIsUnderWayIsNotPromised() {
        fixture.freshness = at("2026-01-02T03:04:05Z");
        fixture.searcher.answers(request -> {
            fixture.freshness = at("2026-01-02T03:04:55Z");
            return FakeSearcher.found();
        });

        assertThat(asOf(json(http.get(SEARCH + "q=word")))).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void pagesOfASnapshotAreAsFreshAsItWasWhenItWasOpened() {
        fixture.searcher.findsUpToSize(List.of(
                RowKey.utf8(key(7, "a")),
                RowKey.utf8(key(7, "b")),
                RowKey.utf8(key(7, "c")),
                RowKey.utf8(key(8, "a"))));
        String pages = SEARCH + "q=word&size=1&cursor=";
        fixture.freshness = at("2026-01-02T03:00:00Z");
        JsonNode first = json(http.get(SEARCH + "q=word&size=1"));
        fixture.freshness = at("2026-01-02T03:01:00Z");
        JsonNode second = json(http.get(pages + first.at("/next").asText()));
        fixture.freshness = at("2026-01-02T03:02:00Z");
        JsonNode third = json(http.get(pages + second.at("/next").asText()));

        assertThat(asOf(second)).isEqualTo("2026-01-02T03:01:00Z");
        assertThat(asOf(third)).isEqualTo("2026-01-02T03:01:00Z");
        fixture.searcher.views.clear();
        assertThat(asOf(json(http.get(pages + third.at("/next").asText())))).isEqualTo("2026-01-02T03:02:00Z");
    }

    @Test
    void aScanThatIsCutBeforeItsFirstRowIsNoAnswerAndNoEnd() {
        fixture.paths = request -> new PathRows(List.of(), 0, true, Optional.empty());

        for (String of : List.of("search", "stream")) {
            HttpResponse<String> late = http.get(INDEX + of + "?filter=user:7");
            assertThat(late.statusCode()).as(of).isEqualTo(504);
            assertThat(json(late).at("/code").asText()).isEqualTo("TIMED_OUT");
        }
    }

    @Test
    void aScanThatIsCutOnItsWayGoesOnAndTheStreamsEndSaysSo() {
        RowPaths whole = new RowPaths(fixture.table);
        AtomicInteger pages = new AtomicInteger();
        fixture.paths = request -> pages.incrementAndGet() > 1
                ? whole.read(request)
                : new PathRows(List.of(), 1, true, Optional.of(RowKey.utf8(key(7, "a"))));

        List<String> lines =
                http.get(INDEX + "stream?filter=user:7").body().lines().toList();

        assertThat(lines).hasSize(4);
        assertThat(json(lines.get(3)).at("/end/hits").asInt()).isEqualTo(2);
        assertThat(json(lines.get(3)).at("/end/cut/0/stage").asText()).isEqualTo("scan");
    }

    private JsonNode cutAfter(long rows) {
        fixture.paths = request -> new PathRows(List.of(), rows, true, Optional.of(RowKey.utf8(key(7, "a"))));
        return json(http.get(SEARCH + "filter=user:7&plan=table"));
    }

    @Test
    void scanAtTheRowLimitIsNotTimedOutAndItsCursorContinues() {
        JsonNode most = cutAfter(TablePath.MOST_EXAMINED);
        assertThat(most.at("/cut/0/stage").asText()).as(most.toString()).isEqualTo("scan");
        assertThat(most.at("/cut/0/reason").asText()).isEqualTo("rows");
        assertThat(most.at("/timed_out").asBoolean()).isFalse();
        assertThat(most.at("/partial").asBoolean()).isFalse();
        assertThat(most.has("next")).isTrue();

        JsonNode late = cutAfter(TablePath.MOST_EXAMINED - 1);
        assertThat(late.at("/cut/0/reason").asText()).as(late.toString()).isEqualTo("time");
        assertThat(late.at("/timed_out").asBoolean()).isTrue();
        assertThat(late.at("/partial").asBoolean()).isFalse();
        JsonNode count = json(http.get(INDEX + "count?filter=user:7&plan=table"));
        assertThat(count.at("/total/relation").asText()).isEqualTo("gte");
        assertThat(count.at("/timed_out").asBoolean()).isTrue();
    }

    @Test
    void theSameRowsComeOneToALine() {
        List<String> lines = http.get(INDEX + "stream?filter=user:7&keyFormat=text")
                .body()
                .lines()
                .toList();

        assertThat(lines).hasSize(4);
        assertThat(json(lines.get(0)).at("/hit/key").asText()).isEqualTo(key(7, "a"));
        assertThat(json(lines.get(3)).at("/end/hits").asInt()).isEqualTo(3);
    }

    @Test
    void anEmptyValueIsAskedForLikeAnyOther() {
        for (String query : List.of("item:%22%22", "kind:%22%22", "user:7%20item:%22%22")) {
            JsonNode answer = json(http.get(SEARCH + "filter=" + query));
            assertThat(keys(answer)).as(query).isEmpty();
            assertThat(answer.at("/total/value").asLong(-1)).as(query).isZero();
        }
        fixture.offer(true);
        for (String plan : List.of("auto", "search")) {
            JsonNode answer = json(http.get(SEARCH + "filter=synset:%22%22&plan=" + plan));
            assertThat(answer.at("/total/value").asLong(-1))
                    .as("no row has an empty key")
                    .isZero();
        }
    }

    @Test
    void endsOfValuesAreFoundByRowKeysThatAreReversed() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                table: words
                rowKey: {spec: {parts: {phone: {type: ascii, width: 11, transform: reverse}}}}
                fields: {gloss: {column: 'd:gloss', type: text}, kind: {column: 'd:kind', type: keyword}}
                """));
        for (String phone : List.of("13812345678", "13912345678", "13812345679")) {
            String reversed = new StringBuilder(phone).reverse().toString();
            fixture.table.put(reversed, "d", "gloss", "word");
            fixture.table.put(reversed, "d", "kind", phone.startsWith("139") ? "odd" : "even");
        }
        JsonNode found = json(http.get(SEARCH + "q=phone:*5678"));
        assertThat(found.at("/plan").asText()).isEqualTo("table");
        assertThat(found.at("/hits").findValuesAsText("phone")).containsExactly("13812345678", "13912345678");
        assertThat(json(http.get(INDEX + "count?q=phone:*5678"))
                        .at("/total/value")
                        .asInt())
                .isEqualTo(2);
        JsonNode both = json(http.get(SEARCH + "q=phone:*5678%20kind:odd"));
        assertThat(both.at("/plan").asText()).isEqualTo("table");
        assertThat(both.at("/hits").findValuesAsText("phone")).containsExactly("13912345678");
        for (String refused :
                List.of("q=phone:*5678%20gloss:word", "q=phone:*5678&plan=search", "q=phone:*5678&facet=kind")) {
            HttpResponse<String> answer = http.get(SEARCH + refused);
            assertThat(answer.statusCode()).as(refused).isEqualTo(400);
            assertThat(json(answer).at("/detail").asText())
                    .as(refused)
                    .contains("values of phone cannot be found by their ends here");
            assertThat(json(answer).at("/hint").asText()).as(refused).contains("reverse: true");
            assertThat(json(answer).at("/errors/0/parameter").asText())
                    .as(refused)
                    .isEqualTo("q");
        }
        assertThat(json(http.get(SEARCH + "q=gloss:word&filter=kind:odd&filter=phone:*5678&plan=search"))
                        .at("/errors/0/parameter")
                        .asText())
                .isEqualTo("filter");
        String body =
                """
                {"q": "gloss:word", "plan": "search", "filter": [{"suffix": {"field": "phone", "value": "5678"}}]}
                """;
        assertThat(json(http.postJson(INDEX + "search", body))
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("#/filter/0");
        assertThat(json(http.get(INDEX + "rows?part.phone=*5678&keyFormat=text"))
                        .findValuesAsText("key"))
                .containsExactly("87654321831", "87654321931");
    }

    @Test
    void alternativesOfEndsAreReadByKeyToo() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                table: words
                rowKey: {spec: {parts: {host: {type: utf8, transform: reverse}}}}
                fields: {kind: {column: 'd:kind', type: keyword}}
                """));
        for (String host : List.of("a.fr", "b.de", "c.org", "caf\u00e9.fr", "cafe\u0301.fr", "cafe.fr")) {
            fixture.table.put(new StringBuilder(host).reverse().toString(), "d", "kind", "odd");
        }
        assertThat(hosts("host:*.fr OR host:*.de"))
                .containsExactlyInAnyOrder("a.fr", "b.de", "caf\u00e9.fr", "cafe\u0301.fr", "cafe.fr");
        assertThat(hosts("host:(*.de OR *.org OR *rg)")).containsExactlyInAnyOrder("b.de", "c.org");
        assertThat(hosts("host:*\u00e9.fr")).containsExactlyInAnyOrder("caf\u00e9.fr", "cafe\u0301.fr");
        HttpResponse<String> suggestions = http.get(INDEX + "suggest?field=kind&prefix=o&filter=host:*.fr");
        assertThat(suggestions.statusCode()).isEqualTo(400);
        assertThat(json(suggestions).at("/parameter").asText()).isEqualTo("filter");
        assertThat(json(suggestions).at("/detail").asText()).contains("cannot be found by their ends here");
    }

    private List<String> hosts(String query) {
        JsonNode found = json(http.get(SEARCH + "q=" + URLEncoder.encode(query, UTF_8)));
        assertThat(found.at("/plan").asText()).as("%s", found).isEqualTo("table");
        return found.at("/hits").findValuesAsText("host");
    }
}
