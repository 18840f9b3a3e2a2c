/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query names a value as HBase has it or as the field shows it. */
class TransformedValuesTest {
    @TempDir
    static Path directory;

    private IndexDefinition users;

    @BeforeEach
    void definition() throws IOException {
        users = new IndexDefinitionReader(Map.of())
                .readFile(
                        Files.writeString(
                                directory.resolve("users.yaml"),
                                """
                                table: users
                                fields:
                                  about: {column: "m:about", type: text}
                                  mail:  {column: "m:mail", type: keyword, transform: [trim, lower]}
                                  plate: {column: "m:plate", type: keyword, transform: upper, default: false}
                                  city:  {column: "m:city", type: keyword, transform: "piece 2 /", default: false}
                                  state: {column: "m:state", type: keyword, labels: {"1": open, "2": closed}, default: false}
                                  kind:  {column: "m:kind", type: keyword, labels: {"1": "2", "2": "1"}, default: false}
                                  level: {column: "m:level", type: int, encoding: utf8, labels: {low: "1", high: "3"}}
                                  when:  {column: "m:when", type: date, transform: trim, labels: {never: 9999-12-31}}
                                """));
    }

    private Query parse(String query) {
        return QueryStringParser.parse(query, users);
    }

    private static Word word(String field, String text) {
        return new Word(List.of(field), text);
    }

    @Test
    void caseAndBlanksAreThoseOfTheField() {
        assertThat(parse("mail:User3@Example.com")).isEqualTo(word("mail", "user3@example.com"));
        assertThat(parse("mail:\" User3@Example.com \"").toString())
                .contains("user3@example.com")
                .doesNotContain("User3");
        assertThat(parse("mail:User*")).isEqualTo(new Prefix(List.of("mail"), "user"));
        assertThat(parse("mail:US?R*")).isEqualTo(new Query.Wildcard(List.of("mail"), "us?r*"));
        assertThat(parse("mail:USR~1")).isEqualTo(new Query.Fuzzy(List.of("mail"), "usr", 1));
        assertThat(parse("plate:[ab TO cd]")).isEqualTo(new Range("plate", "AB", true, "CD", true));
        assertThat(QueryTree.parse(Map.of("term", Map.of("field", "plate", "value", "ab1")), users, ""))
                .isEqualTo(word("plate", "AB1"));
    }

    @Test
    void aWordOfAllFieldsIsTransformedForEach() {
        assertThat(parse("Ann@Example.com"))
                .isEqualTo(forms(word("about", "Ann@Example.com"), word("mail", "ann@example.com")));
        assertThat(parse("ann")).isEqualTo(new Word(List.of("about", "mail"), "ann"));
    }

    @Test
    void aCodeFindsItsLabelAndAWholeValueItsPart() {
        assertThat(parse("state:1")).isEqualTo(forms(word("state", "1"), word("state", "open")));
        assertThat(parse("state:open")).isEqualTo(word("state", "open"));
        assertThat(parse("city:cn/wuhan/x")).isEqualTo(forms(word("city", "cn/wuhan/x"), word("city", "wuhan")));
        assertThat(parse("city:wuhan")).isEqualTo(word("city", "wuhan"));
    }

    @Test
    void aTextThatIsShownMeansThatValueOnly() {
        assertThat(parse("kind:1")).isEqualTo(word("kind", "1"));
        assertThat(parse("kind:3")).isEqualTo(word("kind", "3"));
    }

    @Test
    void aRangeComparesWhatIsShown() {
        assertThat(parse("city:[cn/a TO b]")).isEqualTo(new Range("city", "a", true, "b", true));
        assertThat(parse("kind:[1 TO 2]")).isEqualTo(new Range("kind", "1", true, "2", true));
        assertRefused("state:[1 TO 2]", "compares values as hits show them, and no hit can show '1'");
        assertRefused("city:[/ TO b]", "no hit can show '/'");
    }

    @Test
    void numbersAndDatesAreTransformedBeforeTheyAreRead() {
        assertThat(parse("level:low")).isEqualTo(word("level", "1"));
        assertThat(parse("level>low")).isEqualTo(new Range("level", "1", false, null, true));
        assertThat(parse("when:never")).isEqualTo(word("when", "9999-12-31T00:00:00.000Z"));
        assertThat(parse("when:\" 2026-03-02 \"")).isEqualTo(word("when", "2026-03-02T00:00:00.000Z"));
        assertThat(QueryTree.parse(Map.of("range", Map.of("field", "level", "gte", "low", "lt", 3)), users, ""))
                .isEqualTo(new Range("level", "1", true, "3", false));
        assertRefused("level:medium", "must be a whole number");
        assertThatThrownBy(() -> parse("level:medium"))
                .isInstanceOfSatisfying(QuerySyntaxException.class, refusal -> assertThat(refusal.hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains("before transform and labels")));
    }

    private void assertRefused(String query, String reason) {
        assertThatThrownBy(() -> parse(query))
                .isInstanceOf(QuerySyntaxException.class)
                .hasMessageContaining(reason);
    }

    private static Query forms(Query... forms) {
        return Query.Bool.forms(List.of(forms));
    }
}
