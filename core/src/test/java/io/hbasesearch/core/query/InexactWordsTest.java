/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static io.hbasesearch.core.query.QueryStringParserTest.MAIL;
import static io.hbasesearch.core.query.QueryStringParserTest.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the alternatives of words that are typed or mistyped, and the words that may be misspelled. */
class InexactWordsTest {
    private static final WordOptions BOTH = new WordOptions(true, true);

    private static Query with(WordOptions words, String text) {
        return QueryStringParser.parse(text, MAIL, new QueryContext(Optional.empty(), words, Instant.now()));
    }

    private static String words(String text) {
        return QueryStringParser.bareWords(text, MAIL).stream()
                .map(word -> word.text() + "@" + word.begin() + "-" + word.end())
                .reduce("", (some, next) -> some + " " + next)
                .strip();
    }

    @Test
    void theAlternativesOfAWordAreSpellingsOfOneText() {
        for (String text : new String[] {"lighthouse", "caf\u00e9x", "\u6570\u636e\u5e93", "foo-bar"}) {
            assertThat(((Query.Bool) with(BOTH, text)).isOneText()).as(text).isTrue();
        }
        assertThat(((Query.Bool) parse("dog OR cat*^0.5")).isOneText()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"some lighthouse\"",
                "lighthouse*",
                "light?ouse",
                "lighthouse~1",
                "-lighthouse",
                "NOT lighthouse",
                "NOT (lighthouse lighthouses)",
                "/lighthouse.*/",
                "*",
                "size:123456",
                "size:>5"
            })
    void exclusionsPhrasesAndPatternsHaveNone(String text) {
        assertThat(with(BOTH, text)).isEqualTo(parse(text));
    }

    @Test
    void filtersHaveNone() {
        QueryContext context = new QueryContext(Optional.empty(), BOTH, Instant.now());
        assertThat(QueryStringParser.parseFilter("lighthouse", MAIL, context))
                .isEqualTo(QueryStringParser.parseFilter("lighthouse", MAIL));
    }

    @Test
    void theCostIsCounted() {
        String text = "lighthouses ".repeat(150).strip();
        assertThat(parse(text)).isNotNull();
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> with(BOTH, text)))
                .hasMessageContaining("costs");
    }

    @Test
    void wordsThatMayBeMisspelledAreFoundAtTheirPlaces() {
        assertThat(words("white whaale")).isEqualTo("white@0-5 whaale@6-12");
        assertThat(words("+whaale  (\"the sea\" OR Moby) -boat size:1")).isEqualTo("whaale@1-7 Moby@23-27");
        assertThat(words("\u3000whaale\uff0cwhite")).isEqualTo("whaale@1-7 white@8-13");
        assertThat(words("abc x1234 1234 \u6570\u636e\u5e93\u5e93 foo-bar wha\\le subject:white light* boat~1"))
                .isEmpty();
        assertThat(words("Re:bakcup")).isEqualTo("bakcup@3-9");
        assertThat(words("a".repeat(100) + " x " + "a".repeat(101) + " " + "\u00e4".repeat(51)))
                .isEqualTo("a".repeat(100) + "@0-100");
    }
}
