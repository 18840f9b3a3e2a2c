/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend answers the same queries with the same rows, which no backend has worked out. */
public abstract class GoldenQueryContract extends BackendContract {
    private static final int FEWEST_QUERIES = 100;

    @Override
    protected IndexDefinition define(String index) {
        return GoldenCorpus.definition(index);
    }

    @Test
    void goldenQueriesFindTheirRows() {
        List<GoldenQueries.GoldenQuery> queries = GoldenQueries.all();
        assertThat(queries).hasSizeGreaterThan(FEWEST_QUERIES);
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexedCorpus()) {
            for (GoldenQueries.GoldenQuery golden : queries) {
                SearchResult result = searcher.search(request(golden.text(), golden.filters(), 100));
                softly.assertThat(rows(result).stream().sorted().toList())
                        .as("%s %s", golden.text(), golden.filters())
                        .isEqualTo(golden.rows());
                softly.assertThat(result.total())
                        .as("total of %s", golden.text())
                        .isEqualTo(golden.rows().size());
                softly.assertThat(result.totalIsExact()).isTrue();
            }
        }
        softly.assertAll();
    }

    @Test
    void rowsThatMatchAlikeComeInTheOrderOfTheirKeysWhateverThePage() {
        List<String> all = GoldenCorpus.allRows();
        try (DocumentSearcher searcher = indexedCorpus()) {
            for (int size : new int[] {1, 3, 10, 14, 15}) {
                SearchResult result = searcher.search(request("*", List.of(), size));
                assertThat(rows(result)).isEqualTo(all.subList(0, Math.min(size, all.size())));
                assertThat(result.total()).isEqualTo(all.size());
            }
        }
    }

    @Test
    void aRequestMayHaveAsManyWordsAsItsCostAllows() {
        String words = IntStream.range(0, 199).mapToObj(i -> "w" + i).collect(Collectors.joining(" OR ", "", " OR "));
        try (DocumentSearcher searcher = indexedCorpus()) {
            SearchResult result =
                    searcher.search(request(words + "report", List.of(words + "sales", words + "review"), 10));
            assertThat(rows(result)).containsExactlyInAnyOrder("mail-01");
        }
    }

    @Test
    void partsOfWordsMayHaveAnyCharacter() {
        List<String> characters = IntStream.concat(
                        IntStream.rangeClosed(' ', '~'), "\t\u00a0\u3000“，？é数🎉".codePoints())
                .mapToObj(Character::toString)
                .toList();
        List<String> words = Stream.concat(
                        characters.stream().flatMap(c -> Stream.of("a" + c + "b", "a" + c, c + "a")),
                        Stream.of("AND", "OR", "NOT", "TO", "a AND b", "a||b", "\\u0041"))
                .toList();
        try (DocumentSearcher searcher = indexedCorpus()) {
            for (String word : words) {
                String pattern = word.replaceAll("[\\\\*?]", "\\\\$0") + "?z*";
                for (Query query : List.of(
                        new Query.Prefix(List.of("body", "sender"), word),
                        new Query.Wildcard(List.of("body", "sender"), pattern),
                        new Query.Fuzzy(List.of("body", "sender"), word + "zzzzz", 1))) {
                    assertThatCode(() -> searcher.search(new SearchRequest(query, List.of(), 10, PATIENCE)))
                            .as("%s", query)
                            .doesNotThrowAnyException();
                }
            }
        }
    }

    /** In a random order and in two parts, so that nothing depends on the order of writing. */
    private DocumentSearcher indexedCorpus() {
        List<IndexOperation> operations = GoldenCorpus.operations();
        Collections.shuffle(operations, new Random(5));
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(writer, operations.subList(0, 6));
            searcher.refresh();
            write(writer, operations.subList(6, operations.size()));
        }
        searcher.refresh();
        return searcher;
    }

    private SearchRequest request(String text, List<String> filters, int size) {
        Query query = text.startsWith("{")
                ? QueryTree.parse(text, definition())
                : QueryStringParser.parse(text, definition());
        List<Query> parsed = filters.stream()
                .map(filter -> QueryStringParser.parseFilter(filter, definition()))
                .toList();
        return new SearchRequest(query, parsed, size, PATIENCE);
    }

    private static List<String> rows(SearchResult result) {
        return result.hits().stream().map(hit -> hit.row().bytes().utf8()).toList();
    }
}
