/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "t", "table: t\nfields: {text: {column: 'd:text', type: text}, size: {column: 'd:size', type: int}}");

    private static List<String> notes(String text) {
        QueryContext context = new QueryContext();
        QueryStringParser.parse(text, DEFINITION, context);
        return context.notes();
    }

    private static Query parsed(String text) {
        return QueryStringParser.parse(text, DEFINITION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a b OR c                     | (a b) OR c",
                "a OR b c                     | a OR (b c)",
                "a b OR c d -e                | ((a b) OR (c d)) -e",
                "a OR b -c                    | (a OR b) -c",
                "a -c OR b                    | (a OR b) -c",
                "text:a \"b c\"~2 OR d^2 +f   | ((text:a \"b c\"~2) OR d^2.0) +f",
                "a (b OR c) OR size:[1 TO 5}  | (a (b OR c)) OR size:[1 TO 5}",
                "a size>=5 OR /c(d)?/ OR e~1  | (a size:[5 TO *]) OR /c(d)?/ OR e~1",
            })
    void aMixtureOfBlanksAndOrIsShownAsItIsRead(String text, String read) {
        assertThat(notes(text))
                .singleElement()
                .asString()
                .startsWith("this is read as " + read + ", because a blank binds closer than OR");
        assertThat(parsed(read)).as("the reading means the same").isEqualTo(parsed(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a OR b", "a OR -b", "a (b OR c)", "a AND b OR c"})
    void formsWithOneMeaningHaveNoNote(String text) {
        assertThat(notes(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u201ebass guitar\u201c",
                "\u201ebass guitar\u201d",
                "\u00abbass guitar\u00bb",
                "\u00bbbass guitar\u00ab",
                "\u2039bass guitar\u203a",
                "\u201abass guitar\u2018",
                "\u201cbass guitar\u201d"
            })
    void quotationMarksOfOtherLanguagesMakeAPhrase(String text) {
        assertThat(parsed(text)).isEqualTo(parsed("\"bass guitar\""));
        assertThat(parsed("-" + text)).isEqualTo(parsed("-\"bass guitar\""));
        assertThat(parsed("a text:" + text + " b")).isEqualTo(parsed("a text:\"bass guitar\" b"));
    }

    @Test
    void anAngleQuotationMarkWithoutItsPairIsPunctuation() {
        assertThat(parsed("home \u00bb products")).isEqualTo(parsed("home products"));
        assertThat(parsed("bass \u00ab guitar")).isEqualTo(parsed("bass guitar"));
        assertThat(parsed("\u300cbass guitar\u300d")).isEqualTo(parsed("bass guitar"));
    }
}
