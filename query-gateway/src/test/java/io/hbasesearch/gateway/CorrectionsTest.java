/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that finds nothing or little is corrected by words of the index. */
class CorrectionsTest {
    private static final String SEARCH = "/v1/indexes/words/search?q=";

    private final GatewayFixture fixture = GatewayFixture.create();
    private final Map<String, Integer> rowsByWord =
            new ConcurrentHashMap<>(Map.of("whale", 40, "white", 50, "blue", 9));
    private final List<String> looked = new ArrayList<>();
    private TestHttp http;

    @BeforeEach
    void start() {
        IntStream.range(0, 50)
                .forEach(i -> fixture.table.put(String.format(Locale.ROOT, "row-%02d", i), "d", "gloss", "a whale"));
        fixture.searcher.answers(this::found);
        fixture.searcher.near = word -> {
            looked.add(word);
            return switch (word) {
                case "whaale", "whalee" -> List.of(new NearWord("whole", 0.8f, 4), new NearWord("whale", 0.8f, 40));
                case "whitte", "while" -> List.of(new NearWord("white", 0.8f, 50));
                case "blue" -> List.of(new NearWord("blur", 0.75f, 9_000));
                default -> List.of();
            };
        };
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static RowKey row(int i) {
        return RowKey.utf8(String.format(Locale.ROOT, "row-%02d", i));
    }

    /** Finds as many rows as have the rarest word of the query. */
    private SearchResult found(SearchRequest request) {
        String query = request.query().toString();
        int rows = 50;
        for (String part : query.split("Word\\[")) {
            if (part.contains("text=") && !part.startsWith("fields=[synset],")) {
                String word = part.substring(part.indexOf("text=") + 5, part.indexOf(']', part.indexOf("text=")));
                rows = Math.min(rows, rowsByWord.getOrDefault(word, 0));
            }
        }
        return FakeSearcher.found(
                IntStream.range(0, rows).mapToObj(CorrectionsTest::row).toArray(RowKey[]::new));
    }

    private JsonNode meant(String rest) {
        return json(http.get(SEARCH + rest)).at("/did_you_mean");
    }

    @Test
    void misspelledWordsAreReplacedIfThatFindsRows() {
        assertThat(meant("whaale").asText()).isEqualTo("whale");
        assertThat(meant("white%20%20whaale").asText()).isEqualTo("white  whale");
        assertThat(meant("%2Bwhitte%20-synset:x%20whalee").asText()).isEqualTo("+white -synset:x whale");
        assertThat(meant("whaale&fuzziness=auto&typing=true").asText()).isEqualTo("whale");
    }

    @Test
    void otherFormsAreProposedIfTheyFindRows() {
        rowsByWord.put("\u4fe1\u7528\u5361", 3);
        rowsByWord.put("\u8d26\u5355", 5);
        assertThat(meant("%E4%BF%A1%E7%94%A8%E5%8D%A1%E8%B4%A6%E5%8D%95").asText())
                .isEqualTo("\u4fe1\u7528\u5361 \u8d26\u5355");
        assertThat(meant("whale%20and%20white").asText()).isEqualTo("whale AND white");
        assertThat(meant("whale%20and%20nothing").isMissingNode()).isTrue();
    }

    @Test
    void wordsThatTheIndexHasAreKept() {
        assertThat(meant("blue%20whaale").asText()).isEqualTo("blue whale");
        rowsByWord.put("while", 2);
        assertThat(meant("while%20whaale").asText()).as("25 times as frequent").isEqualTo("white whale");
        rowsByWord.put("white", 3);
        fixture.searcher.near = word -> List.of(new NearWord("white", 0.8f, 3));
        assertThat(meant("while%20whaale").asText()).as("as rare").isEqualTo("while white");
    }

    @Test
    void aWordThatOnlySynonymsFindIsKept(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("words.txt"), "tvset, television\n");
        Path file = Files.writeString(
                directory.resolve("words.yaml"),
                "table: words\nsynonyms: words.txt\nfields: {gloss: {column: 'd:gloss', type: text}}\n");
        fixture.offer(new IndexDefinitionReader(Map.of()).readFile(file));
        fixture.searcher.near = word -> List.of(new NearWord(word.equals("tvset") ? "tweet" : "whale", 0.8f, 50));
        fixture.searcher.answers(request -> {
            String query = request.query().toString();
            boolean isMissing = query.contains("text=whaale")
                    || (query.contains("text=tvset") && !query.contains("text=television"));
            return FakeSearcher.found(IntStream.range(0, isMissing ? 0 : 40)
                    .mapToObj(CorrectionsTest::row)
                    .toArray(RowKey[]::new));
        });
        assertThat(meant("tvset%20whaale").asText()).isEqualTo("tvset whale");
    }

    @Test
    void aQueryThatFindsRowsIsNotCorrected() {
        rowsByWord.put("while", 1);
        assertThat(meant("while").isMissingNode()).isTrue();
        assertThat(meant("whale").isMissingNode()).isTrue();
        assertThat(looked).isEmpty();
        assertThat(meant("unheardof").isMissingNode()).isTrue();
        assertThat(looked).containsExactly("unheardof");
    }

    @Test
    void onlyWordsOfLettersAreLookedUp() {
        for (String query : List.of(
                "abc",
                "abc15",
                "%22whaale%20x%22",
                "whaale*",
                "gloss:whaale",
                "whale%20whale%20-whaale%20xyz",
                "\u6570\u636e\u5e93\u6570\u636e\u5e93",
                "*")) {
            assertThat(meant(query).isMissingNode()).as(query).isTrue();
        }
        assertThat(looked).containsExactly("whale", "whale");
    }

    @Test
    void onlyTheFirstPageOfASearchIsCorrected() {
        assertThat(meant("whaale&size=0").isMissingNode()).isTrue();
        assertThat(meant("whaale&from=1").isMissingNode()).isTrue();
        assertThat(http.get("/v1/indexes/words/stream?q=whaale").body()).doesNotContain("did_you_mean");
        assertThat(http.get("/v1/indexes/words/count?q=whaale").body()).doesNotContain("did_you_mean");
        assertThat(looked).isEmpty();
    }

    @Test
    void aFailureCostsTheCorrectionOnly() {
        fixture.searcher.near = word -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "gone", null, null);
        };
        JsonNode answer = json(http.get(SEARCH + "whaale"));
        assertThat(answer.at("/total/value").asInt(-1)).isZero();
        assertThat(answer.at("/did_you_mean").isMissingNode()).isTrue();
    }
}
