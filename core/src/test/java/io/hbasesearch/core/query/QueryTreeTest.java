/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTreeTest {
    private static final List<String> BODY = List.of("body");
    private static final IndexDefinition MAIL = IndexDefinition.of(
            "mail",
            TableId.parse("mail"),
            RowKeyFormat.TEXT,
            List.of(
                    field("body", FieldType.TEXT),
                    field("from", FieldType.KEYWORD),
                    field("size", FieldType.INT),
                    field("flag", FieldType.BOOLEAN),
                    field("sent", FieldType.DATE),
                    field("rate", FieldType.DOUBLE),
                    field("extra", FieldType.JSON)));

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"bool\":",
        "\"must\":",
        "\"should\":",
        "\"must_not\":",
        "\"filter\":",
        "\"minimum\":",
        "\"match\":",
        "\"term\":",
        "\"terms\":",
        "\"range\":",
        "\"regexp\":",
        "\"wildcard\":",
        "\"fuzzy\":",
        "\"exists\":",
        "\"all\":{}",
        "\"query_string\":",
        "\"query\":",
        "\"field\":",
        "\"text\":",
        "\"value\":",
        "\"values\":",
        "\"pattern\":",
        "\"gte\":",
        "\"lt\":",
        "\"edits\":",
        "\"slop\":",
        "\"body\"",
        "\"from\"",
        "\"size\"",
        "\"_id\"",
        "\"a*b\"",
        "\"a(b|c)+\"",
        "\"\\u0000\"",
        "1",
        "-1",
        "1e400",
        "99999999999999999999",
        "true",
        "null",
        "\"2024-02-29\"",
        "{\"all\":{}}",
        "{\"match\":{\"text\":\"a b\"}}",
        " ",
        "\n",
        "\\",
        "\uD83D",
        "\u0000"
    };

    private static FieldMapping field(String name, FieldType type) {
        return FieldMapping.of(name, ColumnName.of("d", name), type);
    }

    private static Query parse(String json) {
        return QueryTree.parse(json.replace('\'', '"'), MAIL);
    }

    @Test
    void everyKindIsRead() {
        assertThat(parse("{'all':{}}")).isEqualTo(new Query.MatchAll());
        assertThat(parse("{'match':{'field':'body','text':'a b'}}"))
                .isEqualTo(new Query.Bool(
                        List.of(new Query.Word(BODY, "a"), new Query.Word(BODY, "b")), List.of(), List.of()));
        assertThat(parse("{'match':{'field':'body','text':'a b','operator':'any'}}"))
                .isEqualTo(new Query.Bool(
                        List.of(), List.of(new Query.Word(BODY, "a"), new Query.Word(BODY, "b")), List.of()));
        assertThat(parse("{'match':{'field':'from','text':'Ann Lee'}}"))
                .isEqualTo(new Query.Word(List.of("from"), "Ann Lee"));
        assertThat(parse("{'match':{'text':'a'}}")).isEqualTo(new Query.Word(List.of("body", "from"), "a"));
        assertThat(parse("{'phrase':{'field':'body','text':'a b','slop':2}}"))
                .isEqualTo(new Query.Phrase(BODY, "a b", 2));
        assertThat(parse("{'term':{'field':'size','value':5}}")).isEqualTo(new Query.Word(List.of("size"), "5"));
        assertThat(parse("{'term':{'field':'flag','value':true}}")).isEqualTo(new Query.Word(List.of("flag"), "true"));
        assertThat(parse("{'term':{'field':'rate','value':1e3}}")).isEqualTo(new Query.Word(List.of("rate"), "1000.0"));
        assertThat(parse("{'terms':{'field':'size','values':[1,2]}}"))
                .isEqualTo(new Query.Bool(
                        List.of(),
                        List.of(new Query.Word(List.of("size"), "1"), new Query.Word(List.of("size"), "2")),
                        List.of()));
        assertThat(parse("{'prefix':{'field':'body','value':'ab'}}")).isEqualTo(new Query.Prefix(BODY, "ab"));
        assertThat(parse("{'fuzzy':{'field':'body','value':'abc'}}")).isEqualTo(new Query.Fuzzy(BODY, "abc", 2));
        assertThat(parse("{'wildcard':{'field':'body','pattern':'a?b\\\\*'}}"))
                .isEqualTo(new Query.Wildcard(BODY, "a?b\\*"));
        assertThat(parse("{'regexp':{'field':'body','pattern':'ab+'}}")).isEqualTo(new Query.Regexp(BODY, "ab+"));
        assertThat(parse("{'range':{'field':'sent','gt':'2024-02-29'}}"))
                .isEqualTo(new Query.Range("sent", "2024-02-29T23:59:59.999Z", false, null, true));
        assertThat(parse("{'range':{'field':'size','gte':1,'lt':'9'}}"))
                .isEqualTo(new Query.Range("size", "1", true, "9", false));
        assertThat(parse("{'exists':{'field':'extra.a'}}")).isEqualTo(new Query.Exists("extra.a"));
        assertThat(parse("{'query_string':{'query':'body:a'}}")).isEqualTo(new Query.Word(BODY, "a"));
    }

    @Test
    void clausesAreCombined() {
        Query a = new Query.Word(BODY, "a");
        Query five = new Query.Word(List.of("size"), "5");
        String match = "{'match':{'field':'body','text':'a'}}";
        String term = "{'term':{'field':'size','value':5}}";
        assertThat(parse("{'bool':{'must':[" + match + "],'filter':" + term + "}}"))
                .isEqualTo(new Query.Bool(List.of(a), List.of(), List.of(), List.of(five), 0));
        assertThat(parse("{'bool':{'should':[" + match + "," + term + "],'minimum':2}}"))
                .isEqualTo(new Query.Bool(List.of(), List.of(a, five), List.of(), List.of(), 2));
        assertThat(parse("{'bool':{'should':[" + match + "]}}"))
                .isEqualTo(new Query.Bool(List.of(), List.of(a), List.of()));
        assertThat(parse("{'bool':{'must_not':" + term + "}}"))
                .isEqualTo(new Query.Bool(List.of(), List.of(), List.of(five), List.of(new Query.MatchAll()), 0));
    }

    /** What is refused, the pointer to it, and how the message begins. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] |  | at /: expected an object, not a list",
                "{} |  | at /: the query is empty",
                "{'al':{}} | /al | at /al: al is not known here; did you mean all?",
                "{'all':{},'match':{}} |  | at /: a query has one kind",
                "{'all':{'x':1}} | /all/x | at /all/x: x is not known here",
                "{'match':{'txt':'a'}} | /match/txt | at /match/txt: txt is not known here; did you mean text?",
                "{'match':{'field':'body'}} | /match | at /match: text is missing",
                "{'match':{'field':'body','text':5}} | /match/text | at /match/text: text must be a string, not a number",
                "{'match':{'field':'bdy','text':'a'}} | /match/field | at /match/field: no field bdy; did you mean body?",
                "{'match':{'field':'_id','text':'a'}} | /match/field | at /match/field: fields that begin with _ cannot be searched",
                "{'match':{'text':'a','operator':'or'}} | /match/operator | at /match/operator: operator must be one of [all, any]",
                "{'term':{'field':'body','value':'a'}} | /term/field | at /term/field: body is of type text",
                "{'term':{'field':'size','value':'x'}} | /term/value | at /term/value: the value of size must be a whole number",
                "{'term':{'field':'size','value':null}} | /term/value | at /term/value: expected a string, a number or a boolean, not null",
                "{'terms':{'field':'size','values':[1,[]]}} | /terms/values/1 | at /terms/values/1: expected a string",
                "{'terms':{'field':'size','values':[]}} | /terms/values | at /terms/values: the list is empty",
                "{'prefix':{'field':'size','value':'1'}} | /prefix/value | at /prefix/value: prefixes (*) are for text",
                "{'wildcard':{'pattern':'*a'}} | /wildcard/pattern | at /wildcard/pattern: a word cannot begin with a wildcard",
                "{'wildcard':{'pattern':'a'}} | /wildcard/pattern | at /wildcard/pattern: the pattern has no wildcard",
                "{'regexp':{'pattern':'.*'}} | /regexp/pattern | at /regexp/pattern: in the regular expression, at its character 1",
                "{'range':{'field':'size'}} | /range | at /range: a range needs a bound",
                "{'range':{'field':'size','gt':1,'gte':1}} | /range/gt | at /range/gt: a range has one lower bound",
                "{'range':{'field':'body','gt':1}} | /range | at /range: ranges are for keyword, number and date fields",
                "{'fuzzy':{'value':'abc','edits':3}} | /fuzzy/value | at /fuzzy/value: a word may differ by 1 or 2 edits",
                "{'phrase':{'text':'a','slop':-1}} | /phrase/slop | at /phrase/slop: slop must be a whole number",
                "{'bool':{'must':[{'all':{}},5]}} | /bool/must/1 | at /bool/must/1: expected an object, not a number",
                "{'bool':{'must':5}} | /bool/must | at /bool/must: must must be a list",
                "{'bool':{'should':[{'all':{}}],'minimum':2}} | /bool/minimum | at /bool/minimum: there are 1 clauses in should",
                "{'bool':{}} |  | at /: the query has no clauses",
                "{'query_string':{'query':'a AND'}} | /query_string/query | at /query_string/query: character 3: there must be a word after AND"
            })
    void whatCannotBeRunIsRefusedWithItsPlace(String row) {
        String[] parts = row.split(" [|] ", -1);
        QuerySyntaxException e = catchThrowableOfType(QuerySyntaxException.class, () -> parse(parts[0]));
        assertThat(e).as(row).isNotNull();
        assertThat(e).hasMessageStartingWith(parts[2]);
        assertThat(e.pointer()).as(row).contains(parts[1]);
    }

    @Test
    void brokenJsonIsRefusedWithItsCharacter() {
        for (String json : new String[] {"", "{", "{'all':{}} x", "{'all':{},'all':{}}", "nul", "[".repeat(500)}) {
            QuerySyntaxException e = catchThrowableOfType(QuerySyntaxException.class, () -> parse(json));
            assertThat(e).as(json).isNotNull();
            assertThat(e.pointer().isPresent() || e.character().isPresent())
                    .as(json)
                    .isTrue();
        }
    }

    @Test
    void treesAreBounded() {
        String deep = "{\"bool\":{\"must\":";
        assertThat(QueryTree.parse(deep.repeat(19) + "{\"all\":{}}" + "}}".repeat(19), MAIL))
                .isNotNull();
        assertThat(catchThrowableOfType(
                        QuerySyntaxException.class,
                        () -> QueryTree.parse(deep.repeat(20) + "{\"all\":{}}" + "}}".repeat(20), MAIL)))
                .hasMessageContaining("more than 20 nested queries");
        String many = "{\"bool\":{\"should\":[" + "{\"all\":{}},".repeat(200) + "{\"all\":{}}]}}";
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> QueryTree.parse(many, MAIL)))
                .hasMessageContaining("more than 200 clauses");
        String longText = "{\"match\":{\"text\":\"" + "a".repeat(QueryTree.MAX_TEXT + 1) + "\"}}";
        assertThat(catchThrowableOfType(QuerySyntaxException.class, () -> QueryTree.parse(longText, MAIL)))
                .hasMessageContaining("at most 4096");
        assertThat(catchThrowableOfType(
                        QuerySyntaxException.class, () -> QueryTree.parse(" ".repeat(QueryTree.MAX_LENGTH + 1), MAIL)))
                .hasMessageContaining("at most 65536");
    }

    @Test
    void whateverComesIsAQueryOrIsRefusedWithItsPlace() {
        Random random = new Random(7);
        int queries = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder json = new StringBuilder(random.nextInt(4) == 0 ? "" : "{");
            for (int piece = random.nextInt(14); piece > 0; piece--) {
                json.append(PIECES[random.nextInt(PIECES.length)]);
            }
            queries += check(json.toString()) ? 1 : 0;
        }
        assertThat(queries).isPositive();
    }

    @Test
    void treesOfTheRightFormWithAnyContentAreQueriesOrRefused() {
        Random random = new Random(8);
        int queries = 0;
        for (int i = 0; i < 60_000; i++) {
            queries += check(tree(random, 4)) ? 1 : 0;
        }
        assertThat(queries).isGreaterThan(5_000);
    }

    private static String tree(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            String list = random.nextBoolean() ? "must" : "should";
            return "{\"bool\":{\"" + list + "\":[" + tree(random, depth - 1) + "," + tree(random, depth - 1)
                    + "],\"minimum\":" + random.nextInt(2) + "}}";
        }
        String[] kinds = {"match", "phrase", "term", "prefix", "fuzzy", "wildcard", "regexp", "range", "query_string"};
        String[] members = {"text", "text", "value", "value", "value", "pattern", "pattern", "gte", "query"};
        String[] fields = {"body", "from", "size", "flag", "sent", "rate", "extra.a"};
        int kind = random.nextInt(kinds.length);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            String signs = "ab1.*?+[](){}|^$-d,~\u5317";
            text.append(signs.charAt(random.nextInt(signs.length())));
        }
        String field = kinds[kind].equals("query_string")
                ? ""
                : "\"field\":\"" + fields[random.nextInt(fields.length)] + "\",";
        return "{\"" + kinds[kind] + "\":{" + field + "\"" + members[kind] + "\":\"" + text + "\"}}";
    }

    private static boolean check(String json) {
        try {
            assertThat(QueryFields.of(QueryTree.parse(json, MAIL))).isNotNull();
            return true;
        } catch (QuerySyntaxException e) {
            assertThat(e.getMessage()).isNotBlank();
            assertThat(e.pointer().isPresent() || e.character().isPresent())
                    .as(json)
                    .isTrue();
            return false;
        } catch (RuntimeException | Error e) {
            return fail("for <" + json + ">", e);
        }
    }
}
