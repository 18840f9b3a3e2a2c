/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Days and local times of queries are those of the field's zone, unless they have an offset or the request names a zone. */
class QueryZoneTest {
    private static final String DEFINITION =
            """
            table: orders
            rowKey:
              spec:
                parts:
                  user: {type: ascii, width: 2}
                  day:  {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
                  hour: {type: date, pattern: yyyyMMddHH, zone: Europe/Vienna}
            fields:
              sent:  {column: "m:sent", type: date, encoding: utf8, pattern: "yyyy-MM-dd HH:mm", zone: Asia/Shanghai}
              local: {column: "m:local", type: date, encoding: utf8, zone: America/New_York}
              utc:   {column: "m:utc", type: date}
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
        return QueryStringParser.parse(query, orders);
    }

    private static Range day(String field, String first, String last) {
        return new Range(field, first, true, last, true);
    }

    @ParameterizedTest
    @CsvSource({
        "day,   2026-03-02, 2026-03-01T16:00:00.000Z, 2026-03-02T15:59:59.999Z",
        "sent,  2026-03-02, 2026-03-01T16:00:00.000Z, 2026-03-02T15:59:59.999Z",
        "hour,  2026-03-02, 2026-03-01T23:00:00.000Z, 2026-03-02T22:59:59.999Z",
        "hour,  2026-03-29, 2026-03-28T23:00:00.000Z, 2026-03-29T21:59:59.999Z",
        "local, 2026-11-01, 2026-11-01T04:00:00.000Z, 2026-11-02T04:59:59.999Z",
        "utc,   2026-03-02, 2026-03-02T00:00:00.000Z, 2026-03-02T23:59:59.999Z",
        "day,   0001-01-01, 0001-01-01T00:00:00.000Z, 0001-01-01T15:54:16.999Z",
        "local, 9999-12-31, 9999-12-31T05:00:00.000Z, 9999-12-31T23:59:59.999Z"
    })
    void aDayIsThatOfTheFieldsZone(String field, String day, String first, String last) {
        assertThat(parse(field + ":" + day)).isEqualTo(day(field, first, last));
        assertThat(parse(field + ":[" + day + " TO " + day + "]")).isEqualTo(day(field, first, last));
        assertThat(parse(field + ">=" + day)).isEqualTo(new Range(field, first, true, null, true));
        assertThat(parse(field + ">" + day)).isEqualTo(new Range(field, last, false, null, true));
        assertThat(parse(field + "<" + day)).isEqualTo(new Range(field, null, true, first, false));
        assertThat(parse(field + "<=" + day)).isEqualTo(new Range(field, null, true, last, true));
        Map<String, Object> range = Map.of("range", Map.of("field", field, "gte", day, "lte", day));
        assertThat(QueryTree.parse(range, orders, "")).isEqualTo(day(field, first, last));
        assertThat(QueryTree.parse(Map.of("term", Map.of("field", field, "value", day)), orders, ""))
                .isEqualTo(day(field, first, last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-02T10:30", "2026-03-02T10:30:00", "\"2026-03-02 10:30\"", "2026-03-02T02:30:00Z"})
    void aLocalTimeIsThatOfTheFieldsZone(String time) {
        assertThat(parse("day:" + time.replace(":", "\\:")))
                .isEqualTo(new Word(List.of("day"), "2026-03-02T02:30:00.000Z"));
        assertThat(parse("sent>=" + time)).isEqualTo(new Range("sent", "2026-03-02T02:30:00.000Z", true, null, true));
    }

    @Test
    void anOffsetWinsOverEveryZone() {
        QueryContext context = new QueryContext(Optional.of(ZoneId.of("Asia/Tokyo")));
        assertThat(QueryStringParser.parse("sent:\"2026-03-02T10:00+01:00\"", orders, context))
                .isEqualTo(new Word(List.of("sent"), "2026-03-02T09:00:00.000Z"));
    }

    @Test
    void theRequestsZoneWinsOverTheFields() {
        QueryContext context = new QueryContext(Optional.of(ZoneId.of("UTC")));
        assertThat(QueryStringParser.parse("day:2026-03-02", orders, context))
                .isEqualTo(day("day", "2026-03-02T00:00:00.000Z", "2026-03-02T23:59:59.999Z"));
        assertThat(QueryTree.parse(Map.of("range", Map.of("field", "sent", "gte", "2026-03-02")), orders, "", context))
                .isEqualTo(new Range("sent", "2026-03-02T00:00:00.000Z", true, null, true));
    }

    @Test
    void aRefusedDateNamesItsZone() {
        assertThatThrownBy(() -> parse("day:2026-02-30"))
                .isInstanceOf(QuerySyntaxException.class)
                .hasMessageContaining("it is in the time zone Asia/Shanghai");
    }

    /** The index has moments: a day of one variant overlaps another day of the other. */
    @Test
    void aDayOfAFieldWithSeveralZonesIsRefused() {
        IndexDefinition events = DefinitionText.read(
                "events",
                """
                table: events
                rowKey:
                  spec:
                    variants:
                      local: {parts: {l: {kind: const, value: L}, day: {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}}}
                      utc:   {parts: {u: {kind: const, value: U}, day: {type: date, pattern: yyyyMMdd}}}
                """);
        for (String query : List.of("day:2026-03-02", "day>2026-03-02", "day:[2026-03-02T10:00 TO *]")) {
            assertThatThrownBy(() -> QueryStringParser.parse(query, events))
                    .hasMessageContaining("several time zones: [Asia/Shanghai, Z]")
                    .extracting(e -> ((QuerySyntaxException) e).hint())
                    .asString()
                    .contains("zone=");
        }
        assertThat(QueryStringParser.parse("day<2026-03-02T10:00Z", events))
                .isEqualTo(new Range("day", null, true, "2026-03-02T10:00:00.000Z", false));
        assertThat(QueryStringParser.parse(
                        "day:2026-03-02", events, new QueryContext(Optional.of(ZoneId.of("Asia/Shanghai")))))
                .isEqualTo(day("day", "2026-03-01T16:00:00.000Z", "2026-03-02T15:59:59.999Z"));
    }
}
