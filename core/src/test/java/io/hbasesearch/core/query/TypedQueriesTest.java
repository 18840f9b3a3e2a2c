/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static io.hbasesearch.core.query.QueryStringParserTest.DEFAULTS;
import static io.hbasesearch.core.query.QueryStringParserTest.MAIL;
import static io.hbasesearch.core.query.QueryStringParserTest.all;
import static io.hbasesearch.core.query.QueryStringParserTest.any;
import static io.hbasesearch.core.query.QueryStringParserTest.parse;
import static io.hbasesearch.core.query.QueryStringParserTest.without;
import static io.hbasesearch.core.query.QueryStringParserTest.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.query.Query.Prefix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests queries as people type them: questions, URLs, colons, mixed operators and full-width digits. */
class TypedQueriesTest {
    @Test
    void aBlankBindsAsAndDoes() {
        assertThat(parse("a b OR c")).isEqualTo(parse("a AND b OR c"));
        assertThat(parse("a OR b c")).isEqualTo(parse("a OR (b AND c)"));
        assertThat(parse("a b OR c d OR e f")).isEqualTo(parse("(a b) OR (c d) OR (e f)"));
        assertThat(parse("a OR b AND c d")).isEqualTo(any(word("a"), all(all(word("b"), word("c")), word("d"))));
        assertThat(parse("a (b OR c)")).isEqualTo(all(word("a"), any(word("b"), word("c"))));
        assertThat(parse("subject:(a b OR c)")).isEqualTo(parse("subject:((a b) OR c)"));
    }

    @Test
    void aSignRestrictsAllAlternatives() {
        assertThat(parse("a OR b -c")).isEqualTo(without(any(word("a"), word("b")), word("c")));
        assertThat(parse("a b OR c -d")).isEqualTo(without(any(all(word("a"), word("b")), word("c")), word("d")));
        assertThat(parse("+x a OR b")).isEqualTo(all(any(word("a"), word("b")), word("x")));
        assertThat(parse("a -b OR c")).isEqualTo(without(any(word("a"), word("c")), word("b")));
        assertThat(parse("a NOT b OR c")).isEqualTo(parse("a -b OR c"));
        assertThat(parse("a b OR +c")).isEqualTo(all(all(word("a"), word("b")), word("c")));
        assertThat(parse("a b OR -c")).isEqualTo(parse("(a b) OR -c"));
        assertThat(parse("a b OR c +d")).isEqualTo(all(any(all(word("a"), word("b")), word("c")), word("d")));
    }

    @ParameterizedTest
    @CsvSource({
        "a b OR c, true",
        "a OR b c, true",
        "a OR b, false",
        "a b, false",
        "a AND b OR c, false",
        "a (b OR c), false",
        "a OR b -c, true",
        "a -b OR c, true",
        "a OR -b, false"
    })
    void aNoteTellsHowMixedOperatorsWereRead(String query, boolean isMixed) {
        QueryContext context = new QueryContext();
        assertThat(QueryStringParser.parse(query, MAIL, context)).isNotNull();
        assertThat(context.notes()).hasSize(isMixed ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lighthouse?", "lighthouse??", "lighthouse?!", "\u636e?", "(lighthouse?)"})
    void aQuestionMarkAtTheEndOfAWordIsPunctuation(String question) {
        assertThat(parse(question)).isEqualTo(word(question.replaceAll("[()]", "")));
    }

    @Test
    void wordsOfAQuestionThatOnlyAskAreOptional() {
        assertThat(parse("What is a lighthouse?"))
                .isEqualTo(question(List.of(word("lighthouse?")), word("What"), word("is"), word("a")));
        assertThat(parse("how do I restore +the backup??"))
                .isEqualTo(question(
                        List.of(word("restore"), word("the"), word("backup??")), word("how"), word("do"), word("I")));
        assertThat(parse("数据库怎么备份？")).isEqualTo(question(List.of(word("数据库"), word("备份")), word("数据库怎么备份")));
        assertThat(parse("什么是数据库?")).isEqualTo(question(List.of(word("数据库")), word("什么是数据库?")));
        assertThat(parse("如何 备份 数据库？")).isEqualTo(question(List.of(word("备份"), word("数据库")), word("如何")));
        assertThat(parse("什么 是 灯塔？")).isEqualTo(question(List.of(word("灯塔")), word("什么"), word("是")));
        assertThat(parse("灯塔是什么时候建的？")).isEqualTo(question(List.of(word("灯塔"), word("建")), word("灯塔是什么时候建的")));
        assertThat(parse("谁的歌?")).isEqualTo(question(List.of(word("歌")), word("谁的歌?")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what is a lighthouse",
                "the who?",
                "who is?",
                "what is it?",
                "what -x?",
                "什么？",
                "数据库培训？",
                "what OR lighthouse?",
                "subject:what subject:lighthouse?",
                "\"what is a lighthouse?\""
            })
    void otherQueriesAreNoQuestions(String query) {
        QueryContext context = new QueryContext();
        Query parsed = QueryStringParser.parse(query, MAIL, context);
        assertThat(parsed).isNotNull();
        assertThat(context.notes()).noneMatch(note -> note.contains("question"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "（lighthouse OR 账单） 银行 # (lighthouse OR 账单) 银行",
                "lighthouse ＯＲ report # lighthouse OR report",
                "lighthouse ＡＮＤ （ＮＯＴ report） # lighthouse AND (NOT report)",
                "－账单 # -账单",
                "账单 －report （＋发票） # 账单 -report (+发票)",
                "size＞300 # size>300",
                "size ＞＝ 300 # size >= 300",
                "size：＜300 # size:<300",
                "light＊ # light*",
                "subject：（a OR b） # subject:(a OR b)"
            })
    void operatorsOfFullWidthAreOperators(String typed, String ascii) {
        assertThat(parse(typed)).isEqualTo(parse(ascii));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1） 2） 发票", "“（发票 OR 账单）”", "\"发票 ＯＲ 账单\"", "发票（备份", "10－20", "\\－发票"})
    void otherPunctuationOfFullWidthIsText(String typed) {
        assertThat(parse(typed).toString()).doesNotContain("MatchAll", "Range");
    }

    @Test
    void whatIsInQuotesStaysAsItIs() {
        assertThat(parse("\"发票 ＯＲ 账单\"")).isEqualTo(new Query.Phrase(DEFAULTS, "发票 ＯＲ 账单", 0));
        assertThat(parse("\"（\" 账单）")).isEqualTo(parse("\"（\" 账单"));
        assertThat(parse("/a＊c*/")).isEqualTo(new Query.Regexp(DEFAULTS, "a\\＊c*"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sent>2026-03-18 14:00 | 2026-03-18T14:00",
                "title != x | no operator !=",
                "subject:-guitar | write -subject:guitar",
                "report^1000 | ^1000 is searched for as text",
                "report^-1 | ^-1 is searched for as text"
            })
    void aNoteTellsOfLikelyMistakes(String query, String note) {
        QueryContext context = new QueryContext();
        assertThat(QueryStringParser.parse(query, MAIL, context)).isNotNull();
        assertThat(context.notes()).singleElement().asString().contains(note);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"subject:-c\"", "subject:\"x:2024-03-01 10:00 y\"", "/a!=b*/", "\ud840\udc00^2", "Re\\:-foo"})
    void nothingIsAMistakeInQuotesAndExpressions(String query) {
        QueryContext context = new QueryContext();
        assertThat(QueryStringParser.parse(query, MAIL, context)).isNotNull();
        assertThat(context.notes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"size!=302", "size！＝302", "size != 302", "size !=302"})
    void thereIsNoOperatorForInequality(String query) {
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> parse(query))
                        .hint())
                .contains("write -size:value to exclude a value");
    }

    @Test
    void aQueryHasOtherForms() {
        assertThat(QueryStringParser.otherForms("信用卡账单 -subject:数据库备份 bank", MAIL))
                .containsExactly("信用卡 账单 -subject:数据库备份 bank");
        assertThat(QueryStringParser.otherForms("备份:信用卡账单", MAIL)).containsExactly("备份:信用卡 账单");
        assertThat(QueryStringParser.otherForms("数据库||备份", MAIL)).containsExactly("数据库 备份");
        assertThat(QueryStringParser.otherForms("cat and dog or bird", MAIL)).containsExactly("cat AND dog OR bird");
        assertThat(QueryStringParser.otherForms("\"信用卡账单\" bank", MAIL)).isEmpty();
        assertThat(QueryStringParser.otherForms("cat and", MAIL)).isEmpty();
    }

    @Test
    void questionMarksAtTheEndArePunctuation() {
        assertThat(parse("what is a lighthouse? x"))
                .isEqualTo(all(word("what"), word("is"), word("a"), word("lighthouse?"), word("x")));
        assertThat(parse("lighthouse ?")).isEqualTo(word("lighthouse"));
        assertThat(parse("w?rd?")).isEqualTo(new Query.Wildcard(DEFAULTS, "w?rd"));
        assertThat(parse("libr*?")).isEqualTo(new Prefix(DEFAULTS, "libr"));
        assertThat(parse("libr?*")).isEqualTo(new Query.Wildcard(DEFAULTS, "libr?*"));
        assertThat(parse("from:AB?")).isEqualTo(new Query.Wildcard(List.of("from"), "AB?"));
        assertThat(parse("lighthouse?~1")).isEqualTo(new Query.Fuzzy(DEFAULTS, "lighthouse", 1));
        assertThat(parse("work*.")).isEqualTo(new Prefix(DEFAULTS, "work"));
        assertThat(parse("w?rd.")).isEqualTo(new Query.Wildcard(DEFAULTS, "w?rd"));
        assertThat(parse("http://x.y/?q=a*")).isEqualTo(new Prefix(DEFAULTS, "http://x.y/?q=a"));
        assertThat(parse("a.b/c?d")).isEqualTo(word("a.b/c?d"));
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> parse("*?")))
                .hasMessageContaining("cannot begin with a wildcard");
    }

    @Test
    void aNoteSaysThatAWildcardWithinQuotesIsText() {
        QueryContext context = new QueryContext();
        QueryStringParser.parse("\"running libr*\"", MAIL, context);
        assertThat(context.notes()).containsExactly("within quotes * and ? are text, not wildcards");
    }

    @Test
    void aNoteSaysThatNotAllCompletionsAreSearched() {
        QueryContext context = new QueryContext();
        QueryStringParser.parse("order-1*", MAIL, context);
        assertThat(context.notes()).hasSize(1).first().asString().contains("at most 256 words");
        QueryContext longer = new QueryContext();
        QueryStringParser.parse("order-1234* 数据库* libr*", MAIL, longer);
        assertThat(longer.notes()).isEmpty();
    }

    @Test
    void accentsAreSearchedInBothForms() {
        Query.Bool both = (Query.Bool) parse("caf\u00e9");
        assertThat(both.should()).containsExactly(word("caf\u00e9"), word("cafe\u0301"));
        assertThat(both.isOneText()).isTrue();
        assertThat(((Query.Bool) parse("caf\u00e9^2")).isOneText()).isTrue();
        assertThat(((Query.Bool) parse("한국")).should())
                .as("an analyzer may split it")
                .containsExactly(word("한국"), new Query.Word(List.of("from"), "\u1112\u1161\u11ab\u1100\u116e\u11a8"));
    }

    @Test
    void expressionsMatchAsTheyAreWritten() {
        assertThat(parse("from:/caf[éè]/")).isEqualTo(new Query.Regexp(List.of("from"), "caf[éè]"));
        assertThat(parse("from:/x[à-é]+/")).isEqualTo(new Query.Regexp(List.of("from"), "x[à-é]+"));
    }

    @Test
    void aNameBeforeAColonAndTheWordBehindItAreFoundApartToo() {
        assertThat(parse("Re:backup")).isEqualTo(any(word("Re:backup"), all(word("Re"), word("backup"))));
        assertThat(parse("size:5")).isEqualTo(word("size", "5"));
        assertThat(parse("\"Re:backup\"")).isEqualTo(new Query.Phrase(DEFAULTS, "Re:backup", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10^6000", "x^2.", "x^1.2.3"})
    void aPowerThatIsNoWeightIsText(String text) {
        assertThat(parse(text)).isEqualTo(word(text));
    }

    @Test
    void aComparisonHasNoWeight() {
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> parse("size>=5^2")))
                .hasMessageContaining("a comparison has no weight");
        assertThat(Query.unboosted(parse("(size>=5)^2"))).isEqualTo(parse("size>=5"));
        assertThat(parse("size>5 hello^2").toString()).contains("Boost");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"what is a lighthouse?\" |",
                "\"light*\"               | within quotes * and ? are text, not wildcards",
                "\"w?rd\"                 | within quotes * and ? are text, not wildcards",
                "caf\u00e9s*             |",
                "C++*                    |",
                "数?库                   | the pattern 数?库 is compared with single tokens",
                "数据库~1                | the pattern 数据库 is compared with single tokens",
                "数据库*                 |"
            })
    void notesTellWhatIsReadOtherwise(String query, String note) {
        QueryContext context = new QueryContext();
        QueryStringParser.parse(query, MAIL, context);
        if (note == null) {
            assertThat(context.notes()).isEmpty();
        } else {
            assertThat(context.notes()).singleElement().asString().startsWith(note);
        }
    }

    @Test
    void anInexactWordOfOneCharacterIsThatCharacter() {
        assertThat(parse("王~1")).isEqualTo(word("王"));
        assertThat(parse("王明~1")).isInstanceOf(Query.Fuzzy.class);
    }

    @Test
    void alternativesThatAreTypedAreNotOneText() {
        assertThat(((Query.Bool) parse("caf\u00e9")).isOneText()).isTrue();
        assertThat(((Query.Bool) parse("hello OR Hello")).isOneText()).isFalse();
    }

    @Test
    void aTreeInAFilterMayNotNameAnUnknownField() {
        Object tree = Map.of("bool", Map.of("filter", List.of(Map.of("query_string", Map.of("query", "subjct:x")))));
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> QueryTree.parse(tree, MAIL, "")))
                .hasMessageContaining("no field subjct");
        Object plain = Map.of("query_string", Map.of("query", "subjct:x"));
        assertThat(QueryTree.parse(plain, MAIL, "")).isEqualTo(any(word("subjct:x"), all(word("subjct"), word("x"))));
        assertThat(catchThrowableOfType(
                        QuerySyntaxException.class, () -> QueryTree.parseFilter(plain, MAIL, "", new QueryContext())))
                .hasMessageContaining("no field subjct");
    }

    @Test
    void longPhrasesWithAPrefixCostWhatTheirWordsCost() {
        String words = "a-".repeat(400);
        assertThat(QueryCost.of(new Prefix(List.of("body"), words + "a")))
                .isGreaterThan(QueryCost.of(new Query.Word(List.of("body"), words + "a")));
        assertThat(QueryCost.of(new Prefix(List.of("body"), "データベース"))).isGreaterThan(200);
    }

    @Test
    void anExpressionThatIsTooComplexWithoutCaseIsRefused() {
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> parse("body:/ae+[a-f].{6}[^a]e+/")))
                .hasMessageContaining("too complex");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a?b=c&d=e",
                "https://example.com/search?q",
                "www.example.com/a?b",
                "example.com/a?id=1",
                "http://x.y/z",
                "mailto:a@example.com?subject=x"
            })
    void aUrlIsAWord(String url) {
        assertThat(parse(url)).isEqualTo(word(url));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Re: hello       | Re: hello   | no field Re, so it was searched as text",
                "Note: x         | Note: x     | no field Note, so it was searched as text",
                "Re: 数据库      | Re: 数据库  | no field Re, so it was searched as text",
                "subjct: hello   | subjct: hello | no field subjct, so it was searched as text; did you mean subject?",
                "subject.a: b    | subject.a: b | no field subject.a, so it was searched as text; did you mean subject?",
                "_id:5           | _id:5       | no field _id, so it was searched as text; did you mean uid?",
                "http://x.y/z    | http://x.y/z |",
                "12:30           | 12:30       |"
            })
    void anUnknownNameBeforeAColonIsTextAndANoteSaysSo(String query, String words, String note) {
        QueryContext context = new QueryContext();
        Query parsed = QueryStringParser.parse(query, MAIL, context);
        Query[] leaves =
                Arrays.stream(words.split(" ")).map(QueryStringParserTest::word).toArray(Query[]::new);
        assertThat(parsed).isEqualTo(leaves.length == 1 ? leaves[0] : all(leaves));
        assertThat(context.notes()).isEqualTo(note == null ? List.of() : List.of(note));
    }

    @Test
    void aFilterMayNotNameAnUnknownField() {
        assertThat(catchThrowableOfType(
                        QuerySyntaxException.class, () -> QueryStringParser.parseFilter("subjct:hello", MAIL)))
                .hasMessageContaining("no field subjct; did you mean subject?");
    }

    @Test
    void digitsMayBeFullWidth() {
        assertThat(parse("size:\uff11\uff12")).isEqualTo(word("size", "12"));
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> parse("size:10\u00b2")))
                .hasMessageContaining("whole number");
        assertThat(parse("size:[\uff11 TO \uff12]")).isEqualTo(parse("size:[1 TO 2]"));
        assertThat(parse("sent:\uff12\uff10\uff12\uff14-02-29")).isEqualTo(parse("sent:2024-02-29"));
    }

    private static Query question(List<Query> must, Query... asking) {
        List<Query> should = Arrays.stream(asking)
                .map(query -> Query.boosted(query, Question.FACTOR))
                .toList();
        return new Query.Bool(must, should, List.of());
    }
}
