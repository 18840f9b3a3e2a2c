/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SearchTest {
    private static final String PATH = "/v1/indexes/words/search";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.table.put("1-n", "d", "gloss", "a whale & a <boat>");
        fixture.table.put("1-n", "d", "note", "not in the index");
        fixture.table.put("2-n", "d", "gloss", "一头鲸鱼");
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void hitsComeBackAsRowsInTheIndexsOrderWithOneBatchedRead() {
        fixture.searcher.finds(RowKey.utf8("2-n"), RowKey.utf8("1-n"));

        HttpResponse<String> response = http.get(PATH + "?q=whale");

        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.at("/index").asText()).isEqualTo("words");
        assertThat(answer.at("/total/value").asLong()).isEqualTo(2);
        assertThat(answer.at("/total/relation").asText()).isEqualTo("eq");
        assertThat(answer.at("/total/of").asText()).isEqualTo("index");
        assertThat(answer.at("/hits/0/key_text").asText()).isEqualTo("2-n");
        assertThat(answer.at("/hits/0/columns/d:gloss/value").asText()).isEqualTo("一头鲸鱼");
        JsonNode second = answer.at("/hits/1");
        assertThat(second.at("/key").asText()).isEqualTo(RowKey.utf8("1-n").base64Url());
        assertThat(second.at("/version").asLong()).isEqualTo(1L << 48 | 2);
        assertThat(second.at("/score").asDouble()).isEqualTo(1);
        assertThat(second.at("/columns/d:gloss/timestamp").asLong()).isEqualTo(FakeTable.TIMESTAMP);
        assertThat(second.at("/fields/synset").asText()).isEqualTo("1-n");
        assertThat(second.at("/highlights/gloss/0").asText()).isEqualTo("a <em>whale</em> &amp; a &lt;boat>");
        assertThat(second.at("/columns").has("d:note")).isFalse();
        assertThat(answer.at("/complete").asBoolean()).isTrue();
        assertThat(answer.at("/timed_out").asBoolean()).isFalse();
        assertThat(fixture.table.reads).hasValue(1);
    }

    @Test
    void whatAnalyzersLeaveOutOfAQueryIsNoted() {
        fixture.matcher.remarksOfNothing = List.of("only stop words");
        assertThat(json(http.get(PATH + "?q=gloss:the")).at("/notes").toString())
                .contains("only stop words");
    }

    @Test
    void anAnswerHasItsLengthUnlessItMayComeCompressed() {
        fixture.table.put("3-n", "d", "gloss", "a whale ".repeat(10_000));
        fixture.searcher.finds(RowKey.utf8("3-n"));

        HttpResponse<String> plain = http.get(PATH + "?q=whale");
        HttpResponse<String> small = http.get(PATH + "?q=whale", "Accept-Encoding", "gzip");

        assertThat(plain.body().length()).isGreaterThan(80_000);
        assertThat(plain.headers().firstValueAsLong("Content-Length"))
                .hasValue(plain.body().length());
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.headers().firstValue("Content-Encoding")).hasValue("gzip");
    }

    @Test
    void aHitWhoseRowTheDefinitionLeavesOutIsAsOneThatIsGone() {
        fixture.offer(leavingOutWhatHasNoDash());
        fixture.table.put("stray", "d", "gloss", "a whale");
        fixture.searcher.finds(RowKey.utf8("stray"), RowKey.utf8("1-n"));

        JsonNode answer = json(http.get(PATH + "?q=whale"));

        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/hits/0/key_text").asText()).isEqualTo("1-n");
        assertThat(answer.at("/hits/0/fields/number").asText()).isEqualTo("1");
        assertThat(answer.at("/stale_dropped").asInt()).isEqualTo(1);
        assertThat(fixture.announcer.touched).containsExactly(RowKey.utf8("stray"));
        JsonNode row = json(http.get("/v1/indexes/words/rows/stray?keyFormat=text"));
        assertThat(row.at("/columns/d:gloss/value").asText()).isEqualTo("a whale");
        assertThat(row.at("/fields")).isEmpty();
        assertThat(row.at("/unmappable").asText()).contains("does not fit its specification");
    }

    private static IndexDefinition leavingOutWhatHasNoDash() {
        return DefinitionText.read(
                "words",
                """
                table: words
                rowKey:
                  spec: {parts: {number: {type: ascii, width: 1}, dash: {kind: const, value: '-'}, kind: {type: ascii}}}
                  undecodable: skip
                fields: {gloss: {column: 'd:gloss', type: text}}
                """);
    }

    @Test
    void searchOnADroppedGenerationIsRepeatedOnItsSuccessor() {
        FakeSearcher next = new FakeSearcher();
        next.finds(RowKey.utf8("1-n"));
        fixture.searcher.answers(request -> {
            fixture.offer(2, true, next);
            throw new HBaseSearchException(ErrorCode.INDEX_NOT_FOUND, "words-1 is gone");
        });

        HttpResponse<String> response = http.get(PATH + "?q=whale");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).at("/hits")).hasSize(1);
        assertThat(fixture.searcher.searches).hasValue(1);
        assertThat(next.searches).hasValue(1);
    }

    @Test
    void anIndexThatIsGoneWithoutASuccessorIsSaidToBe() {
        fixture.searcher.answers(request -> {
            throw new HBaseSearchException(ErrorCode.INDEX_NOT_FOUND, "words-1 is gone");
        });
        HttpResponse<String> response = http.get(PATH + "?q=whale");
        assertThat(response.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(json(response).at("/code").asText()).isEqualTo("INDEX_NOT_FOUND");
        assertThat(fixture.searcher.searches).hasValue(1);
    }

    @Test
    void aHitWhoseRowIsGoneIsDroppedCountedAndAnnounced() {
        fixture.table.put("3-n", "d", "note", "only a column that the index does not map");
        fixture.searcher.finds(RowKey.utf8("gone"), RowKey.utf8("1-n"), RowKey.utf8("3-n"));

        JsonNode answer = json(http.get(PATH + "?q=whale"));

        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/stale_dropped").asInt()).isEqualTo(2);
        assertThat(answer.at("/total/value").asLong()).isEqualTo(3);
        assertThat(answer.at("/notes/0").asText()).contains("2 hits were left out");
        assertThat(fixture.announcer.index)
                .isEqualTo(fixture.indexes.get("words").metadata());
        assertThat(fixture.announcer.touched).containsExactly(RowKey.utf8("gone"), RowKey.utf8("3-n"));
        assertThat(http.get("/metrics").body()).contains("hbase_search_gateway_stale_hits_total{index=\"words\"} 2.0");
    }

    @Test
    void aRowStillThereIsNotAnnounced() {
        fixture.searcher.finds(RowKey.utf8("1-n"));

        json(http.get(PATH + "?q=whale"));

        assertThat(fixture.announcer.touched).isEmpty();
    }

    @Test
    void unmappableRowComesWithItsColumnsAndTheReason() {
        RowKey key = RowKey.utf8("4-n");
        fixture.table.put(key, ColumnName.of("d", "count"), ByteArray.utf8("not eight bytes"));
        fixture.searcher.finds(key);

        JsonNode hit = json(http.get(PATH + "?q=whale")).at("/hits/0");

        assertThat(hit.at("/unmappable").asText()).contains("d:count");
        assertThat(hit.at("/columns/d:count/value").asText()).isEqualTo("not eight bytes");
        assertThat(hit.at("/fields")).isEmpty();
        assertThat(hit.has("highlights")).isFalse();
    }

    @Test
    void bytesThatAreNoTextComeAsBase64AndKeysInTheFormatAskedFor() {
        RowKey key = RowKey.copyOf(new byte[] {'a', 0, (byte) 0xff});
        fixture.table.put(key, new ColumnName("d", ByteArray.wrap(new byte[] {1})), ByteArray.wrap(new byte[] {0, 7}));
        fixture.table.put(key, ColumnName.of("d", "gloss"), ByteArray.utf8("whale"));
        fixture.searcher.finds(key);

        JsonNode hit =
                json(http.get(PATH + "?q=whale&columns=d&keyFormat=binary")).at("/hits/0");

        assertThat(hit.at("/key").asText()).isEqualTo("a\\x00\\xFF");
        assertThat(hit.has("key_text")).isFalse();
        assertThat(hit.get("columns").get("d:\\x01").get("base64").asText()).isEqualTo("AAc=");
        assertThat(json(http.get(PATH + "?q=whale&keyFormat=hex"))
                        .at("/hits/0/key")
                        .asText())
                .isEqualTo("6100ff");
    }

    @Test
    void hitsComeWithoutTheirFieldsIfOnlyTheirCellsAreWanted() {
        fixture.searcher.finds(RowKey.utf8("1-n"));

        JsonNode without = json(http.get(PATH + "?q=whale&fields=false")).at("/hits/0");
        JsonNode with = json(http.get(PATH + "?q=whale")).at("/hits/0");

        assertThat(without.has("fields")).isFalse();
        assertThat(without.get("columns")).isEqualTo(with.get("columns"));
        assertThat(without.get("highlights")).isEqualTo(with.get("highlights"));
        assertThat(with.at("/fields/gloss").asText()).contains("whale");
    }

    @Test
    void aPostAsksTheSameAsAGet() {
        fixture.searcher.finds(RowKey.utf8("1-n"));
        String body =
                """
                {"q": "whale", "filter": ["gloss:boat"], "size": 5, "columns": ["d:note"], "highlight": false,
                 "timeout": "2s", "keyFormat": "text"}
                """;

        JsonNode posted = json(http.postJson(PATH, body));
        JsonNode got = json(http.get(
                PATH + "?q=whale&filter=gloss:boat&size=5&columns=d:note&highlight=false&timeout=2s&keyFormat=text"));

        assertThat(posted.at("/hits")).isEqualTo(got.at("/hits"));
        assertThat(posted.at("/hits/0/key").asText()).isEqualTo("1-n");
        assertThat(posted.at("/hits/0/columns").fieldNames()).toIterable().containsExactly("d:note");
        assertThat(posted.at("/hits/0/fields/gloss").asText()).contains("boat");
        assertThat(posted.at("/hits/0").has("highlights")).isFalse();
        assertThat(fixture.searcher.lastRequest.size()).isEqualTo(5 + 1);
        assertThat(fixture.searcher.lastRequest.filters()).hasSize(1);
    }

    @Test
    void withoutAQueryEveryRowIsWanted() {
        json(http.get(PATH));

        assertThat(fixture.searcher.lastRequest.query()).isEqualTo(new Query.MatchAll());
        assertThat(fixture.searcher.lastRequest.size()).isEqualTo(10 + 1);
        assertThat(fixture.table.reads).hasValue(0);
    }

    @Test
    void totalsThatTheIndexDidNotCountToTheEndSaySo() {
        fixture.searcher.answers(request -> new SearchResult(10_000, false, false, List.of()));

        assertThat(json(http.get(PATH)).at("/total/relation").asText()).isEqualTo("gte");
    }

    @Test
    void matchesThatAreNoRowsDocumentsAreLeftOutAndTold() {
        SearchResult foreign = new SearchResult(
                3, true, false, 2, FakeSearcher.found(RowKey.utf8("1-n")).hits());
        fixture.searcher.answers(request -> foreign);

        JsonNode answer = json(http.get(PATH));

        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/notes/0").asText()).startsWith("2 matches were left out");
        assertThat(http.get("/metrics").body())
                .contains("hbase_search_gateway_unreadable_hits_total{index=\"words\"} 2.0");
    }

    @Test
    void anIncompleteIndexSaysWhatIsNotInIt() {
        fixture.offer(false);

        JsonNode answer = json(http.get(PATH));

        assertThat(answer.at("/complete").asBoolean()).isFalse();
        assertThat(answer.at("/notes/0").asText()).contains("may not be in it yet");
    }

    @Test
    void anIndexThatAppearsLaterCanBeSearched() {
        SearchableIndex index = fixture.indexes.remove("words");
        assertThat(http.get(PATH).statusCode()).isEqualTo(404);

        fixture.indexes.put("words", index);

        assertThat(http.get(PATH).statusCode()).isEqualTo(200);
    }

    @Test
    void aHighlighterThatFailsCostsOnlyTheHighlights() {
        fixture.searcher.finds(RowKey.utf8("1-n"));
        fixture.highlighter.beforeHighlight = () -> {
            throw new IllegalStateException("token too long");
        };

        JsonNode answer = json(http.get(PATH + "?q=whale"));

        assertThat(answer.at("/hits/0/fields/gloss").asText()).contains("whale");
        assertThat(answer.at("/notes/0").asText()).contains("could not be highlighted");
    }

    @Test
    void aFamilyThatOnlyTheCallerNamesIsTheCallersMistake() {
        fixture.searcher.finds(RowKey.utf8("1-n"));
        fixture.table.beforeRead = () -> {
            throw new HBaseSearchException(ErrorCode.CONFIGURATION_INVALID, "no such family");
        };

        HttpResponse<String> refused = http.get(PATH + "?q=whale&columns=x:y");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).at("/detail").asText()).contains("has no column family x");
        assertThat(http.get(PATH + "?q=whale").statusCode()).isEqualTo(500);
    }
}
