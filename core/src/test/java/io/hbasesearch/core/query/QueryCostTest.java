/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request of 4 KB may ask for, and what is too dear. The fields that are searched by default are seven. */
class QueryCostTest {
    private static final int REQUEST = 4_000;
    private static final IndexDefinition MAIL = IndexDefinition.of(
            "mail",
            TableId.parse("mail"),
            RowKeyFormat.TEXT,
            List.of(
                    field("subject", FieldType.TEXT),
                    field("body", FieldType.TEXT),
                    field("note", FieldType.TEXT),
                    field("reply", FieldType.TEXT),
                    field("from", FieldType.KEYWORD),
                    field("to", FieldType.KEYWORD),
                    field("folder", FieldType.KEYWORD),
                    field("size", FieldType.LONG)));

    private static FieldMapping field(String name, FieldType type) {
        return FieldMapping.of(name, ColumnName.of("d", name), type);
    }

    private static String two(int number) {
        return "" + (char) ('a' + number % 26) + (char) ('a' + number / 26 % 26);
    }

    /** As many different clauses as a request has room for. */
    private static String many(IntFunction<String> clause) {
        StringBuilder query = new StringBuilder(clause.apply(0));
        for (int i = 1; i < NodeConverter.MAX_CLAUSES && query.length() < REQUEST - 150; i++) {
            query.append(" OR ").append(clause.apply(i));
        }
        return query.toString();
    }

    private static QuerySyntaxException refusal(String query) {
        QuerySyntaxException refusal =
                catchThrowableOfType(QuerySyntaxException.class, () -> QueryStringParser.parse(query, MAIL));
        assertThat(refusal).as("%s", query).isNotNull();
        return refusal;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a.*a.{12}/",
                "body:/a.*a.{8}/",
                "from:/x(a|b)*a(a|b){9}/",
                "body:/[A-Z]x/ OR body:/a.*b.{9}b/",
                "a*a?????????b",
                "/a[b-d]{100}[b-d]{100}[b-d]{100}x/"
            })
    void onePatternWhoseAutomatonIsLargeIsRefused(String query) {
        assertThat(refusal(query).hint()).isPresent();
    }

    @Test
    void manyDearClausesAreRefusedWithTheDearestAndWhatToWriteInstead() {
        Map<String, IntFunction<String>> kinds = Map.of(
                "fuzzy", i -> two(i) + "abcdef~2",
                "short fuzzy", i -> two(i) + "a~2",
                "nearly exact", i -> two(i) + "abcdef~1",
                "long fuzzy of one field", i -> "body:" + two(i) + "x".repeat(90) + "~2",
                "regexp", i -> "/" + two(i) + "(x|y)z/",
                "regexp of one field", i -> "body:/" + two(i) + ".*[0-9]{5}/",
                "wildcards", i -> two(i) + "*a?b*",
                "prefixes", i -> two(i) + "*",
                "words apart", i -> "\"" + two(i) + " b c d e f\"~50",
                "long phrases", i -> "\"" + "a b c d e f g h ".repeat(50) + two(i) + "\"");
        kinds.forEach((kind, clause) -> {
            QuerySyntaxException refusal = refusal(many(clause));
            assertThat(refusal.getMessage())
                    .as(kind)
                    .contains("the request costs", "at most 10,000", "the most expensive of its")
                    .hasSizeLessThan(400);
            assertThat(refusal.hint()).as(kind).isPresent();
        });
        QuerySyntaxException refusal = refusal(many(i -> two(i) + "abcdef~2"));
        assertThat(refusal.getMessage()).contains("aaabcdef~2", "character ");
        assertThat(refusal.hint())
                .contains(
                        "write ~1 in place of ~2, or name the field of each, as in field:word, where 7 are searched now");
    }

    @Test
    void aPhraseOfVeryManyWordsIsRefused() {
        refusal("body:\"" + "a ".repeat(1_900) + "\"");
        refusal("body:\"" + "the ".repeat(60) + "\"~100");
        refusal("body:" + "中".repeat(1_300));
    }

    @Test
    void whatIsSpreadOverQueriesAndFiltersCountsAsOneRequest() {
        String some = IntStream.range(0, 5).mapToObj(i -> two(i) + "abcdef~2").collect(Collectors.joining(" OR "));
        QueryContext context = new QueryContext();
        assertThat(QueryStringParser.parse(some, MAIL, context)).isNotNull();
        QuerySyntaxException refusal = catchThrowableOfType(QuerySyntaxException.class, () -> {
            for (int i = 0; i < 16; i++) {
                QueryStringParser.parseFilter(some, MAIL, context);
            }
        });
        assertThat(refusal).hasMessageStartingWith("in the filter: character ");
    }

    @Test
    void whatIsSpreadOverATreeCountsAsOneRequest() {
        String some = IntStream.range(0, 5).mapToObj(i -> two(i) + "abcdef~2").collect(Collectors.joining(" OR "));
        List<Object> parts = IntStream.range(0, 20)
                .<Object>mapToObj(i -> Map.of("query_string", Map.of("query", some)))
                .toList();
        QuerySyntaxException refusal = catchThrowableOfType(
                QuerySyntaxException.class,
                () -> QueryTree.parse(Map.of("bool", Map.of("should", parts)), MAIL, "/query"));
        assertThat(refusal.pointer()).isPresent();
        List<Object> patterns = IntStream.range(0, 100)
                .<Object>mapToObj(i -> Map.of("regexp", Map.of("pattern", two(i) + "x.*")))
                .toList();
        refusal = catchThrowableOfType(
                QuerySyntaxException.class,
                () -> QueryTree.parse(Map.of("bool", Map.of("should", patterns)), MAIL, "/query"));
        assertThat(refusal.pointer().orElseThrow()).startsWith("/query/bool/should/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello world",
                "wrod~ wrods~1 \"quick fox\"~3 col*r /gr(a|e)y.*/ begin*",
                "/user-[0-9]{1,6}@example\\.com/",
                "/(january|february|march|april|may|june|july|august|september|october|november|december)/",
                "from:/x[a-z]{2,30}/ OR body:/colou?r(s|ed|ing)?/",
                "body:/a.*b.*c.*d.*e/",
                "a*b*c*d*e*f*g*h*i*j* size:[1 TO 1000] -folder:spam",
                "body:我在北京大学读书 OR 北京大学学生会主席 OR 搜索引擎~1"
            })
    void whatPeopleTypeIsFarFromTheLimit(String query) {
        assertThat(QueryCost.of(QueryStringParser.parse(query, MAIL))).isLessThan(QueryCost.MOST / 3);
    }

    @Test
    void longListsOfWordsAndValuesAndASentencePass() {
        IntFunction<String> word = i -> two(i) + i;
        assertThatCode(() -> {
                    QueryStringParser.parse(many(word), MAIL);
                    QueryStringParser.parse(many(i -> "size:" + i), MAIL);
                    QueryStringParser.parse(many(i -> "folder:" + two(i)), MAIL);
                    QueryStringParser.parse("\"" + "some words of a sentence ".repeat(20) + "\"", MAIL);
                    QueryStringParser.parse("我在北京大学读书".repeat(20), MAIL);
                })
                .doesNotThrowAnyException();
    }
}
