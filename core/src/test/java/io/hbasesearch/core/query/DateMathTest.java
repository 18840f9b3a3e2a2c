/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates that queries write relative to now or to another date. */
class DateMathTest {
    /** A Wednesday; in Shanghai it is 2026-03-12 00:30:15.123. */
    private static final Instant NOW = Instant.parse("2026-03-11T16:30:15.123Z");

    private static final String DEFINITION =
            """
            table: orders
            rowKey:
              spec:
                parts:
                  user: {type: ascii, width: 2}
                  day:  {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
            fields:
              sent:  {column: "m:sent", type: date, encoding: utf8}
              local: {column: "m:local", type: date, encoding: utf8, zone: Europe/Vienna}
              cuba:  {column: "m:cuba", type: date, encoding: utf8, zone: America/Havana}
              text:  {column: "m:text", type: text}
              word:  {column: "m:word", type: keyword}
            """;

    @TempDir
    static Path directory;

    private IndexDefinition orders;

    @BeforeEach
    void definition() throws IOException {
        Path file = Files.writeString(directory.resolve("orders.yaml"), DEFINITION);
        orders = new IndexDefinitionReader(Map.of()).readFile(file);
    }

    private Query parse(String query) {
        return parse(query, Optional.empty());
    }

    private Query parse(String query, Optional<ZoneId> zone) {
        return QueryStringParser.parse(query, orders, new QueryContext(zone, WordOptions.EXACT, NOW));
    }

    private Query tree(Object tree) {
        return QueryTree.parse(tree, orders, "", new QueryContext(Optional.empty(), WordOptions.EXACT, NOW));
    }

    @ParameterizedTest
    @CsvSource({
        "sent,  now,                           2026-03-11T16:30:15.123Z, 2026-03-11T16:30:15.123Z",
        "sent,  now-7d,                        2026-03-04T16:30:15.123Z, 2026-03-04T16:30:15.123Z",
        "sent,  now+1h,                        2026-03-11T17:30:15.123Z, 2026-03-11T17:30:15.123Z",
        "sent,  now+H,                         2026-03-11T17:30:15.123Z, 2026-03-11T17:30:15.123Z",
        "sent,  now-1y+2M-3w+4d-5m+6s,         2025-04-24T16:25:21.123Z, 2025-04-24T16:25:21.123Z",
        "sent,  now/d,                         2026-03-11T00:00:00.000Z, 2026-03-11T23:59:59.999Z",
        "sent,  now-1M/M,                      2026-02-01T00:00:00.000Z, 2026-02-28T23:59:59.999Z",
        "sent,  now/M-1d,                      2026-02-28T00:00:00.000Z, 2026-03-30T23:59:59.999Z",
        "sent,  now/w,                         2026-03-09T00:00:00.000Z, 2026-03-15T23:59:59.999Z",
        "sent,  now/y,                         2026-01-01T00:00:00.000Z, 2026-12-31T23:59:59.999Z",
        "sent,  now/H,                         2026-03-11T16:00:00.000Z, 2026-03-11T16:59:59.999Z",
        "sent,  now/m,                         2026-03-11T16:30:00.000Z, 2026-03-11T16:30:59.999Z",
        "sent,  now/s,                         2026-03-11T16:30:15.000Z, 2026-03-11T16:30:15.999Z",
        "sent,  2026-03-01||+1M,               2026-04-01T00:00:00.000Z, 2026-04-01T00:00:00.000Z",
        "sent,  2026-01-31||+1M/d,             2026-02-28T00:00:00.000Z, 2026-02-28T23:59:59.999Z",
        "sent,  2026-03-01T10:00:00+02:00||/h, 2026-03-01T08:00:00.000Z, 2026-03-01T08:59:59.999Z",
        "sent,  9999-12-31||/d,                9999-12-31T00:00:00.000Z, 9999-12-31T23:59:59.999Z",
        "day,   now/d,                         2026-03-11T16:00:00.000Z, 2026-03-12T15:59:59.999Z",
        "day,   2026-03-01||+1M,               2026-03-31T16:00:00.000Z, 2026-03-31T16:00:00.000Z",
        "local, 2026-03-29||/d,                2026-03-28T23:00:00.000Z, 2026-03-29T21:59:59.999Z",
        "local, 2026-03-28T12:00||+1d,         2026-03-29T10:00:00.000Z, 2026-03-29T10:00:00.000Z",
        "local, 2026-03-28T12:00||+24h,        2026-03-29T11:00:00.000Z, 2026-03-29T11:00:00.000Z",
        "cuba,  2026-03-08T12:00||/d,          2026-03-08T05:00:00.000Z, 2026-03-09T03:59:59.999Z"
    })
    void aDateStandsForTheSpanToWhichItIsRounded(String field, String text, String first, String last) {
        Query alone = first.equals(last) ? new Word(List.of(field), first) : new Range(field, first, true, last, true);
        String escaped = text.contains(":") ? '"' + text + '"' : text;
        assertThat(parse(field + ":" + escaped)).isEqualTo(alone);
        assertThat(parse(field + ":\"" + text + '"')).isEqualTo(alone);
        assertThat(tree(Map.of("term", Map.of("field", field, "value", text)))).isEqualTo(alone);
        assertThat(parse(field + ">=" + text)).isEqualTo(new Range(field, first, true, null, true));
        assertThat(parse(field + ">" + text)).isEqualTo(new Range(field, last, false, null, true));
        assertThat(parse(field + "<" + text)).isEqualTo(new Range(field, null, true, first, false));
        assertThat(parse("(" + field + "<=" + text + ")")).isEqualTo(new Range(field, null, true, last, true));
        assertThat(parse(field + ":[" + text + " TO " + text + "]"))
                .isEqualTo(new Range(field, first, true, last, true));
        assertThat(parse(field + ":{" + text + " TO *]")).isEqualTo(new Range(field, last, false, null, true));
        assertThat(tree(Map.of("range", Map.of("field", field, "gte", text, "lte", text))))
                .isEqualTo(new Range(field, first, true, last, true));
        assertThat(tree(Map.of("range", Map.of("field", field, "gt", text))))
                .isEqualTo(new Range(field, last, false, null, true));
    }

    @Test
    void aRangeEndsNow() {
        assertThat(parse("sent:[now-7d TO now]"))
                .isEqualTo(new Range("sent", "2026-03-04T16:30:15.123Z", true, "2026-03-11T16:30:15.123Z", true));
        assertThat(parse("sent>now-7d -word:now"))
                .isEqualTo(new Query.Bool(
                        List.of(new Range("sent", "2026-03-04T16:30:15.123Z", false, null, true)),
                        List.of(),
                        List.of(new Word(List.of("word"), "now"))));
    }

    @Test
    void theRequestsZoneRounds() {
        assertThat(parse("day:now/d", Optional.of(ZoneId.of("UTC"))))
                .isEqualTo(new Range("day", "2026-03-11T00:00:00.000Z", true, "2026-03-11T23:59:59.999Z", true));
    }

    @Test
    void otherFieldsHaveTextThatLooksLikeIt() {
        assertThat(parse("word:now-7d")).isEqualTo(new Word(List.of("word"), "now-7d"));
        assertThat(parse("text:now/d")).isEqualTo(new Word(List.of("text"), "now/d"));
    }

    @Test
    void aRequestTellsIfItDependsOnNow() {
        QueryContext context = new QueryContext(Optional.empty(), WordOptions.EXACT, NOW);
        QueryStringParser.parse("sent:2026-03-01||+1M text:now", orders, context);
        assertThat(context.usedNow()).isEmpty();
        QueryStringParser.parse("sent<now", orders, context);
        assertThat(context.usedNow()).hasValue(NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "now-7x,                  unknown unit of time 'x'",
        "now/2d,                  '/2d'",
        "now7d,                   '7d'",
        "now-1q/d,                unknown unit of time 'q'",
        "now+9999y,               is not within the years 1 and 9999",
        "now-999999999y,          is not within the years 1 and 9999",
        "now+1234567890123456789d, more than 9 digits",
        "soon||+1d,               must be a date such as"
    })
    void whatIsNoDateIsRefusedWithAHint(String text, String reason) {
        assertThatThrownBy(() -> parse("sent>=" + text)).isInstanceOfSatisfying(QuerySyntaxException.class, refused -> {
            assertThat(refused).hasMessageContaining(reason).hasMessageContaining("sent");
            assertThat(refused.hint()).hasValue(DateMath.HINT);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "NOW", "7d"})
    void otherWordsAreNoDates(String text) {
        assertThatThrownBy(() -> parse("sent:" + text))
                .isInstanceOf(QuerySyntaxException.class)
                .hasMessageContaining("must be a date such as");
    }
}
