/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactMatcherTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "orders",
            """
            table: orders
            fields:
              note: {column: 'd:note', type: text}
              state: {column: 'd:state', type: keyword}
              amount: {column: 'd:amount', type: long, encoding: utf8}
              rate: {column: 'd:rate', type: double, encoding: utf8}
              open: {column: 'd:open', type: boolean, encoding: utf8}
              due: {column: 'd:due', type: date, encoding: utf8}
            """);
    private static final Document DOCUMENT = new Document(Map.of(
            "note",
            "a whale",
            "state",
            List.of("new", "urgent"),
            "amount",
            1_000L,
            "rate",
            0.5,
            "open",
            true,
            "due",
            "2024-02-29T13:14:15.000Z"));

    private final ExactMatcher matcher = new ExactMatcher(DEFINITION);

    private boolean matches(String query) {
        return matches(query, DOCUMENT);
    }

    private boolean matches(String query, Document document) {
        return matcher.of(List.of(QueryStringParser.parse(query, DEFINITION))).test(document);
    }

    /** A value that counts how often it is looked at. */
    private static final class Counted {
        private final String text;
        private int looks;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            looks++;
            return text;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "state, old%d, state:last, last",
        "due, 2024-02-%02d, due:2024-03-30, 2024-03-30T01:02:03.000Z",
        "amount, '[%d TO %1$d]', amount:31, 31",
    })
    void aValueIsLookedAtOnceHoweverManyAlternativesThereAre(String field, String form, String last, String text) {
        String query = IntStream.range(1, 29)
                        .mapToObj(i -> field + ":" + form.formatted(i))
                        .collect(Collectors.joining(" OR "))
                + " OR " + last;
        Counted value = new Counted(text);

        assertThat(matches(query, new Document(Map.of(field, value)))).isTrue();
        assertThat(value.looks).isEqualTo(1);
        assertThat(matches("NOT (" + query + ")", new Document(Map.of(field, value))))
                .isFalse();
    }

    /** Of clauses that want a value, too, as many must match as are asked for, and one that is written twice counts twice. */
    @Test
    void alternativesAreCounted() {
        Query.Word isNew = new Query.Word(List.of("state"), "new");
        Query.Word isUrgent = new Query.Word(List.of("state"), "urgent");
        Query.Word isOld = new Query.Word(List.of("state"), "old");
        Query.Range isLarge = new Query.Range("amount", "10", true, null, true);

        assertThat(hold(1, isOld, isNew)).isTrue();
        assertThat(hold(2, isOld, isNew)).isFalse();
        assertThat(hold(2, isUrgent, isOld, isNew)).isTrue();
        assertThat(hold(2, isOld, isNew, isNew)).isTrue();
        assertThat(hold(2, isOld, isNew, isLarge)).isTrue();
        assertThat(hold(3, isOld, isNew, isLarge)).isFalse();
        assertThat(hold(2, new Query.Word(List.of("state", "open"), "new"), isOld))
                .isFalse();
    }

    private boolean hold(int minimum, Query... alternatives) {
        Query query = new Query.Bool(List.of(), List.of(alternatives), List.of(), List.of(), minimum);
        return matcher.of(List.of(query)).test(DOCUMENT);
    }

    @Test
    void negativeZeroIsZero() {
        Document negative = new Document(Map.of("rate", -0.0));
        for (String query : List.of("rate:0", "rate:[0 TO *]", "rate:[* TO -0.0]")) {
            assertThat(matches(query, negative)).as(query).isTrue();
        }
        for (String query : List.of("rate:{* TO 0}", "rate:{-0.0 TO *}")) {
            assertThat(matches(query, negative)).as(query).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state:new",
                "state:urgent",
                "state:urg*",
                "amount:1000",
                "amount:[1000 TO *]",
                "amount:{999 TO 1001}",
                "amount:[900 TO 10000]",
                "rate:0.50",
                "rate:[0 TO 1]",
                "open:true",
                "due:2024-02-29",
                "due:[2024-02-01 TO 2024-03-01]",
                "state:[n TO o]",
                "state:new AND NOT state:old",
                "state:old OR amount:1000",
                "NOT state:old",
                "amount:*",
            })
    void aDocumentIsFoundByItsValues(String query) {
        assertThat(matcher.objection(QueryStringParser.parse(query, DEFINITION)))
                .isEmpty();
        assertThat(matches(query)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state:ne",
                "state:NEW",
                "amount:100",
                "amount:{1000 TO *}",
                "amount:[2 TO 9]",
                "open:false",
                "due:2024-02-28",
                "due:{2024-02-29 TO *}",
                "state:new AND state:old",
                "state:old OR amount:1",
                "NOT state:new",
            })
    void itIsNotFoundByOthers(String query) {
        assertThat(matcher.objection(QueryStringParser.parse(query, DEFINITION)))
                .isEmpty();
        assertThat(matches(query)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"note:whale", "whale", "state:new AND note:boat", "state:neu~1", "NOT note:whale"})
    void whatNeedsAnAnalyzerIsLeftToTheIndex(String query) {
        assertThat(matcher.objection(QueryStringParser.parse(query, DEFINITION)))
                .isPresent();
    }

    @Test
    void aFieldWithoutAValueIsNotFoundByAnything() {
        Document empty = new Document(Map.of());

        assertThat(matches("amount:*", empty)).isFalse();
        assertThat(matches("NOT amount:*", empty)).isTrue();
    }
}
