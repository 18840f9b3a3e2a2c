/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every backend finds the same rows by synonyms, those that a comparison of words one by one finds. */
public abstract class SynonymContract extends BackendContract {
    private static final Map<String, List<String>> ALTERNATIVES = Map.of(
            "car", List.of("automobile", "motor car"),
            "automobile", List.of("car", "motor car"),
            "motor car", List.of("car", "automobile"),
            "tv", List.of("television"),
            "red panda bear", List.of("firefox"),
            "it", List.of("information technology"),
            "计算机", List.of("电脑"));
    private static final List<String> VOCABULARY =
            List.of("car", "motor", "automobile", "tv", "television", "red", "panda", "bear", "firefox", "radio");
    private static final int RANDOM_ROWS = 80;
    private static final int RANDOM_QUERIES = 150;
    private static final int MOST = 200;

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                        index,
                        field("text", FieldType.TEXT),
                        field("other", FieldType.TEXT).withAnalyzers(List.of("stop")),
                        field("tag", FieldType.KEYWORD))
                .withSynonyms(new SynonymRules("synonyms.txt", ALTERNATIVES.size(), ALTERNATIVES));
    }

    private DocumentSearcher indexed(Map<String, String> texts) {
        return written(texts.entrySet().stream()
                .map(row -> Map.entry(row.getKey(), Map.<String, Object>of("text", row.getValue())))
                .toList());
    }

    private DocumentSearcher written(List<Map.Entry<String, Map<String, Object>>> rows) {
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    rows.stream()
                            .map(row -> Fixtures.upsert(row.getKey(), 1, new Document(row.getValue())))
                            .toList());
        }
        searcher.refresh();
        return searcher;
    }

    private List<String> found(DocumentSearcher searcher, String text) {
        Query query = Ranking.added(QueryStringParser.parse(text, definition()), definition(), new QueryContext());
        return rows(searcher, Synonyms.added(query, definition(), new QueryContext()));
    }

    private static List<String> rows(DocumentSearcher searcher, Query query) {
        SearchResult result = searcher.search(new SearchRequest(query, List.of(), MOST, PATIENCE));
        assertThat(result.total()).isEqualTo(result.hits().size());
        return result.hits().stream().map(hit -> hit.row().bytes().utf8()).toList();
    }

    /** Tells if the words stand next to each other in the text. */
    private static boolean has(String text, String words) {
        return (" " + text + " ").contains(" " + words + " ");
    }

    private static boolean hasOne(String text, String entry) {
        return has(text, entry)
                || ALTERNATIVES.getOrDefault(entry, List.of()).stream().anyMatch(each -> has(text, each));
    }

    /** Compares a text with words that must all match, of which the longest entries from the left may match as an alternative. */
    private static boolean matches(String text, List<String> words) {
        int at = 0;
        boolean all = true;
        while (at < words.size()) {
            int end = words.size();
            while (end > at + 1 && !ALTERNATIVES.containsKey(String.join(" ", words.subList(at, end)))) {
                end--;
            }
            List<String> part = words.subList(at, end);
            String entry = String.join(" ", part);
            boolean one = end == at + 1
                    ? hasOne(text, entry)
                    : part.stream().allMatch(word -> hasOne(text, word))
                            || ALTERNATIVES.get(entry).stream().anyMatch(each -> has(text, each));
            all &= one;
            at = end;
        }
        return all;
    }

    @Test
    void randomQueriesFindTheRowsOfAComparisonOfWords() {
        Random random = new Random(20_260_302);
        Map<String, String> texts = new TreeMap<>();
        for (int row = 0; row < RANDOM_ROWS; row++) {
            texts.put(String.format("row-%03d", row), String.join(" ", words(random, 1 + random.nextInt(5))));
        }
        try (DocumentSearcher searcher = indexed(texts)) {
            for (int i = 0; i < RANDOM_QUERIES; i++) {
                List<String> words = words(random, 1 + random.nextInt(4));
                List<String> negated = random.nextInt(4) == 0 ? words(random, 1) : List.of();
                String query = String.join(" ", words)
                        + String.join(
                                "", negated.stream().map(word -> " -" + word).toList());
                Predicate<String> wanted =
                        text -> matches(text, words) && negated.stream().noneMatch(word -> has(text, word));
                assertThat(found(searcher, query))
                        .as(query)
                        .containsExactlyInAnyOrderElementsOf(texts.entrySet().stream()
                                .filter(row -> wanted.test(row.getValue()))
                                .map(Map.Entry::getKey)
                                .toList());
            }
        }
    }

    private static List<String> words(Random random, int number) {
        List<String> words = new ArrayList<>();
        while (words.size() < number) {
            // Words of an entry stand together more often than chance would have it.
            int choice = random.nextInt(VOCABULARY.size() + 2);
            List<String> next = choice == VOCABULARY.size()
                    ? List.of("motor", "car")
                    : choice > VOCABULARY.size()
                            ? Arrays.asList("red", "panda", "bear")
                            : List.of(VOCABULARY.get(choice));
            next.stream().limit(number - words.size()).forEach(words::add);
        }
        return words;
    }

    @Test
    void theTypedWordComesFirstEvenWhereAnAlternativeIsRarer() {
        Map<String, String> texts = new TreeMap<>(Map.of("1-alternative", "one automobile here"));
        Stream.of("2", "3", "4").forEach(row -> texts.put(row, "one car here"));
        Stream.of("5", "6", "7").forEach(row -> texts.put(row, "one horse here"));
        try (DocumentSearcher searcher = indexed(texts)) {
            assertThat(found(searcher, "car")).hasSize(4).endsWith("1-alternative");
            assertThat(found(searcher, "automobile")).hasSize(4).startsWith("1-alternative");
        }
    }

    @Test
    void quotedAndExcludedWordsPrefixesAndKeywordFieldsHaveNoSynonyms() {
        List<Map.Entry<String, Map<String, Object>>> rows = List.of(
                Map.entry("typed", Map.of("text", "a car", "tag", "car")),
                Map.entry("other", Map.of("text", "an automobile", "tag", "automobile")));
        try (DocumentSearcher searcher = written(rows)) {
            assertThat(found(searcher, "text:car")).containsExactly("typed", "other");
            for (String query : List.of("\"car\"", "car*", "tag:car", "car~1")) {
                assertThat(found(searcher, query)).as(query).containsExactly("typed");
            }
            for (String query : List.of("-car", "NOT car", "-text:car", "-\"car\"")) {
                assertThat(found(searcher, query)).as(query).containsExactly("other");
            }
        }
    }

    @Test
    void anEntryWithinAWordWithoutBlanksIsReplaced() {
        Map<String, String> texts = Map.of("1", "学习计算机科学", "2", "学习电脑科学", "3", "学习数据科学", "4", "电脑");
        try (DocumentSearcher searcher = indexed(texts)) {
            assertThat(found(searcher, "计算机科学")).containsExactly("1", "2");
            assertThat(found(searcher, "计算机")).containsExactlyInAnyOrder("1", "2", "4");
            assertThat(found(searcher, "电脑")).as("one way").containsExactlyInAnyOrder("2", "4");
        }
    }

    @Test
    void aWordThatAnAnalyzerLeavesNothingOfRestrictsNoOtherWord() {
        List<Map.Entry<String, Map<String, Object>>> rows = List.of(
                Map.entry("department", Map.of("other", "the department")),
                Map.entry("alternative", Map.of("other", "information technology department")),
                Map.entry("neither", Map.of("other", "information technology")));
        try (DocumentSearcher searcher = written(rows)) {
            Query plain = QueryStringParser.parse("it department", definition());
            assertThat(rows(searcher, plain)).containsExactlyInAnyOrder("department", "alternative");
            assertThat(found(searcher, "it department")).containsExactlyInAnyOrder("alternative", "department");
            assertThat(found(searcher, "it")).containsExactlyInAnyOrder("alternative", "neither");
            assertThat(found(searcher, "it the")).containsExactlyInAnyOrder("alternative", "neither");
        }
    }
}
