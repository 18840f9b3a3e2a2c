/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what all indexes and pages of one request share. */
class SearchAllPagesTest {
    private static final String BOTH = "/v1/search?index=words,mail&verify=none&keyFormat=text";
    private static final String FIELDS =
            "fields: {gloss: {column: 'd:gloss', type: text}, sent: {column: 'd:sent', type: date}}\n";
    private static final String RECENT = "ranking: {functions: [{recency: {field: sent, halfLife: 1h}}]}\n";

    private final GatewayFixture fixture = GatewayFixture.create();
    private final FakeSearcher words = new FakeSearcher();
    private final FakeSearcher mail = new FakeSearcher();
    private final Map<FakeSearcher, List<SearchRequest>> asked =
            new ConcurrentHashMap<>(Map.of(words, new ArrayList<>(), mail, new ArrayList<>()));
    private TestHttp http;

    @BeforeEach
    void start() {
        offer("words", FIELDS, words);
        offer("mail", FIELDS, mail);
        finds(words, "w1 9", "w2 8", "w3 7");
        finds(mail, "m1 3", "m2 2", "m3 1");
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void offer(String name, String more, FakeSearcher searcher) {
        var definition = DefinitionText.read(name, "table: words\n" + more);
        fixture.indexes.put(
                name,
                new SearchableIndex(
                        definition,
                        Fixtures.metadata(name)
                                .table(definition.table())
                                .analyzers(Map.of("gloss", "standard"))
                                .build(),
                        searcher));
    }

    /** The clock goes on before an index answers, so that another index would not be asked at the same instant. */
    private void finds(FakeSearcher searcher, String... rows) {
        List<SearchResult.Hit> hits = Stream.of(rows)
                .map(row -> hit(RowKey.utf8(row.split(" ")[0]), Float.parseFloat(row.split(" ")[1])))
                .toList();
        searcher.answers(request -> {
            asked.get(searcher).add(request);
            Instant soon = Instant.now().plusMillis(3);
            await().until(() -> Instant.now().isAfter(soon));
            return searcher.page(hits, request);
        });
    }

    private static SearchResult.Hit hit(RowKey key, float score) {
        return new SearchResult.Hit(
                key,
                1,
                score,
                new SortValues(List.of((double) score, DocumentId.of(key).value())));
    }

    private JsonNode answer(String path) {
        var response = http.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response);
    }

    private List<String> pages(String path) {
        JsonNode page = answer(path);
        List<String> keys = new ArrayList<>(page.at("/hits").findValuesAsText("key"));
        while (page.has("next")) {
            page = answer(path + "&cursor=" + page.at("/next").asText());
            keys.addAll(page.at("/hits").findValuesAsText("key"));
        }
        return keys;
    }

    private void findsOnlyInexact(FakeSearcher searcher, String... rows) {
        List<SearchResult.Hit> hits = Stream.of(rows)
                .map(row -> hit(RowKey.utf8(row.split(" ")[0]), Float.parseFloat(row.split(" ")[1])))
                .toList();
        searcher.answers(
                request -> searcher.page(request.query().toString().contains("Fuzzy") ? hits : List.of(), request));
    }

    @Test
    void wordsAreInexactOnlyIfNoIndexHasThemAsTheyAreWritten() {
        findsOnlyInexact(mail, "m1 3", "m2 2");
        assertThat(pages(BOTH + "&q=whale&fuzziness=auto&size=1")).containsExactly("w1", "w2", "w3");
        findsOnlyInexact(words, "w1 9", "w2 1");
        assertThat(pages(BOTH + "&q=whale&fuzziness=auto&size=1")).containsExactly("w1", "m1", "m2", "w2");
        assertThat(answer(BOTH + "&q=whale&fuzziness=auto").at("/notes").toString())
                .contains("words that differ a little");
    }

    @Test
    void nowIsOneInstantForAllIndexesAndPages() {
        assertThat(pages(BOTH + "&q=sent:%3Cnow&filter=sent:%3E=now-1h&size=2"))
                .containsExactly("w1", "w2", "w3", "m1", "m2", "m3");

        List<SearchRequest> all = Stream.of(words, mail)
                .flatMap(searcher -> asked.get(searcher).stream())
                .toList();
        assertThat(asked.get(mail)).hasSizeGreaterThan(2);
        Query first = all.get(0).query();
        assertThat(all).allSatisfy(request -> {
            assertThat(request.query()).isEqualTo(first);
            assertThat(request.filters()).isEqualTo(all.get(0).filters());
        });
        answer(BOTH + "&q=sent:%3Cnow");
        assertThat(mail.lastRequest.query())
                .isEqualTo(words.lastRequest.query())
                .isNotEqualTo(first);
    }

    /** No hit of the second index is on the first page, and the first index does not depend on now: the cursor has it all the same. */
    @Test
    void recencyIsOfTheSameInstantOnAllPages() {
        offer("mail", FIELDS + RECENT, mail);

        assertThat(pages(BOTH + "&q=whale&size=2")).containsExactly("w1", "w2", "w3", "m1", "m2", "m3");
        assertThat(asked.get(mail)).hasSizeGreaterThan(2);
        assertThat(asked.get(mail).stream().map(request -> request.scoring().now()))
                .containsOnly(asked.get(mail).get(0).scoring().now());
        assertThat(words.lastRequest.scoring().scoring().functions()).isEmpty();
    }

    /** The index has 0.1 as the nearest float, which is greater. */
    @Test
    void aRowOfTheTableComparesAsTheIndexWouldSortIt() {
        String price = "price: {column: 'd:price', type: float, encoding: utf8}";
        offer("words", "rowKey: {spec: {parts: {user: {type: decimal, width: 4}}}}\nfields: {" + price + "}", words);
        offer("mail", "fields: {user: {column: 'd:user', type: int}, " + price + "}", mail);
        fixture.table.put("0007", "d", "price", "0.1");
        RowKey row = RowKey.utf8("m1");
        SortValues values =
                new SortValues(List.of((double) 0.1f, DocumentId.of(row).value()));
        mail.answers(request -> mail.page(List.of(new SearchResult.Hit(row, 1, 0, values)), request));
        for (String order : List.of("", ":desc")) {
            String path = "&filter=user:7&verify=none&keyFormat=text&sort=price" + order;
            JsonNode answer = answer("/v1/search?index=mail,words" + path);
            assertThat(answer.at("/plan").asText()).isEqualTo("mixed");
            assertThat(answer.at("/hits").findValuesAsText("key")).containsExactly("m1", "0007");
            assertThat(pages("/v1/search?index=words,mail&size=1" + path)).containsExactly("0007", "m1");
        }
    }
}
