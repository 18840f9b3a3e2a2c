/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend finds what people mean while they type, and what they mean when they mistype. */
public abstract class TypingContract extends BackendContract {
    private static final WordOptions TYPING = new WordOptions(true, false);
    private static final WordOptions INEXACT = new WordOptions(false, true);
    private static final WordOptions BOTH = new WordOptions(true, true);

    private static final List<String> WORDS = List.of(
            "light",
            "lights",
            "lighthouse",
            "lighthouses",
            "lighthose",
            "wight",
            "whale",
            "whales",
            "while",
            "hwale",
            "cat",
            "cart",
            "\u043c\u0430\u044f\u043a",
            "\u043c\u0430\u044f\u043a\u0438",
            "\u03c6\u03ac\u03c1\u03bf\u03c2",
            "caf\u00e9",
            "cafeteria",
            "x15",
            "1234567",
            "1234568");
    private static final List<String> CHINESE =
            List.of("\u6570\u636e\u5e93", "\u6570\u636e", "\u5173\u7cfb\u6570\u636e\u5e93", "\u706f\u5854");
    private static final List<String> TAGS = List.of("light", "lighthouse:north", "whale");

    /** Returns a matcher that has the backend's analyzers. */
    protected abstract QueryMatcher matcher();

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("title", FieldType.TEXT).withWeight(3),
                field("body", FieldType.TEXT),
                field("note", FieldType.TEXT).withAnalyzers(List.of("stop")),
                field("tag", FieldType.KEYWORD),
                field("n", FieldType.LONG));
    }

    private record Row(List<String> words, String tag) {
        Document document(boolean inTitle) {
            return new Document(Map.of(inTitle ? "title" : "body", String.join(" ", words), "tag", tag, "n", 7L));
        }

        boolean has(String sought, BiPredicate<String, String> like) {
            return words.stream().anyMatch(word -> like.test(word, sought));
        }
    }

    private static Map<String, Row> randomRows(Random random) {
        Map<String, Row> rows = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            List<String> words = new ArrayList<>();
            for (int j = 0; j < 3; j++) {
                words.add(any(random, random.nextInt(5) == 0 ? CHINESE : WORDS));
            }
            rows.put("row-" + (10 + i), new Row(words, any(random, TAGS)));
        }
        return rows;
    }

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private DocumentSearcher indexed(Map<String, Document> documents) {
        List<IndexOperation> operations = new ArrayList<>();
        documents.forEach((key, document) -> operations.add(Fixtures.upsert(key, 1, document)));
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(writer, operations);
        }
        searcher.refresh();
        return searcher;
    }

    private static Map<String, Document> documents(Map<String, Row> rows) {
        Map<String, Document> documents = new TreeMap<>();
        rows.forEach((key, row) -> documents.put(key, row.document(key.hashCode() % 2 == 0)));
        return documents;
    }

    private Query parse(String text, WordOptions words) {
        return QueryStringParser.parse(text, definition(), new QueryContext(Optional.empty(), words, Instant.now()));
    }

    private List<String> found(DocumentSearcher searcher, String text, WordOptions words) {
        Query query = Ranking.added(parse(text, words), definition(), new QueryContext());
        return searcher.search(new SearchRequest(query, List.of(), 100, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .toList();
    }

    @Test
    void theLastWordIsAlsoAPrefixAndOthersAreNot() {
        Random random = new Random(21);
        Map<String, Row> rows = randomRows(random);
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexed(documents(rows))) {
            for (int i = 0; i < 150; i++) {
                String word = any(random, random.nextInt(4) == 0 ? CHINESE : WORDS);
                String begin = word.substring(0, 1 + random.nextInt(word.length()));
                // The field note has no numbers, so beside other words a number is optional.
                String other = Character.isDigit(begin.charAt(0)) ? "" : any(random, List.of("", "whale ", "light "));
                softly.assertThat(found(searcher, other + begin, TYPING))
                        .as("%s", other + begin)
                        .containsExactlyInAnyOrderElementsOf(rows.entrySet().stream()
                                .filter(row -> other.isEmpty() || isWhole(row.getValue(), other.strip()))
                                .filter(row -> begins(row.getValue(), begin))
                                .map(Map.Entry::getKey)
                                .toList());
            }
        }
        softly.assertAll();
    }

    private static boolean isWhole(Row row, String word) {
        return row.has(word, String::equals) || row.tag().equals(word);
    }

    /** Chinese is found within words, because it has no blanks. */
    private static boolean begins(Row row, String begin) {
        boolean isChinese = begin.codePointAt(0) > 0x3000;
        return row.has(begin, isChinese ? String::contains : String::startsWith)
                || row.tag().startsWith(begin);
    }

    @Test
    void longWordsMayDifferByAFewEdits() {
        Random random = new Random(22);
        Map<String, Row> rows = randomRows(random);
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexed(documents(rows))) {
            for (int i = 0; i < 150; i++) {
                String word = mistyped(any(random, WORDS), random);
                int edits = edits(word);
                softly.assertThat(found(searcher, word, INEXACT))
                        .as("%s with %s edits", word, edits)
                        .containsExactlyInAnyOrderElementsOf(rows.entrySet().stream()
                                .filter(row ->
                                        row.getValue().has(word, (each, sought) -> distance(each, sought) <= edits)
                                                || row.getValue().tag().equals(word))
                                .map(Map.Entry::getKey)
                                .toList());
            }
        }
        softly.assertAll();
    }

    /** Returns how many edits of a word are tolerated: those of the documentation. */
    private static int edits(String word) {
        return word.matches(".*[0-9].*") || word.length() < 4 ? 0 : word.length() < 8 ? 1 : 2;
    }

    private static String mistyped(String word, Random random) {
        StringBuilder typed = new StringBuilder(word);
        for (int i = random.nextInt(3); i > 0 && typed.length() > 2; i--) {
            int at = random.nextInt(typed.length() - 1);
            switch (random.nextInt(4)) {
                case 0 -> typed.deleteCharAt(at);
                case 1 -> typed.insert(at, 'z');
                case 2 -> typed.setCharAt(at, 'z');
                default -> typed.insert(at, typed.charAt(at + 1)).deleteCharAt(at + 2);
            }
        }
        return typed.toString();
    }

    /** Returns the number of edits between two words, of which an exchange of neighbours is one. */
    private static int distance(String one, String other) {
        int[][] distances = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                distances[i][j] = i == 0 || j == 0 ? i + j : distance(one, other, distances, i, j);
            }
        }
        return distances[one.length()][other.length()];
    }

    private static int distance(String one, String other, int[][] distances, int i, int j) {
        int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(distances[i - 1][j - 1] + same, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
        boolean exchanged =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return exchanged ? Math.min(least, distances[i - 2][j - 2] + 1) : least;
    }

    @Test
    void rowsWithTheWordItselfComeFirst() {
        Map<String, Document> documents = Map.of(
                "1-prefix", new Document(Map.of("title", "lighthouse")),
                "2-inexact", new Document(Map.of("title", "lights")),
                "3-word", new Document(Map.of("body", "a very long text about many things of which one is a light")),
                "4-tag", new Document(Map.of("tag", "light")),
                "5-other", new Document(Map.of("body", "nothing")));
        try (DocumentSearcher searcher = indexed(documents)) {
            for (WordOptions words : List.of(TYPING, INEXACT, BOTH)) {
                assertThat(found(searcher, "light", words).subList(0, 2))
                        .as("%s", words)
                        .containsExactlyInAnyOrder("3-word", "4-tag");
            }
            assertThat(found(searcher, "light", BOTH))
                    .containsExactlyInAnyOrder("1-prefix", "2-inexact", "3-word", "4-tag");
            assertThat(found(searcher, "light ", TYPING)).containsExactlyInAnyOrder("3-word", "4-tag");
        }
    }

    @Test
    void everyRowOfTheQueryIsFoundWithPrefixesAndInexactWordsToo() {
        Map<String, Row> rows = randomRows(new Random(23));
        Map<String, Document> documents = documents(rows);
        documents.put("stop", new Document(Map.of("note", "the whale of the north")));
        try (DocumentSearcher searcher = indexed(documents)) {
            for (String text : List.of(
                    "the whale",
                    "whale the",
                    "the",
                    "of the",
                    "north with",
                    "whale OR light",
                    "whale -lights",
                    "\"whale light\" cat",
                    "n:7 whale",
                    "whale n:7",
                    "tag:light whale",
                    "whale tag:li")) {
                List<String> plain = found(searcher, text, WordOptions.EXACT);
                for (WordOptions words : List.of(TYPING, INEXACT, BOTH)) {
                    assertThat(found(searcher, text, words))
                            .as("%s %s", text, words)
                            .containsAll(plain);
                }
            }
            assertThat(found(searcher, "whale -ligh", BOTH)).isEqualTo(found(searcher, "whale", INEXACT));
        }
    }

    @Test
    void aMatcherSaysTheSameOfSingleDocuments() {
        Random random = new Random(24);
        Map<String, Document> documents = documents(randomRows(random));
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexed(documents)) {
            for (int i = 0; i < 60; i++) {
                String text = any(random, WORDS) + " " + mistyped(any(random, WORDS), random);
                Query query = parse(text, BOTH);
                softly.assertThat(found(searcher, text, BOTH))
                        .as("%s", text)
                        .containsExactlyInAnyOrderElementsOf(documents.entrySet().stream()
                                .filter(row -> matcher()
                                        .of(query, definition(), metadata().analyzers())
                                        .test(row.getValue()))
                                .map(Map.Entry::getKey)
                                .toList());
            }
        }
        softly.assertAll();
    }

    @Test
    void wordsAreLookedUpThatAreSpelledAlmostTheSame() {
        Map<String, Document> documents = new TreeMap<>();
        List<String> texts = List.of(
                "lighthouse",
                "lighthouse",
                "Lighthouses",
                "lightgouse",
                "whale",
                "whale",
                "whale",
                "while",
                "wale",
                "hale");
        for (int i = 0; i < texts.size(); i++) {
            documents.put("row-" + i, new Document(Map.of(i % 2 == 0 ? "title" : "body", texts.get(i))));
        }
        try (DocumentSearcher searcher = indexed(documents)) {
            assertThat(near(searcher, "lighthouze")).containsExactly("lighthouse", "lighthouses", "lightgouse");
            assertThat(near(searcher, "LIGHTHUOSE")).startsWith("lighthouse");
            assertThat(near(searcher, "whael")).containsExactly("whale");
            assertThat(near(searcher, "wkale")).containsExactly("whale", "wale");
            assertThat(near(searcher, "whales")).startsWith("whale");
            assertThat(near(searcher, "ghale")).isEmpty();
            assertThat(near(searcher, "two words")).isEmpty();
            assertThat(near(searcher, "unheardof")).isEmpty();
            assertThat(searcher.nearWords(List.of("title"), "lighthouze", PATIENCE)
                            .get(0))
                    .isEqualTo(new NearWord("lighthouse", 1 - 1 / 10f, 1));
        }
    }

    @Test
    void nearWordsThatAreMoreAlikeComeBeforeMoreFrequentOnes() {
        Map<String, Document> documents = new TreeMap<>();
        List<String> rare = List.of("giraffe", "whales", "dolphin", "receive");
        List<String> frequent = List.of("grease", "waters", "revive", "gerald", "dolmen");
        for (int i = 0; i < 40; i++) {
            List<String> words = i == 0 ? rare : frequent;
            documents.put("row-" + i, new Document(Map.of("body", String.join(" ", words))));
        }
        try (DocumentSearcher searcher = indexed(documents)) {
            assertThat(near(searcher, "gerafe")).startsWith("giraffe", "grease");
            assertThat(near(searcher, "Wahels")).startsWith("whales");
            assertThat(near(searcher, "dolphinn")).startsWith("dolphin");
            assertThat(near(searcher, "recive")).startsWith("receive", "revive");
        }
    }

    private static List<String> near(DocumentSearcher searcher, String word) {
        return searcher.nearWords(Arrays.asList("title", "body"), word, PATIENCE).stream()
                .map(NearWord::text)
                .toList();
    }
}
