/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.Highlighter;
import io.hbasesearch.testing.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LuceneHighlighterTest {
    private static final IndexDefinition DEFINITION = Fixtures.definition(
            "mail",
            Fixtures.field("subject", FieldType.TEXT),
            Fixtures.field("body", FieldType.TEXT),
            Fixtures.field("sender", FieldType.KEYWORD),
            Fixtures.field("size", FieldType.LONG));

    private final LuceneHighlighter highlighter = new LuceneHighlighter();

    @Test
    void wordsAreMarkedInTheFieldsThatMatch() {
        Document document = document("The cat", "A cat sat; no dog did.", "ann");
        assertThat(highlight(word("cat"), document))
                .isEqualTo(Map.of(
                        "subject", List.of("The <em>cat</em>"), "body", List.of("A <em>cat</em> sat; no dog did.")));
        assertThat(highlight(word("mouse"), document)).isEmpty();
    }

    @Test
    void synonymsAreMarkedLikeTheTypedWord() {
        Query query = new Query.Bool(
                List.of(),
                List.of(
                        word("cat"),
                        new Query.Boost(new Query.Phrase(List.of("subject", "body"), "house cat", 0), 0.2f, true),
                        new Query.Boost(word("feline"), 0.4f, true)),
                List.of());
        assertThat(highlight(query, document("A feline", "A cat and a house", "ann")))
                .isEqualTo(
                        Map.of("subject", List.of("A <em>feline</em>"), "body", List.of("A <em>cat</em> and a house")));
    }

    @Test
    void ofSeveralValuesThoseThatMatchAreShown() {
        Document document = new Document(Map.of(
                "body", List.of("a cat", "a dog", "the cat", "cats", "a cat more", "a fourth cat"),
                "sender", List.of("ann", "bob")));
        assertThat(highlight(word("cat"), document))
                .isEqualTo(Map.of("body", List.of("a <em>cat</em>", "the <em>cat</em>", "a <em>cat</em> more")));
        assertThat(highlight(new Query.Word(List.of("sender"), "bob"), document))
                .isEqualTo(Map.of("sender", List.of("<em>bob</em>")));
    }

    @Test
    void aMatchBeyondTheFirst200000CharactersIsToldToTheCaller() {
        String begin = "word ".repeat(40_000);
        List<Integer> told = new ArrayList<>();
        Highlighter.Limit limit = new Highlighter.Limit() {
            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void isTooLong(int characters) {
                told.add(characters);
            }
        };
        Function<Document, Map<String, List<String>>> cat =
                highlighter.of(word("cat"), DEFINITION, Map.of("subject", "standard", "body", "standard"), limit);
        assertThat(cat.apply(document("the cat", "a cat, then " + begin, "ann")))
                .hasSize(2);
        assertThat(cat.apply(document("no", begin.substring(1), "ann"))).isEmpty();
        assertThat(told).isEmpty();
        assertThat(cat.apply(document("the cat", begin + "cat", "ann"))).containsOnlyKeys("subject");
        assertThat(told).containsExactly(200_000);
        assertThat(highlighter
                        .of(new Query.Word(List.of("subject"), "cat"), DEFINITION, Map.of(), limit)
                        .apply(document("the cat", begin + "cat", "ann")))
                .doesNotContainKey("body");
        assertThat(told).as("the query does not search the long field").hasSize(1);
    }

    @Test
    void whatIsAskedForInAnotherFieldDoesNotHideAMatch() {
        Query both = new Query.Bool(
                List.of(new Query.Word(List.of("body"), "cat"), new Query.Word(List.of("sender"), "ann")),
                List.of(),
                List.of(new Query.Word(List.of("body"), "dog")));
        assertThat(highlight(both, document("cat", "one cat and a dog", "ann")))
                .isEqualTo(Map.of("body", List.of("one <em>cat</em> and a dog"), "sender", List.of("<em>ann</em>")));
    }

    @Test
    void aDistanceIsNotMarkedAndHidesNoMatch() {
        Query near = new Query.GeoDistance("location", new GeoPoint(31.2, 121.5), 5_000);
        Query box = new Query.GeoBox("location", 1, 170, -1, -170);
        Query all = new Query.Bool(List.of(word("cat"), near, box), List.of(), List.of());
        assertThat(highlight(all, document("", "one cat", "31.2,121.5")))
                .isEqualTo(Map.of("body", List.of("one <em>cat</em>")));
    }

    @Test
    void everythingElseIsEscaped() {
        Document document = document("", "<script>alert(\"cat & 'dog'\")</script>", "<ann>");
        assertThat(highlight(word("cat"), document).get("body"))
                .containsExactly("&lt;script&gt;alert(&quot;<em>cat</em> &amp; &#39;dog&#39;&quot;)&lt;/script&gt;");
        assertThat(highlight(new Query.Word(List.of("sender"), "<ann>"), document)
                        .get("sender"))
                .containsExactly("<em>&lt;ann&gt;</em>");
    }

    @Test
    void chineseIsMarkedWhereItStandsTogether() {
        Document document = document("", "我在北京大学读书。北京有很多大学。", "");
        assertThat(highlight(word("北京大学"), document).get("body")).containsExactly("我在<em>北京大学</em>读书。北京有很多大学。");
        Map<String, String> cjk = Map.of("body", "cjk", "subject", "standard");
        assertThat(highlighter
                        .highlight(word("北京大学"), DEFINITION, cjk, document)
                        .get("body"))
                .containsExactly("我在<em>北京大学</em>读书。北京有很多大学。");
    }

    @Test
    void aPhraseIsMarkedOnlyWhereItsWordsStandTogether() {
        Query phrase = new Query.Phrase(List.of("body"), "quick fox", 1);
        assertThat(highlight(phrase, document("", "fox, slow. A quick brown fox.", ""))
                        .get("body"))
                .containsExactly("fox, slow. A <em>quick</em> brown <em>fox</em>.");
    }

    @Test
    void prefixesAndFuzzyWordsAreMarked() {
        Document document = document("", "The elephant left", "");
        assertThat(highlight(new Query.Prefix(List.of("body"), "Eleph"), document)
                        .get("body"))
                .containsExactly("The <em>elephant</em> left");
        assertThat(highlight(new Query.Fuzzy(List.of("body"), "elefant", 2), document)
                        .get("body"))
                .containsExactly("The <em>elephant</em> left");
    }

    @Test
    void chosenAnalyzerFindsInflectedFormsAndUnknownOneIsStandard() {
        Document document = document("", "Two cats", "");
        assertThat(highlighter
                        .highlight(word("cat"), DEFINITION, Map.of("body", "english"), document)
                        .get("body"))
                .containsExactly("Two <em>cats</em>");
        assertThat(highlighter
                        .highlight(word("two"), DEFINITION, Map.of("body", "ik_smart"), document)
                        .get("body"))
                .containsExactly("<em>Two</em> cats");
    }

    @Test
    void aLongTextIsCutToItsBestPassages() {
        String filler = "Nothing is said here at all, and it takes a while to say it. ".repeat(50);
        List<String> fragments = highlight(word("cat"), document("", filler + "Here is a cat. " + filler, ""))
                .get("body");
        assertThat(fragments).singleElement().satisfies(fragment -> assertThat(fragment)
                .contains("Here is a <em>cat</em>.")
                .hasSizeLessThan(400));
    }

    /** Several long texts of one row would otherwise take several times as long as the request has. */
    @Test
    void noTextIsLookedAtOnceThereIsNoTime() {
        AtomicInteger looks = new AtomicInteger();
        Function<Document, Map<String, List<String>>> highlights = highlighter.of(
                word("cat"), DEFINITION, Map.of("subject", "standard"), () -> looks.incrementAndGet() > 1);

        assertThat(highlights.apply(document("A cat", "Another cat", "cat")))
                .isEqualTo(Map.of("subject", List.of("A <em>cat</em>")));
        assertThat(highlights.apply(document("A cat", "Another cat", "cat"))).isEmpty();
    }

    private Map<String, List<String>> highlight(Query query, Document document) {
        return highlighter.highlight(query, DEFINITION, Map.of("subject", "standard", "body", "standard"), document);
    }

    private static Query word(String text) {
        return new Query.Word(List.of("subject", "body"), text);
    }

    private static Document document(String subject, String body, String sender) {
        return new Document(Map.of("subject", subject, "body", body, "sender", sender));
    }
}
