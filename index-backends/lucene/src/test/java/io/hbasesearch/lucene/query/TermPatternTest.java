/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import io.hbasesearch.testing.Fixtures;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TermPatternTest {
    private static final IndexDefinition DEFINITION = Fixtures.definition(
            "mail",
            Fixtures.field("subject", FieldType.TEXT),
            Fixtures.field("body", FieldType.TEXT),
            Fixtures.field("sender", FieldType.KEYWORD));

    @Test
    void fieldsShareTheAutomatonOfAPatternAndSoDoAllDocuments() {
        QueryTranslator translator = QueryTranslator.ofDocuments(
                DEFINITION,
                IndexAnalyzers.of(Analyzers.complete(DEFINITION, Map.of())).queries());
        for (String query : List.of("/gr[ae]y.*/", "w?ld*rd", "lucene~2", "lucene~1")) {
            org.apache.lucene.search.Query translated =
                    translator.translate(QueryStringParser.parse(query, DEFINITION));
            Set<ByteRunAutomaton> automata = new HashSet<>();
            Set<String> fields = new HashSet<>();
            QueryVisitor visitor = new QueryVisitor() {
                @Override
                public void consumeTermsMatching(
                        org.apache.lucene.search.Query part, String field, Supplier<ByteRunAutomaton> automaton) {
                    fields.add(field);
                    automata.add(automaton.get());
                }
            };
            translated.visit(visitor);
            translated.visit(visitor);
            assertThat(fields).as(query).containsExactlyInAnyOrder("subject", "body", "sender");
            // Expressions match letters of either case in text, but not in whole values.
            assertThat(automata).as("automata of %s", query).hasSize(query.startsWith("/") ? 2 : 1);
        }
    }

    @Test
    void wordsInSmallLettersAreMatchedInTextAndWholeValuesAsTheyAre() {
        Predicate<Document> grey = matcher("/Gr[ae]y.*/");
        assertThat(grey.test(new Document(Map.of("body", "a GREYHOUND")))).isTrue();
        assertThat(grey.test(new Document(Map.of("sender", "Gray & Sons")))).isTrue();
        assertThat(grey.test(new Document(Map.of("sender", "gray")))).isFalse();
        Predicate<Document> near = matcher("wrod~1");
        assertThat(near.test(new Document(Map.of("body", "a word")))).isTrue();
        assertThat(near.test(new Document(Map.of("body", "a sword")))).isFalse();
    }

    /** Lucene itself refuses automata that are deeper than a thousand. */
    @ParameterizedTest
    @ValueSource(strings = {"ascii", "中"})
    void theLongestPatternsThatTheLanguageTakesRun(String letter) {
        String one = letter.equals("ascii") ? "x" : letter;
        int most = letter.equals("ascii") ? 1 : 3;
        for (String query : List.of(
                one.repeat(900 / most) + "*",
                one.repeat(880 / most) + "*" + one,
                one + "?".repeat(9) + one,
                one.repeat(100 / most) + "~2",
                "/" + one + "{100}[^a]{100}" + one + "{90}/")) {
            assertThat(matcher("body:" + query).test(new Document(Map.of("body", "x " + one.repeat(2)))))
                    .as(query)
                    .isFalse();
        }
    }

    private static Predicate<Document> matcher(String text) {
        Query query = QueryStringParser.parse(text, DEFINITION);
        return new LuceneQueryMatcher().of(query, DEFINITION, Map.of());
    }
}
