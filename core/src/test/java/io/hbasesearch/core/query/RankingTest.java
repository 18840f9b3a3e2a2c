/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Boost;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Word;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {
    private static final List<String> TEXTS = List.of("subject", "body");

    private static Query parse(String text) {
        return QueryStringParserTest.parse(text);
    }

    private static Query ranked(String text) {
        return Ranking.added(parse(text), QueryStringParserTest.MAIL, new QueryContext());
    }

    private static Query boosted(String text, float factor) {
        return new Boost(QueryStringParserTest.word(text), factor);
    }

    private static Query wholeValue(String text) {
        return new Boost(new Word(List.of("from"), text), 30);
    }

    private static Query half(String field, String text) {
        return new Boost(new Word(List.of(field), text), 0.5f);
    }

    @Test
    void aWeightIsThatOfEachLeaf() {
        assertThat(parse("a^2 b"))
                .isEqualTo(QueryStringParserTest.all(boosted("a", 2), QueryStringParserTest.word("b")));
        assertThat(parse("(a b^3)^2.5")).isEqualTo(QueryStringParserTest.all(boosted("a", 2.5f), boosted("b", 7.5f)));
        assertThat(parse("a^1")).isEqualTo(QueryStringParserTest.word("a"));
        assertThat(parse("\"a b\"^2")).isEqualTo(new Boost(new Phrase(QueryStringParserTest.DEFAULTS, "a b", 0), 2));
        assertThat(parse("\"a b\"~1^2")).isEqualTo(new Boost(new Phrase(QueryStringParserTest.DEFAULTS, "a b", 1), 2));
        assertThat(parse("subject:(x)^2")).isEqualTo(new Boost(QueryStringParserTest.word("subject", "x"), 2));
        assertThat(parse("abc~1^2")).isEqualTo(new Boost(new Query.Fuzzy(QueryStringParserTest.DEFAULTS, "abc", 1), 2));
        assertThat(parse("ab*^2")).isEqualTo(new Boost(new Query.Prefix(QueryStringParserTest.DEFAULTS, "ab"), 2));
        assertThat(parse("/ab+c/^2")).isEqualTo(new Boost(parse("/ab+c/"), 2));
        assertThat(parse("size:[1 TO 2]^2")).isEqualTo(new Boost(parse("size:[1 TO 2]"), 2));
        assertThat(parse("a -b^2"))
                .isEqualTo(QueryStringParserTest.without(QueryStringParserTest.word("a"), boosted("b", 2)));
    }

    @Test
    void aCaretThatIsNoWeightIsText() {
        assertThat(parse("a^b")).isEqualTo(QueryStringParserTest.word("a^b"));
        assertThat(parse("2^10x")).isEqualTo(QueryStringParserTest.word("2^10x"));
        assertThat(parse("a\\^2")).isEqualTo(QueryStringParserTest.word("a^2"));
        assertThat(parse("a ^2"))
                .isEqualTo(
                        QueryStringParserTest.all(QueryStringParserTest.word("a"), QueryStringParserTest.word("^2")));
    }

    @Test
    void aTreeHasWeightsToo() {
        Query tree = QueryTree.parse(
                "{\"bool\": {\"must\": [{\"match\": {\"text\": \"a\", \"boost\": 3}}, {\"all\": {}}], \"boost\": 2}}",
                QueryStringParserTest.MAIL);

        assertThat(tree).isEqualTo(QueryStringParserTest.all(boosted("a", 6), new Boost(new MatchAll(), 2)));
        assertThatThrownBy(() -> QueryTree.parse("{\"all\": {\"boost\": -1}}", QueryStringParserTest.MAIL))
                .hasMessageContaining("at /all/boost: boost is a number from 0.001 to 100");
    }

    @Test
    void nestedWeightsStayWithinBounds() {
        String nested = "(".repeat(15) + "a" + ")^100".repeat(15);
        assertThat(parse(nested)).isEqualTo(boosted("a", Query.MOST_FACTOR));
        String small = "(".repeat(15) + "a" + ")^0.001".repeat(15);
        assertThat(parse(small)).isEqualTo(boosted("a", Query.LEAST_FACTOR));
        assertThat(Query.unboosted(parse("(a^2 OR b) -c^3"))).isEqualTo(parse("(a OR b) -c"));
    }

    @Test
    void severalWordsScoreInOneFieldAndAsAPhrase() {
        assertThat(ranked("a b^2 size:5"))
                .isEqualTo(new Bool(
                        ((Bool) parse("a b^2 size:5")).must(),
                        List.of(
                                QueryStringParserTest.all(half("subject", "a"), half("subject", "b")),
                                QueryStringParserTest.all(half("body", "a"), half("body", "b")),
                                new Phrase(TEXTS, "a b", 0),
                                wholeValue("a b")),
                        List.of(),
                        List.of(),
                        0));
    }

    @Test
    void aTextScoresAsAWholeValueOfAKeywordField() {
        assertThat(Ranking.clauses(parse("a"), ranked("a"))).containsExactly(wholeValue("a"));
        assertThat(Ranking.clauses(parse("a^3 -b"), ranked("a^3 -b"))).containsExactly(wholeValue("a"));
        assertThat(Ranking.clauses(parse("\"a b\""), ranked("\"a b\""))).containsExactly(wholeValue("a b"));
        assertThat(Ranking.clauses(parse("a b"), ranked("a b")))
                .hasSize(4)
                .last()
                .isEqualTo(wholeValue("a b"));
        assertThat(((Bool) ranked("a")).must()).containsExactly(parse("a"));
        assertThat(Ranking.clauses(parse("a OR b"), ranked("a OR b"))).isEmpty();
    }

    @Test
    void anInexactWordIsRaisedAsItIsWritten() {
        assertThat(Ranking.clauses(parse("ab~1"), ranked("ab~1"))).containsExactly(Query.boosted(parse("ab"), 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a OR b", "(a OR b) c", "\"a b\" c", "a*", "a* b", "subject:a", "\"a b\"~2", "a b c d e f g h i"
            })
    void otherQueriesStayAsTheyAre(String text) {
        assertThat(ranked(text)).isEqualTo(parse(text));
    }

    @Test
    void clausesThatOnlyScoreNeverMakeARequestTooDear() {
        QueryContext context = new QueryContext();
        String dear = IntStream.range(0, 20).mapToObj(i -> "w?" + i).collect(Collectors.joining(" OR "));
        QueryStringParser.parse(dear, QueryStringParserTest.MAIL, context);
        Query query = QueryStringParser.parse("a b", QueryStringParserTest.MAIL, context);
        assertThat(Ranking.added(query, QueryStringParserTest.MAIL, context)).isNotEqualTo(query);
        while (context.cost().addIfAllowed(new MatchAll())) {}
        assertThat(Ranking.added(query, QueryStringParserTest.MAIL, context)).isEqualTo(query);
    }
}
