/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prefixes and inexact words that a request allows for the words of its query. */
class TypingTest {
    private static final String INDEX = "/v1/indexes/words/";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                        table: words
                        fields:
                          gloss: {column: 'd:gloss', type: text}
                          kind: {column: 'd:kind', type: keyword}
                          count: {column: 'd:count', type: long, encoding: utf8}
                        """));
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Query asked(String parameters) {
        assertThat(http.get(INDEX + "search?" + parameters).statusCode()).isEqualTo(200);
        Query ranked = fixture.searcher.lastRequest.query();
        // A clause that only scores may be beside it.
        return ranked instanceof Query.Bool bool
                        && bool.must().size() == 1
                        && bool.mustNot().isEmpty()
                ? bool.must().get(0)
                : ranked;
    }

    private static Query word(String text) {
        return new Query.Word(List.of("gloss", "kind"), text);
    }

    private static Query begun(String text) {
        return Query.Bool.forms(
                List.of(word(text), new Query.Boost(new Query.Prefix(List.of("gloss", "kind"), text), 0.05f)));
    }

    private static Query inexact(String text, int edits) {
        return Query.Bool.forms(
                List.of(word(text), new Query.Boost(new Query.Fuzzy(List.of("gloss"), text, edits), 0.01f)));
    }

    @Test
    void theLastWordIsAPrefixWhileItIsTyped() {
        assertThat(asked("q=lig&typing=true")).isEqualTo(begun("lig"));
        assertThat(asked("q=%E6%95%B0%E6%8D%AE&typing=true")).isEqualTo(begun("\u6570\u636e"));
        assertThat(asked("q=lig")).isEqualTo(word("lig"));
        assertThat(asked("q=lig&typing=false")).isEqualTo(word("lig"));
        for (String complete : List.of("lig%20", "lig?", "(lig)", "lig%E3%80%82")) {
            assertThat(asked("q=" + complete + "&typing=true").toString())
                    .as(complete)
                    .doesNotContain("Prefix");
        }
        for (String other : List.of("-lig", "x%20-lig", "%22a%20lig%22", "lig~1", "l?g", "count:7", "lig%5E2")) {
            assertThat(asked("q=" + other + "&typing=true")).as(other).isEqualTo(asked("q=" + other));
        }
        assertThat(asked("q=a%20kind:lig&typing=true").toString()).contains("Prefix[fields=[kind], text=lig]");
        assertThat(asked("q=a&filter=lig&typing=true")).isEqualTo(begun("a"));
        assertThat(fixture.searcher.lastRequest.filters()).containsExactly(word("lig"));
    }

    @Test
    void longWordsMayDifferIfTheRequestSaysSo() {
        assertThat(asked("q=ligh&fuzziness=auto")).isEqualTo(inexact("ligh", 1));
        assertThat(asked("q=lightho&fuzziness=auto")).isEqualTo(inexact("lightho", 1));
        assertThat(asked("q=lighthou&fuzziness=auto")).isEqualTo(inexact("lighthou", 2));
        assertThat(asked("q=lighthou")).isEqualTo(word("lighthou"));
        assertThat(asked("q=lighthou&fuzziness=off")).isEqualTo(word("lighthou"));
        for (String other : List.of(
                "lig",
                "light15",
                "1234567",
                "\u6570\u636e\u5e93\u6570\u636e\u5e93",
                "light-house",
                "%22light%20house%22",
                "lighthou*",
                "kind:lighthou",
                "gloss:lighthou",
                "x%20-lighthou")) {
            assertThat(asked("q=" + other + "&fuzziness=auto")).as(other).isEqualTo(asked("q=" + other));
        }
    }

    @Test
    void aBodyAsksTheSameAndExplainShowsIt() {
        String body = "{\"q\": \"ligh\", \"typing\": true, \"fuzziness\": \"auto\"}";
        for (String endpoint : List.of("search", "count", "stream")) {
            assertThat(http.postJson(INDEX + endpoint, body).statusCode()).isEqualTo(200);
            assertThat(fixture.searcher.lastRequest.query().toString())
                    .as(endpoint)
                    .contains(
                            "Prefix[fields=[gloss, kind], text=ligh]", "Fuzzy[fields=[gloss], text=ligh, maxEdits=1]");
        }
        JsonNode explained = json(http.postJson(INDEX + "explain", body));
        assertThat(explained.at("/query").asText()).contains("gloss,kind:ligh*", "gloss:ligh~1");
        assertThat(explained.at("/notes").toString()).contains("only if no row has all words");
    }

    @Test
    void whatIsNeitherIsRefused() {
        JsonNode typing = json(http.get(INDEX + "search?q=whale&typing=maybe"));
        assertThat(typing.at("/status").asInt()).isEqualTo(400);
        assertThat(typing.at("/parameter").asText()).isEqualTo("typing");
        JsonNode fuzziness = json(http.get(INDEX + "count?q=whale&fuzziness=2"));
        assertThat(fuzziness.at("/status").asInt()).isEqualTo(400);
        assertThat(fuzziness.at("/detail").asText()).contains("'fuzziness' must be one of auto, off");
        JsonNode tree = json(http.postJson(
                INDEX + "search", "{\"query\": {\"match\": {\"text\": \"whale\"}}, \"fuzziness\": \"auto\"}"));
        assertThat(tree.at("/status").asInt()).isEqualTo(400);
        assertThat(tree.at("/pointer").asText()).isEqualTo("#/fuzziness");
    }

    @Test
    void theEndOfAQueryMayBeOpenWhileItIsTyped() {
        for (String open : List.of("(lig", "x%20(lig", "%22a%20lig", "lig%5C")) {
            assertThat(asked("q=" + open + "&typing=true").toString()).as(open).contains("Prefix");
        }
        for (String open :
                List.of("whale%20AND", "whale%20(", "whale%20%22", "whale%20count:", "whale%20NOT%20(", "whale%5E0.")) {
            assertThat(asked("q=" + open + "&typing=true")).as(open).isEqualTo(asked("q=whale"));
        }
        assertThat(json(http.get(INDEX + "search?q=whale%20count:x&typing=true"))
                        .at("/notes")
                        .toString())
                .contains("count:x at the end was left out until it is complete");
        for (String nothing : List.of("%22", "(", "count:", "-", "(%22")) {
            JsonNode answer = json(http.get(INDEX + "search?q=" + nothing + "&typing=true"));
            assertThat(answer.at("/notes").toString()).as(nothing).contains("there is nothing to search for yet");
        }
        assertThat(json(http.get(INDEX + "search?q=(whale")).at("/detail").asText())
                .contains("never closed");
        for (String fault : List.of("count:x%20whale", "whale)%20x")) {
            assertThat(http.get(INDEX + "search?typing=true&q=" + fault).statusCode())
                    .as(fault)
                    .isEqualTo(400);
        }
    }

    @Test
    void cursorsBelongToTheWordsThatWereAskedFor() {
        List<RowKey> rows =
                IntStream.range(0, 5).mapToObj(i -> RowKey.utf8("row-" + i)).toList();
        rows.forEach(row -> fixture.table.put(row.bytes().utf8(), "d", "gloss", "a whale"));
        fixture.searcher.findsUpToSize(rows);
        String next = json(http.get(INDEX + "search?q=whale&typing=true&size=2"))
                .at("/next")
                .asText();
        assertThat(http.get(INDEX + "search?q=whale&typing=true&size=2&cursor=" + next)
                        .statusCode())
                .isEqualTo(200);
        assertThat(http.get(INDEX + "search?q=whale&size=2&cursor=" + next).statusCode())
                .isEqualTo(400);
    }

    @Test
    void wordsAreInexactOnlyIfNoRowHasThemAsTheyAreWritten() {
        RowKey whale = RowKey.utf8("row-1");
        List<RowKey> whiles =
                IntStream.range(2, 6).mapToObj(i -> RowKey.utf8("row-" + i)).toList();
        fixture.table.put("row-1", "d", "gloss", "a whale");
        whiles.forEach(row -> fixture.table.put(row.bytes().utf8(), "d", "gloss", "a while"));
        fixture.searcher.answers(request -> request.query().toString().contains("Fuzzy")
                ? FakeSearcher.found(whiles.toArray(RowKey[]::new))
                : FakeSearcher.found(whale));
        JsonNode exact = json(http.get(INDEX + "search?q=whale&fuzziness=auto&keyFormat=text"));
        assertThat(exact.findValuesAsText("key")).containsExactly("row-1");
        assertThat(exact.at("/notes").toString()).doesNotContain("differ a little");

        fixture.searcher.answers(request -> request.query().toString().contains("Fuzzy")
                ? FakeSearcher.found(whiles.toArray(RowKey[]::new))
                : FakeSearcher.found());
        JsonNode inexact = json(http.get(INDEX + "search?q=whale&fuzziness=auto&keyFormat=text"));
        assertThat(inexact.findValuesAsText("key")).hasSize(4);
        assertThat(inexact.at("/notes").toString()).contains("words that differ a little");
        assertThat(json(http.get(INDEX + "count?q=whale&fuzziness=auto"))
                        .at("/total/value")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void laterPagesSearchForTheWordsOfTheFirst() {
        List<RowKey> rows =
                IntStream.range(0, 5).mapToObj(i -> RowKey.utf8("row-" + i)).toList();
        rows.forEach(row -> fixture.table.put(row.bytes().utf8(), "d", "gloss", "a whale"));
        fixture.searcher.findsUpToSize(rows);
        String page = INDEX + "search?q=whale&fuzziness=auto&size=2";
        String next = json(http.get(page)).at("/next").asText();
        fixture.searcher.findsUpToSize(List.of());
        assertThat(http.get(page + "&cursor=" + next).statusCode()).isEqualTo(200);
        assertThat(fixture.searcher.lastRequest.query().toString()).doesNotContain("Fuzzy");
    }

    @Test
    void wordsAreSearchedAsTheyAreIfTheirAlternativesCostTooMuch() {
        String fields = IntStream.range(0, 15)
                .mapToObj(i -> "  f" + i + ": {column: 'd:f" + i + "', type: text}\n")
                .collect(Collectors.joining());
        fixture.offer(DefinitionText.read("words", "table: words\nfields:\n" + fields));
        String words = String.join(
                "%20", List.of("lighthouses", "accommodation", "misspellings", "unbelievable", "quarterly"));
        JsonNode answer = json(http.get(INDEX + "search?q=" + words + "&fuzziness=auto"));
        assertThat(answer.at("/notes").toString()).contains("words were searched as they are written");
        assertThat(fixture.searcher.lastRequest.query().toString()).doesNotContain("Fuzzy");
        assertThat(http.get(INDEX + "search?q=lighthouses&fuzziness=auto").body())
                .doesNotContain("cost too much");
    }
}
