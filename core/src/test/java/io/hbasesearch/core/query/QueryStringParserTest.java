/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Fuzzy;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStringParserTest {
    static final List<String> DEFAULTS = List.of("subject", "body", "from");
    static final IndexDefinition MAIL = definition(
            field("subject", FieldType.TEXT),
            field("body", FieldType.TEXT),
            field("from", FieldType.KEYWORD),
            field("size", FieldType.INT),
            field("uid", FieldType.LONG),
            field("rate", FieldType.FLOAT),
            field("score", FieldType.DOUBLE),
            field("flag", FieldType.BOOLEAN),
            field("sent", FieldType.DATE),
            field("extra", FieldType.JSON),
            field("标题", FieldType.LONG));

    private static FieldMapping field(String name, FieldType type) {
        return FieldMapping.of(name, ColumnName.of("d", name), type);
    }

    private static IndexDefinition definition(FieldMapping... fields) {
        return IndexDefinition.of("mail", TableId.parse("mail"), RowKeyFormat.TEXT, List.of(fields));
    }

    static Query parse(String text) {
        return QueryStringParser.parse(text, MAIL);
    }

    static Word word(String text) {
        return new Word(DEFAULTS, text);
    }

    static Word word(String field, String text) {
        return new Word(List.of(field), text);
    }

    static Bool all(Query... queries) {
        return new Bool(List.of(queries), List.of(), List.of());
    }

    static Bool any(Query... queries) {
        return new Bool(List.of(), List.of(queries), List.of());
    }

    static Bool without(Query query, Query... excluded) {
        return new Bool(List.of(query), List.of(), List.of(excluded));
    }

    private static QuerySyntaxException refused(String text) {
        QuerySyntaxException e = catchThrowableOfType(QuerySyntaxException.class, () -> parse(text));
        assertThat(e).as(text).isNotNull();
        return e;
    }

    @Test
    void wordsMustAllMatch() {
        assertThat(parse("hello")).isEqualTo(word("hello"));
        assertThat(parse("  hello\tbig\nworld ")).isEqualTo(all(word("hello"), word("big"), word("world")));
    }

    @Test
    void operatorsCombine() {
        assertThat(parse("a AND b")).isEqualTo(all(word("a"), word("b")));
        assertThat(parse("a && b")).isEqualTo(all(word("a"), word("b")));
        assertThat(parse("a OR b || c")).isEqualTo(any(word("a"), word("b"), word("c")));
        assertThat(parse("a AND b OR c")).isEqualTo(any(all(word("a"), word("b")), word("c")));
        assertThat(parse("(a OR b) AND (c OR d)")).isEqualTo(all(any(word("a"), word("b")), any(word("c"), word("d"))));
        assertThat(parse("+a b")).isEqualTo(all(word("a"), word("b")));
        assertThat(parse("and or not")).isEqualTo(all(word("and"), word("or"), word("not")));
    }

    @Test
    void wordsAreExcluded() {
        Query expected = without(word("a"), word("b"));
        for (String text : new String[] {"a -b", "a NOT b", "a AND NOT b", "a !b", "-b a", "+a -b"}) {
            assertThat(parse(text)).as(text).isEqualTo(expected);
        }
        assertThat(parse("a -(b c)")).isEqualTo(without(word("a"), all(word("b"), word("c"))));
    }

    @Test
    void aQueryThatOnlyExcludesIsTakenFromEverything() {
        assertThat(parse("-a")).isEqualTo(without(new MatchAll(), word("a")));
        assertThat(parse("NOT a NOT b")).isEqualTo(without(new MatchAll(), word("a"), word("b")));
        assertThat(parse("a OR NOT b")).isEqualTo(any(word("a"), without(new MatchAll(), word("b"))));
        assertThat(parse("+a OR b")).isEqualTo(new Bool(List.of(word("a")), List.of(word("b")), List.of()));
    }

    @Test
    void everythingMatches() {
        assertThat(parse("*")).isEqualTo(new MatchAll());
        assertThat(parse("*:*")).isEqualTo(new MatchAll());
        assertThat(parse("* -a")).isEqualTo(without(new MatchAll(), word("a")));
    }

    @Test
    void phrasesKeepTheirWordsTogether() {
        assertThat(parse("\"big world\"")).isEqualTo(new Phrase(DEFAULTS, "big world", 0));
        assertThat(parse("\"big world\"~3")).isEqualTo(new Phrase(DEFAULTS, "big world", 3));
        assertThat(parse("subject:\"a \\\"b\\\" \\\\ (c)\""))
                .isEqualTo(new Phrase(List.of("subject"), "a \"b\" \\ (c)", 0));
        assertThat(parse("“big world” “你好”"))
                .isEqualTo(all(new Phrase(DEFAULTS, "big world", 0), new Phrase(DEFAULTS, "你好", 0)));
        assertThat(parse("\"AND\"")).isEqualTo(new Phrase(DEFAULTS, "AND", 0));
    }

    @Test
    void phrasesInOtherFieldsAreWholeValues() {
        assertThat(parse("from:\"Ann Lee\"")).isEqualTo(word("from", "Ann Lee"));
        assertThat(parse("size:\"12\"")).isEqualTo(word("size", "12"));
        assertThat(parse("extra.a.b:\"x y\"")).isEqualTo(word("extra.a.b", "x y"));
        assertThat(parse("from:\"\"")).isEqualTo(word("from", ""));
        assertThat(parse("from:\" \"")).isEqualTo(word("from", " "));
        assertThat(parse("extra.a:\"\"")).isEqualTo(word("extra.a", ""));
        assertThat(parse("extra.:x")).isEqualTo(word("extra.", "x"));
    }

    @Test
    void fieldsAreNamed() {
        assertThat(parse("subject:hello world")).isEqualTo(all(word("subject", "hello"), word("world")));
        assertThat(parse("subject:(a OR b)")).isEqualTo(any(word("subject", "a"), word("subject", "b")));
        assertThat(parse("subject:(a from:b)")).isEqualTo(all(word("subject", "a"), word("from", "b")));
        assertThat(parse("subject: hello")).isEqualTo(word("subject", "hello"));
        assertThat(parse("subject : hello")).isEqualTo(word("subject", "hello"));
        assertThat(parse("subject：你好")).isEqualTo(word("subject", "你好"));
        assertThat(parse("subject=hello")).isEqualTo(word("subject", "hello"));
        assertThat(parse("标题:5")).isEqualTo(word("标题", "5"));
        assertThat(parse("extra:x extra.a.b:5")).isEqualTo(all(word("extra", "x"), word("extra.a.b", "5")));
        assertThat(parse("-from:bob +size:1"))
                .isEqualTo(new Bool(List.of(word("size", "1")), List.of(), List.of(word("from", "bob"))));
    }

    @Test
    void prefixesAndInexactWords() {
        assertThat(parse("hel*")).isEqualTo(new Prefix(DEFAULTS, "hel"));
        assertThat(parse("from:Ann*")).isEqualTo(new Prefix(List.of("from"), "Ann"));
        assertThat(parse("helo~")).isEqualTo(new Fuzzy(DEFAULTS, "helo", 2));
        assertThat(parse("helo~1 x")).isEqualTo(all(new Fuzzy(DEFAULTS, "helo", 1), word("x")));
        assertThat(parse("helo~0")).isEqualTo(word("helo"));
        assertThat(parse("a\\*")).isEqualTo(word("a*"));
        assertThat(parse("\"a*\"")).isEqualTo(new Phrase(DEFAULTS, "a*", 0));
    }

    @Test
    void wildcardsStandForCharacters() {
        assertThat(parse("te?t")).isEqualTo(new Query.Wildcard(DEFAULTS, "te?t"));
        assertThat(parse("te*t")).isEqualTo(new Query.Wildcard(DEFAULTS, "te*t"));
        assertThat(parse("abc**")).isEqualTo(new Query.Wildcard(DEFAULTS, "abc**"));
        assertThat(parse("from:a\\*b?\\\\*")).isEqualTo(new Query.Wildcard(List.of("from"), "a\\*b?\\\\*"));
    }

    @Test
    void regularExpressionsAreReadInTheirOwnForm() {
        assertThat(parse("/joh?n(a)/")).isEqualTo(new Query.Regexp(DEFAULTS, "joh?n(a)"));
        assertThat(parse("x from:/a-b@\\d{2,3}[^x-z]+/"))
                .isEqualTo(all(word("x"), new Query.Regexp(List.of("from"), "a\\-b\\@[0-9]{2,3}[^x-z]+")));
        assertThat(parse("-/a\\/b./")).isEqualTo(without(new MatchAll(), new Query.Regexp(DEFAULTS, "a\\/b.")));
        assertThat(parse("/usr/")).isEqualTo(word("/usr/"));
        assertThat(parse("\uE0000 /ab+/")).isEqualTo(all(word("\uE0000"), new Query.Regexp(DEFAULTS, "ab+")));
    }

    @Test
    void anyValueIsAskedForInEveryField() {
        assertThat(parse("subject:*")).isEqualTo(new Query.Exists("subject"));
        assertThat(parse("flag:* extra.a:*")).isEqualTo(all(new Query.Exists("flag"), new Query.Exists("extra.a")));
    }

    @Test
    void rangesHaveBounds() {
        assertThat(parse("size:[1 TO 5]")).isEqualTo(new Range("size", "1", true, "5", true));
        assertThat(parse("size:{-5 TO *]")).isEqualTo(new Range("size", "-5", false, null, true));
        assertThat(parse("size:[* TO 5}")).isEqualTo(new Range("size", null, true, "5", false));
        assertThat(parse("from:[a TO \"b c\"]")).isEqualTo(new Range("from", "a", true, "b c", true));
        assertThat(parse("size:*")).isEqualTo(new Range("size", null, true, null, true));
        for (String text : new String[] {"size>5", "size > 5", "size:>5", "size: > 5"}) {
            assertThat(parse(text)).as(text).isEqualTo(new Range("size", "5", false, null, true));
        }
        assertThat(parse("size>=-5 rate<0.1"))
                .isEqualTo(all(new Range("size", "-5", true, null, true), new Range("rate", null, true, "0.1", false)));
        assertThat(parse("size:<=5")).isEqualTo(new Range("size", null, true, "5", true));
    }

    @Test
    void valuesAreCanonical() {
        assertThat(parse("size:-5")).isEqualTo(word("size", "-5"));
        assertThat(parse("size:+05")).isEqualTo(word("size", "5"));
        assertThat(parse("uid:9223372036854775807")).isEqualTo(word("uid", "9223372036854775807"));
        assertThat(parse("rate:.10")).isEqualTo(word("rate", "0.1"));
        assertThat(parse("score:1e3")).isEqualTo(word("score", "1000.0"));
        assertThat(parse("flag:TRUE")).isEqualTo(word("flag", "true"));
        assertThat(parse("sent:2024-02-29T13:14:15+08:00")).isEqualTo(word("sent", "2024-02-29T05:14:15.000Z"));
        assertThat(parse("from:2024-02-29")).isEqualTo(word("from", "2024-02-29"));
    }

    @Test
    void aDayIsAllOfItsInstants() {
        String first = "2024-02-29T00:00:00.000Z";
        String last = "2024-02-29T23:59:59.999Z";
        assertThat(parse("sent:2024-02-29")).isEqualTo(new Range("sent", first, true, last, true));
        assertThat(parse("sent:[2024-02-29 TO 2024-02-29]")).isEqualTo(new Range("sent", first, true, last, true));
        assertThat(parse("sent:{2024-02-29 TO *]")).isEqualTo(new Range("sent", last, false, null, true));
        assertThat(parse("sent<2024-02-29")).isEqualTo(new Range("sent", null, true, first, false));
        assertThat(parse("sent:[2024-02-29T10:00 TO 9999-12-31]"))
                .isEqualTo(new Range("sent", "2024-02-29T10:00:00.000Z", true, "9999-12-31T23:59:59.999Z", true));
    }

    @Test
    void chineseIsReadAsWords() {
        assertThat(parse("搜索引擎")).isEqualTo(word("搜索引擎"));
        assertThat(parse("苹果，香蕉。")).isEqualTo(all(word("苹果"), word("香蕉")));
        assertThat(parse("《红楼梦》　（曹雪芹）！")).isEqualTo(all(word("红楼梦"), word("曹雪芹")));
        assertThat(parse("subject:你好、世界")).isEqualTo(all(word("subject", "你好"), word("世界")));
        assertThat(parse("价格：100")).isEqualTo(all(word("价格"), word("100")));
        assertThat(parse("“你好，世界”")).isEqualTo(new Phrase(DEFAULTS, "你好，世界", 0));
        assertThat(parse("搜索* OR NOT 引擎~1"))
                .isEqualTo(any(new Prefix(DEFAULTS, "搜索"), without(new MatchAll(), new Fuzzy(DEFAULTS, "引擎", 1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c++",
                "user@example.com",
                "foo/bar",
                "/usr/local/bin",
                "c#",
                "AT&T",
                "50%",
                "$5",
                "it's",
                "12:30",
                "hello!",
                "a=b",
                "a~b",
                "x^y",
                "<html>",
                "[hbase-user]",
                "--help",
                "😀",
                "{x}",
                "a]b",
                "x-y",
                "e.g.",
                "c++~b",
                ":p",
                "1/2",
                "a|b",
                "don’t",
                "№5"
            })
    void whatPeopleTypeIsReadAsItIs(String text) {
        assertThat(parse(text)).isEqualTo(word(text));
    }

    @Test
    void signsAmongWordsAreLeftOut() {
        Query ab = all(word("a"), word("b"));
        for (String text :
                new String[] {"a - b", "a & b", "a + b", "a / b", "a -- b", "a () b", "a = b", "a ! b", "a : b"}) {
            assertThat(parse(text)).as(text).isEqualTo(ab);
        }
        assertThat(parse("getName()")).isEqualTo(word("getName"));
        assertThat(parse("f(x)")).isEqualTo(all(word("f"), word("x")));
        assertThat(parse("a -!")).isEqualTo(word("a"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ``              | the query is empty
                    `  　 `         | the query is empty
                    ，              | the query has no word to search for
                    --              | the query has no word to search for
                    ^               | the query has no word to search for
                    f(x             | character 2: "(" is never closed
                    "hello world    | character 1: the quotation mark is never closed
                    a "b            | character 3: the quotation mark is never closed
                    (a              | character 1: "(" is never closed
                    a)              | character 2: ")" has no matching "("
                    :)              | character 2: ")" has no matching "("
                    a AND           | character 3: there must be a word after AND
                    AND a           | character 1: there must be a word before AND
                    a OR OR b       | character 3: there must be a word after OR
                    NOT             | character 1: there must be a word after NOT
                    subject:        | character 8: the field has no value
                    (subject:) a    | character 9: the field has no value
                    a\\             | character 2: nothing follows the backslash
                    *abc            | character 1: a word cannot begin with a wildcard
                    ?abc            | character 1: a word cannot begin with a wildcard
                    size:1?         | character 6: wildcards (* and ?) are for text and keyword fields; size is of type int
                    -?*             | character 2: a word cannot begin with a wildcard
                    a*b*c*d*e*f*g*h*i*j*k*l | character 1: a word has at most 10 wildcards
                    &?a             | character 1: a letter or a digit must come before the first wildcard
                    x /joh?n(a/     | character 9: in the regular expression, at its character 6: "(" is never closed
                    /.*a/           | character 2: in the regular expression, at its character 1: a regular expression must begin
                    /a?b/           | character 2: in the regular expression, at its character 1: a regular expression cannot begin
                    /a[z-b]/        | character 7: in the regular expression, at its character 6: the range z-b goes backwards
                    /a(b{100}){100}/ | character 11: in the regular expression, at its character 10: with its repetitions expanded
                    size:/1+/       | character 6: regular expressions are for text and keyword fields; size is of type int
                    &*              | character 1: a prefix needs a letter or a digit
                    te*~1           | character 1: a word is either inexact (~) or has a wildcard
                    a^0             | character 2: a weight is a number from 0.001 to 100
                    (a b)^1.2.3     | character 6: a weight is a number from 0.001 to 100
                    "a b"^101       | character 6: a weight is a number from 0.001 to 100
                    abc~3           | character 1: a word may differ by 1 or 2 edits
                    abc~0.8         | character 4: not a valid number after ~
                    "a b"~0.5       | character 6: not a valid number after ~
                    "a b"~101       | character 2: words can be at most 100 positions apart
                    (a b)~2         | character 6: not a valid number after ~
                    " "             | character 2: the phrase is empty
                    ""              | character 2: the phrase is empty
                    subject:""      | character 10: the phrase is empty
                    size:""         | character 7: the value of size
                    *:a             | character 3: * is not a field
                    subject:[a TO b] | character 10: ranges are for keyword, number and date fields; subject is of type text
                    extra.a:[1 TO 2] | character 10: ranges are for keyword, number and date fields; extra.a is of type json
                    flag>true       | character 6: ranges are for keyword, number and date fields; flag is of type boolean
                    [1 TO 2]        | character 1: a range needs a field
                    size:[1 2]      | character 6: not a valid range
                    size:{1 TO}     | character 6: not a valid range
                    size:abc        | character 6: the value of size must be a whole number from -2147483648 to 2147483647
                    size:3000000000 | character 6: the value of size must be a whole number
                    uid:9223372036854775808 | character 5: the value of uid must be a whole number
                    size:1.5        | character 6: the value of size must be a whole number
                    rate:1e39       | character 6: the value of rate must be a number
                    score:NaN       | character 7: the value of score must be a number
                    flag:yes        | character 6: the value of flag must be true or false
                    sent:2023-02-29 | character 6: the value of sent must be a date such as 2024-02-29
                    sent:yesterday  | character 6: the value of sent must be a date such as 2024-02-29
                    sent:[2024-01-01 TO soon] | character 7: the value of sent must be a date
                    size:1*         | character 6: prefixes (*) are for text and keyword fields; size is of type int
                    sent:2024~1     | character 6: inexact words (~) are for text and keyword fields; sent is of type date
                    from:"a b"~2    | character 7: distances between words (~) are for text fields; from is not one
                    """)
    void whatCannotBeRunIsRefusedWithItsPlace(String text, String message) {
        QuerySyntaxException e = refused(text);
        assertThat(e).hasMessageStartingWith(message);
    }

    @Test
    void eachAlternativeOfARegularExpressionMustBeginWithACharacter() {
        assertThat(refused("/(a|.)b/"))
                .hasMessageStartingWith(
                        "character 5: in the regular expression, at its character 4: a regular expression must begin");
    }

    @Test
    void anUnknownFieldIsAnsweredWithTheOnesThereAre() {
        assertThat(catchThrowableOfType(
                                QuerySyntaxException.class, () -> QueryStringParser.parseFilter("subjct:x", MAIL))
                        .hint()
                        .orElseThrow())
                .startsWith("the fields are subject, body, from, size,")
                .contains("quotes");
        assertThat(parse("\"subjct:x\"")).isEqualTo(new Phrase(DEFAULTS, "subjct:x", 0));
        assertThat(parse("subjct\\:x")).isEqualTo(any(word("subjct:x"), all(word("subjct"), word("x"))));
        assertThat(parse("fn:x")).isEqualTo(any(word("fn:x"), all(word("fn"), word("x"))));
    }

    @Test
    void placesAreThoseOfWhatWasTyped() {
        assertThat(refused("a@b@c/d size:x")).hasMessageStartingWith("character 14:");
        assertThat(refused("hello! size:>x")).hasMessageStartingWith("character 14:");
    }

    @Test
    void queriesAreBounded() {
        assertThat(parse("a".repeat(QueryStringParser.MAX_LENGTH))).isNotNull();
        assertThat(refused("a".repeat(QueryStringParser.MAX_LENGTH + 1))).hasMessageContaining("at most 4096");
        assertThat(parse("(".repeat(20) + "a" + ")".repeat(20))).isEqualTo(word("a"));
        assertThat(refused("(".repeat(21) + "a" + ")".repeat(21)))
                .hasMessageStartingWith("character 21: more than 20 nested parentheses");
        assertThat(parse("a ".repeat(NodeConverter.MAX_CLAUSES))).isInstanceOf(Bool.class);
        assertThat(refused("a ".repeat(NodeConverter.MAX_CLAUSES + 1))).hasMessageContaining("more than 200 words");
        assertThat(refused("(".repeat(4_000))).hasMessageContaining("parentheses");
    }

    @Test
    void anIndexWithoutDefaultFieldsNeedsAField() {
        IndexDefinition numbers = definition(field("size", FieldType.INT));
        QuerySyntaxException e =
                catchThrowableOfType(QuerySyntaxException.class, () -> QueryStringParser.parse("a", numbers));
        assertThat(e).hasMessageContaining("no text or keyword field that is searched by default");
        assertThat(QueryStringParser.parse("size:1", numbers)).isEqualTo(word("size", "1"));
    }

    @Test
    void oneKeywordFieldByDefaultTakesWholeValues() {
        IndexDefinition keywords = definition(field("tag", FieldType.KEYWORD));
        assertThat(QueryStringParser.parse("\"a b\"", keywords)).isEqualTo(word("tag", "a b"));
        assertThat(QueryStringParser.parse("&", keywords)).isEqualTo(word("tag", "&"));
    }

    @Test
    void filtersAreReadAlike() {
        assertThat(QueryStringParser.parseFilter("size:5", MAIL)).isEqualTo(word("size", "5"));
        assertThat(catchThrowableOfType(
                        QuerySyntaxException.class, () -> QueryStringParser.parseFilter("size:x", MAIL)))
                .hasMessageStartingWith("in the filter: character 6: the value of size");
    }
}
