/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.IndexSearcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests prefixes, expressions and vanishing words on fields whose analyzers change words. */
class TypedPrefixesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "english    | gas*         | the garden game        | false",
                "english    | gas*         | gas lamps              | true",
                "english    | bus*         | butter and buildings   | false",
                "english    | libraries*   | a library              | true",
                "english    | libraries*   | libraries              | true",
                "english    | state-of*    | a statement            | false",
                "english    | big-gas*     | big garden             | false",
                "english    | big-gas*     | big gas                | true",
                "english    | big-libr*    | big library            | true",
                "cjk        | 数据库*      | 关系数据库管理         | true",
                "cjk        | 数据*        | 关系数据库管理         | true",
                "cjk        | 数库*        | 关系数据库管理         | false",
                "standard   | /fox/        | fox                    | true",
                "standard   | /FOX/        | fox                    | true",
                "whitespace | /Österr.*/   | Österreich             | true",
                "whitespace | /K[A-Z]x/    | KBx                    | true",
                "standard   | /K[A-Z]x/    | KBx                    | true",
                "standard   | caf\u00e9    | cafe\u0301             | true",
                "standard   | cafe\u0301   | caf\u00e9              | true",
                "standard   | foo-b*       | foo bz                 | true"
            })
    void wordsOfAnalysers(String analyzer, String query, String text, boolean isFound) {
        IndexDefinition definition =
                Fixtures.definition("typed", Fixtures.field("t", FieldType.TEXT).withAnalyzers(List.of(analyzer)));
        assertThat(matches(definition, query, Map.of("t", analyzer), new Document(Map.of("t", text))))
                .isEqualTo(isFound);
    }

    @Test
    void aStopWordWithACapitalIsOptionalWhereAKeywordIsLowerCased() {
        FieldMapping tag = Fixtures.field("tag", FieldType.KEYWORD);
        FieldMapping lower = new FieldMapping(
                tag.name(),
                tag.source(),
                tag.type(),
                new ValueForm(
                        tag.form().cells(),
                        new TextForm(Optional.empty(), List.of(new TextStep.Lower()), Map.of()),
                        tag.form().dates(),
                        tag.form().onError()),
                tag.analyzers(),
                true);
        IndexDefinition definition = Fixtures.definition(
                "typed", Fixtures.field("title", FieldType.TEXT).withAnalyzers(List.of("english")), lower);
        Document row = new Document(Map.of("title", "a lighthouse", "tag", "x"));
        for (String query : List.of("the lighthouse", "The lighthouse", "A lighthouse", "tag:/X.*/")) {
            assertThat(matches(definition, query, Map.of("title", "english"), row))
                    .as(query)
                    .isTrue();
        }
        assertThat(matches(definition, "The ship", Map.of("title", "english"), row))
                .isFalse();
    }

    @Test
    void aMatcherTakesAsManyClausesAsARequestMayCost() {
        FieldMapping[] fields = IntStream.range(0, 15)
                .mapToObj(i -> Fixtures.field("t" + i, FieldType.TEXT))
                .toArray(FieldMapping[]::new);
        Map<String, String> analyzers =
                IntStream.range(0, 15).boxed().collect(Collectors.toMap(i -> "t" + i, i -> "standard"));
        String words = IntStream.range(0, 200).mapToObj(i -> "w" + i).collect(Collectors.joining(" OR "));
        assertThat(matches(Fixtures.definition("typed", fields), words, analyzers, new Document(Map.of("t3", "w7"))))
                .isTrue();
        assertThat(IndexSearcher.getMaxClauseCount()).isGreaterThan(1_024);
    }

    private static boolean matches(
            IndexDefinition definition, String query, Map<String, String> analyzers, Document document) {
        return new LuceneQueryMatcher()
                .matches(QueryStringParser.parse(query, definition), definition, analyzers, document);
    }
}
