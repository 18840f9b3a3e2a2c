/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever is typed is a query or is refused with a message; nothing else may come out. */
class QueryFuzzTest {
    private static final String[] PIECES = {
        "a",
        "word",
        "词",
        "，",
        "\"",
        "“",
        "”",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "TO",
        " TO ",
        "AND",
        " OR ",
        "NOT ",
        "&&",
        "||",
        "+",
        "-",
        "!",
        ":",
        "text:",
        "number:",
        "date:",
        "json.a:",
        "nosuch:",
        "_x:",
        "*",
        "?",
        "~",
        "~1",
        "~0.5",
        "^",
        "^2",
        "/",
        "/ab+c/",
        "/a[b-d]{2}(e|f)/",
        "w?r*d",
        "\uE000",
        "\\",
        "\\u",
        "\\u00",
        "=",
        "<",
        ">",
        ">=",
        "@",
        "@2",
        "fn:",
        "fn:or(",
        "1",
        "-1",
        "2024-02-29",
        "true",
        " ",
        "  ",
        "\t",
        "\n",
        "\u3000",
        "\0",
        "\uD83D\uDE00",
        "\uD83D",
        "\uFFFF",
        "'",
        "#",
        "%",
        ",",
        ".",
        ";",
        "[1 TO 2]",
        "{a TO *]",
        "keyword:[\"a\" TO b}",
        "date:[* TO 2024-01-01]"
    };

    private static final IndexDefinition DEFINITION = IndexDefinition.of(
            "fuzz",
            TableId.parse("t"),
            RowKeyFormat.TEXT,
            Arrays.stream(FieldType.values())
                    .map(type -> FieldMapping.of(
                            type == FieldType.LONG ? "number" : type.name().toLowerCase(Locale.ROOT),
                            ColumnName.of("d", type.name()),
                            type))
                    .toList());

    private static final Pattern PLACE = Pattern.compile("character ([0-9]+): ");

    private int queries;

    private void check(String text) {
        try {
            assertThat(depth(QueryStringParser.parse(text, DEFINITION))).isLessThan(100);
            queries++;
        } catch (QuerySyntaxException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("cannot be read");
            Matcher place = PLACE.matcher(e.getMessage());
            assertThat(e.character()).as("place of: %s", e.getMessage()).isPresent();
            if (place.lookingAt()) {
                assertThat(Integer.parseInt(place.group(1))).isBetween(1, text.length() + 1);
            }
        } catch (RuntimeException | Error e) {
            fail("for <" + text + "> (" + text.chars().boxed().toList() + ")", e);
        }
    }

    /** Looks at all of the query, so that a broken one is noticed. */
    private static int depth(Query query) {
        if (query instanceof Query.Bool bool) {
            assertThat(bool.must().size() + bool.should().size()).isPositive();
            return 1 + Math.max(depth(bool.must()), Math.max(depth(bool.should()), depth(bool.mustNot())));
        }
        assertThat(query.toString()).isNotBlank();
        return 1;
    }

    private static int depth(List<Query> queries) {
        return queries.stream().mapToInt(QueryFuzzTest::depth).max().orElse(0);
    }

    @Test
    void piecesOfTheLanguageInAnyOrder() {
        Random random = new Random(20_240_229);
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int piece = 1 + random.nextInt(12); piece > 0; piece--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            check(text.toString());
        }
        assertThat(queries).as("queries among them").isGreaterThan(3_000);
    }

    @Test
    void anyCharacters() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int range = random.nextBoolean() ? 128 : 0x10000;
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append((char) random.nextInt(range));
            }
            check(text.toString());
        }
        assertThat(queries).as("queries among them").isGreaterThan(1_000);
    }

    @Test
    void everyPairAndTripleOfSigns() {
        List<String> signs = "+-!():^@<>=[]{}\"~\\/*?&|a "
                .chars()
                .mapToObj(Character::toString)
                .toList();
        for (String first : signs) {
            for (String second : signs) {
                for (String third : signs) {
                    check(first + second + third);
                    check("x" + first + second + third + "y");
                    check("text:" + first + second + third);
                }
            }
        }
    }
}
