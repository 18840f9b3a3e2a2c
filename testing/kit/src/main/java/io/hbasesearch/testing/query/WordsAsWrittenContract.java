/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.TextsContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Words with punctuation, marks, emoji and half-width characters find the same rows on every backend, and costly queries are refused alike.
 */
public abstract class WordsAsWrittenContract extends TextsContract {
    private static final int MANY_WORDS = 9_000;
    private static final int FIELDS = 15;

    private static final List<String> TEXTS = List.of(
            "foobar baz foo",
            "see user@example.com now",
            "user@examples.org",
            "C cat cafe",
            "http://example.com/x",
            "http://example.community/x",
            "/tmp/file template",
            "a -dash and data",
            "running libraries",
            "running librarian",
            "version 3.5 at 12:30",
            "かくれる",
            "がく",
            "か\u3099く",
            "テサイン",
            "デザイン",
            "デサ\u3099イン",
            "ｽｰﾊﾟｰ",
            "スーパー",
            "ガ本",
            "王😀 foo",
            "王 of kings and 😀 face",
            "foo 王",
            "王 x foo",
            "王😀李",
            "人々 and 人",
            "𠮷野家",
            "葛\udb40\udd00飾",
            "한글 문서",
            "1️⃣王 ©王",
            "王apple 李avocado",
            "数据库",
            "数据库 库",
            "数据库存 人",
            "数据库 库存");

    /** {@code fields | kind text => numbers of texts}; the fields are named after their analyzers. */
    private static final String GOLDEN =
            """
            standard cjk | prefix foo- => 01 21 23 24
            standard cjk | prefix C++ => 04
            standard cjk | prefix user@example. => 02
            standard cjk | prefix user@example => 02 03
            standard cjk | prefix http://example.com/ => 05
            standard cjk | prefix http://example. => 05 06
            standard cjk | prefix /tm => 07
            standard cjk | prefix -da => 08
            standard cjk | prefix 3. => 11
            standard cjk | prefix 12: => 11
            standard cjk | prefix 12:3 => 11
            standard cjk | prefix running-libraries => 09
            standard cjk | prefix running-librar => 09 10
            english | prefix running-libraries => 09
            english | prefix running-librar => 09 10
            english | prefix running-li => 09 10
            english | prefix foo- => 01 21 23 24
            english | prefix user@example. => 02
            english | prefix and-da => 08
            english | prefix -da => 08
            cjk | word がく => 13
            cjk | word か\u3099く => 14
            cjk | word かく => 12
            cjk | prefix がく => 13
            cjk | prefix か\u3099く => 14
            cjk | word が => 13
            cjk | word か\u3099 => 14
            cjk | word デザイン => 16
            cjk | word デサ\u3099イン => 17
            cjk | prefix デサ\u3099 => 17
            cjk | word スーパー => 18 19
            cjk | word ｽｰﾊﾟｰ => 18 19
            cjk | prefix ｽｰ => 18 19
            cjk | word ｶﾞ本 => 20
            cjk | word ガ本 => 20
            cjk | word 王😀 => 21 25
            cjk | word 😀李 => 25
            cjk | word 王😀李 => 25
            cjk | word 王李 =>
            cjk | word 王 => 21 22 23 24 25 30 31
            cjk | word 人々 => 26
            cjk | word 𠮷 => 27
            cjk | word 𠮷野 => 27
            cjk | word 葛\udb40\udd00飾 => 28
            cjk | word 葛\udb40\udd00 => 28
            cjk | word 葛 => 28
            cjk | word 한글 => 29
            cjk | word 글 => 29
            cjk | word 1️⃣王 => 30
            cjk | word ©王 => 30
            cjk | prefix 王a => 31
            cjk | prefix 王A => 31
            cjk | prefix 李av => 31
            cjk | prefix 李ap =>
            cjk | phrase0 王 foo =>
            cjk | phrase0 数据库 库 => 33 35
            cjk | phrase0 数据库 库存 人 =>
            cjk | phrase0 数据库 库存 => 35
            cjk | phrase0 数据 库存 => 34
            cjk | phrase0 数据库存 人 => 34
            cjk | prefix 数据库 库 => 33 35
            """;

    private static final List<String> FIELD_NAMES = List.of("standard", "cjk", "english");

    @Override
    protected final IndexDefinition define(String index) {
        Stream<FieldMapping> others = IntStream.range(0, FIELDS).mapToObj(i -> Fixtures.field("f" + i, FieldType.TEXT));
        return Fixtures.definition(
                index,
                Stream.concat(
                                FIELD_NAMES.stream().map(name -> Fixtures.field(name, FieldType.TEXT)
                                        .withAnalyzers(List.of(name))),
                                others)
                        .toArray(FieldMapping[]::new));
    }

    private static Query query(String field, String kind, String text) {
        List<String> fields = List.of(field);
        return switch (kind) {
            case "prefix" -> new Query.Prefix(fields, text);
            case "word" -> new Query.Word(fields, text);
            default -> new Query.Phrase(fields, text, Integer.parseInt(kind.substring("phrase".length())));
        };
    }

    @Test
    void wordsFindWhatIsWritten() {
        Map<String, Document> documents = documents(TEXTS, FIELD_NAMES);
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(documents)) {
            GOLDEN.lines().forEach(line -> {
                String[] sides = line.split("=>", -1);
                String[] left = sides[0].split("\\|", 2);
                String[] form = left[1].strip().split(" ", 2);
                for (String field : left[0].strip().split(" ", -1)) {
                    Query query = query(field, form[0], form[1]);
                    String rows = sides[1].strip();
                    softly.assertThat(found(searcher, query)).as(field + line).isEqualTo(rows);
                    softly.assertThat(matched(documents, query))
                            .as("matcher: " + field + line)
                            .isEqualTo(rows);
                }
            });
        }
        softly.assertAll();
    }

    /** The order of two words apart: a word moves from each place to any other, as far as the slop allows. */
    @Test
    void aPhraseWithSlopExchangesCharactersAndWords() {
        List<String> texts = List.of("王 foo", "foo 王", "王 x foo", "foo x 王", "王 x x foo", "foo x x 王", "foo", "王");
        Map<String, Document> documents = new LinkedHashMap<>();
        texts.forEach(text -> documents.put("%02d".formatted(documents.size() + 1), new Document(Map.of("cjk", text))));
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(documents)) {
            for (int slop = 0; slop <= 4; slop++) {
                int most = slop;
                String expected = documents.entrySet().stream()
                        .filter(each -> isNear(
                                List.of(((String) each.getValue().fields().get("cjk")).split(" ")), most))
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(" "));
                Query query = new Query.Phrase(List.of("cjk"), "王 foo", slop);
                softly.assertThat(found(searcher, query)).as("slop " + slop).isEqualTo(expected);
            }
        }
        softly.assertAll();
    }

    private static boolean isNear(List<String> words, int slop) {
        int one = words.indexOf("王");
        int two = words.indexOf("foo");
        return one >= 0 && two >= 0 && Math.abs(two - one - 1) <= slop;
    }

    @Test
    void aShortPrefixAfterACharacterIsNoOutage() {
        Map<String, Document> documents = new LinkedHashMap<>();
        for (int part = 0; part < 10; part++) {
            int first = part * MANY_WORDS / 10;
            String words = IntStream.range(first, first + MANY_WORDS / 10)
                    .mapToObj(i -> "王a" + i + "x")
                    .collect(Collectors.joining(" "));
            documents.put("%02d".formatted(part), new Document(Map.of("cjk", words, "english", words)));
        }
        try (DocumentSearcher searcher = searcherOf(documents)) {
            assertThat(found(searcher, new Query.Prefix(List.of("cjk"), "王a"))).isNotEmpty();
            assertThat(found(searcher, new Query.Prefix(List.of("cjk"), "王a8999")))
                    .isEqualTo("09");
            assertThat(found(searcher, new Query.Prefix(List.of("english"), "x-a")))
                    .isEmpty();
            try {
                searcher.search(
                        new SearchRequest(new Query.Prefix(List.of("english"), "王-a."), List.of(), 10, PATIENCE));
            } catch (HBaseSearchException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.QUERY_INVALID);
            }
        }
    }

    @Test
    void manyWordsInManyFieldsAreSearched() {
        List<String> fields = IntStream.range(0, FIELDS).mapToObj(i -> "f" + i).toList();
        List<Query> words = IntStream.range(0, 200)
                .<Query>mapToObj(i -> new Query.Word(fields, "w" + i))
                .toList();
        String text = IntStream.range(0, 200).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        try (DocumentSearcher searcher = searcherOf(Map.of(
                "all", new Document(Map.of("f3", text)), "some", new Document(Map.of("f3", text.substring(4)))))) {
            assertThat(found(searcher, new Query.Bool(words, List.of(), List.of())))
                    .isEqualTo("all");
        }
    }

    @Test
    void aQueryThatExpandsTooFarIsTheCallersFault() {
        List<String> fields = IntStream.range(0, FIELDS).mapToObj(i -> "f" + i).toList();
        List<Query> words = IntStream.range(0, 4_000)
                .<Query>mapToObj(i -> new Query.Word(fields, "w" + i))
                .toList();
        try (DocumentSearcher searcher = searcherOf(Map.of("one", new Document(Map.of("f3", "w1"))))) {
            SearchRequest request =
                    new SearchRequest(new Query.Bool(List.of(), words, List.of()), List.of(), 10, PATIENCE);
            assertThatThrownBy(() -> searcher.search(request))
                    .isInstanceOfSatisfying(
                            HBaseSearchException.class,
                            e -> assertThat(e.code()).as(e.toString()).isEqualTo(ErrorCode.QUERY_INVALID));
        }
    }
}
