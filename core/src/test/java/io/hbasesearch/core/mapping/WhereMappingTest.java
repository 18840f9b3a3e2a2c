/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that a definition's conditions keep out. */
class WhereMappingTest {
    private static final String FIELDS =
            """
            fields:
              state: {column: "d:state", type: keyword}
              size:  {column: "d:size", type: int, encoding: utf8}
              price: {column: "d:price", type: double, encoding: utf8}
              day:   {column: "d:day", type: date, encoding: utf8}
              local: {column: "d:local", type: date, encoding: utf8, zone: Asia/Shanghai}
              tags:  {column: "d:tags", type: keyword, separator: ","}
              sizes: {column: "d:sizes", type: long, separator: ","}
              both:  {from: [state, size], type: keyword, join: "-"}
              extra: {column: "d:extra", type: json, onError: skip-field}
              odd:   {column: "d:odd", type: int, encoding: utf8, onError: keep-raw}
            """;

    @TempDir
    Path directory;

    private RowMapper mapper(String where) {
        return Definitions.mapper(directory, FIELDS + "where: {" + where + "}\n");
    }

    /** @param cells as {@code qualifier=value} */
    private static Row row(String... cells) {
        List<Cell> all = new ArrayList<>(List.of(cell("d:other", ByteArray.utf8("o"))));
        for (String each : cells) {
            String[] parts = each.split("=", 2);
            all.add(cell("d:" + parts[0], ByteArray.utf8(parts[1])));
        }
        return new Row(RowKey.utf8("k"), all);
    }

    private static Cell cell(String column, ByteArray value) {
        return new Cell(ColumnName.parse(column), 1, value);
    }

    private void assertIndexes(String where, String... cells) {
        assertThat(mapper(where).outcome(row(cells)))
                .as("%s of %s", where, List.of(cells))
                .isInstanceOf(RowOutcome.Indexed.class);
        assertThat(mapper(where).leavesOut(row(cells))).isFalse();
    }

    @Test
    void aColumnIsReadByASchemaAPathAndLabelsAsThatOfAFieldIs() {
        String schemas =
                "schemas: {event: {avro: '{\"type\":\"record\",\"name\":\"E\",\"fields\":[{\"name\":\"kind\",\"type\":\"string\"}]}'}}\n";
        RowMapper mapper = Definitions.mapper(
                directory,
                FIELDS + schemas
                        + "where: {'d:event': {schema: event, path: $.kind, labels: {k: wanted}, equals: wanted}}\n");
        assertThat(mapper.outcome(row("event=\u0002k"))).isInstanceOf(RowOutcome.Indexed.class);
        assertThat(mapper.outcome(row("event=\u0002j"))).isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(mapper.outcome(row())).isInstanceOf(RowOutcome.LeftOut.class);
    }

    @Test
    void aValueIsWrittenAsTheFieldShowsItOrAsHBaseHasIt() {
        String fields =
                """
                  mail:  {column: "d:mail", type: keyword, transform: lower}
                  level: {column: "d:level", type: int, encoding: utf8, labels: {low: "1", high: "3"}}
                  live:  {column: "d:live", type: boolean, encoding: utf8, labels: {Y: "true", N: "false"}}
                  since: {column: "d:since", type: date, transform: substring 1, pattern: yyyyMMdd}
                """;
        for (String where : List.of(
                "mail: {equals: Ann@Example.com}",
                "mail: {in: [ann@example.com]}",
                "mail: {prefix: ANN}",
                "mail: {atLeast: ANN, below: AOO}",
                "level: {equals: high}",
                "level: {in: [3]}",
                "level: {above: low, atMost: high}",
                "live: {equals: Y}",
                "since: {equals: d20260302}",
                "since: {atLeast: 2026-03-02, below: d20260303}")) {
            RowMapper mapper = Definitions.mapper(directory, FIELDS + fields + "where: {" + where + "}\n");
            assertThat(mapper.outcome(row("mail=Ann@Example.COM", "level=high", "live=Y", "since=d20260302")))
                    .as(where)
                    .isInstanceOf(RowOutcome.Indexed.class);
            assertThat(mapper.outcome(row("mail=bob@example.com", "level=low", "live=N", "since=d20260303")))
                    .as(where)
                    .isInstanceOf(RowOutcome.LeftOut.class);
        }
        assertThatThrownBy(() -> Definitions.mapper(directory, FIELDS + fields + "where: {level: {equals: medium}}\n"))
                .hasMessageContaining("before transform and labels");
    }

    @Test
    void aDayOrLocalTimeIsOfTheFieldsZone() {
        assertIndexes("local: {equals: 2026-03-02}", "local=2026-03-02");
        assertIndexes("local: {equals: 2026-03-02}", "local=2026-03-01T16:00:00Z");
        assertIndexes("local: {below: 2026-03-02}", "local=2026-03-01T15:59:59Z");
        assertLeavesOut("local: {below: 2026-03-02}", "local=2026-03-02T01:00");
        assertIndexes("local: {atLeast: '2026-03-02T10:00'}", "local=2026-03-02T02:00:00Z");
        assertLeavesOut("local: {atLeast: '2026-03-02T10:00:00Z'}", "local=2026-03-02T10:00");
        assertIndexes("'d:at': {type: date, encoding: utf8, zone: Asia/Shanghai, equals: 2026-03-02}", "at=2026-03-02");
        assertIndexes("day: {equals: 2026-03-02}", "day=2026-03-02T00:00:00Z");
    }

    private void assertLeavesOut(String where, String... cells) {
        assertThat(mapper(where).outcome(row(cells)))
                .as("%s of %s", where, List.of(cells))
                .isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(mapper(where).leavesOut(row(cells))).isTrue();
        assertThat(mapper(where).rejections(row(cells))).isEmpty();
    }

    @Test
    void valuesAreComparedAsTheFieldsTypeHasThem() {
        assertIndexes("size: {equals: 7}", "size=7");
        assertIndexes("size: {equals: 7}", "size=007");
        assertLeavesOut("size: {equals: 7}", "size=70");
        assertLeavesOut("size: {equals: 7}");
        assertIndexes("size: {above: 9}", "size=10");
        assertLeavesOut("size: {above: 9}", "size=9");
        assertIndexes("size: {atLeast: 9, atMost: 9}", "size=9");
        assertLeavesOut("size: {below: -1}", "size=-1");
        assertIndexes("price: {equals: 1.50}", "price=1.5");
        assertIndexes("price: {below: 10}", "price=9.99");
        assertIndexes("day: {atLeast: 2024-02-29}", "day=2024-02-29T01:00:00+01:00");
        assertLeavesOut("day: {atLeast: 2024-02-29}", "day=2024-02-29T01:00:00+02:00");
        assertIndexes("state: {in: [open, paid]}", "state=paid");
        assertLeavesOut("state: {in: [open, paid]}", "state=Open");
        assertIndexes("state: {prefix: op}", "state=open");
        assertLeavesOut("state: {prefix: op}", "state=oh");
    }

    @Test
    void textsAreOrderedAsAnIndexOrdersThem() {
        assertIndexes("state: {above: \"\\uffe6\"}", "state=\ud83d\udc0b");
        assertIndexes("state: {below: Z}", "state=A");
        assertLeavesOut("state: {below: Z}", "state=a");
    }

    @Test
    void aRowWithoutAValueSatisfiesOnlyWhatAsksForNone() {
        assertIndexes("state: {exists: false}");
        assertIndexes("state: {not: {equals: gone}}");
        assertIndexes("state: {not: {exists: true}}");
        assertLeavesOut("state: {exists: true}");
        assertLeavesOut("state: {exists: false}", "state=");
        assertLeavesOut("state: {not: {equals: gone, prefix: x}}", "state=gone");
        assertLeavesOut("state: {not: {equals: gone, prefix: x}}", "state=xy");
        assertIndexes("extra: {exists: true}", "extra={\"a\":1}");
        assertLeavesOut("extra: {exists: true}", "extra=[1]");
    }

    @Test
    void ofSeveralValuesOneMustBeSoWithinBothEndsOfARange() {
        assertIndexes("tags: {equals: b}", "tags=a,b");
        assertLeavesOut("tags: {not: {equals: b}}", "tags=a,b");
        assertIndexes("sizes: {atLeast: 4, atMost: 6}", "sizes=1,5");
        assertLeavesOut("sizes: {atLeast: 4, atMost: 6}", "sizes=1,10");
    }

    @Test
    void allConditionsMustHold() {
        assertIndexes("state: {equals: open}, size: {above: 1}", "state=open", "size=2");
        assertLeavesOut("state: {equals: open}, size: {above: 1}", "state=open", "size=1");
        assertLeavesOut("state: {equals: open}, size: {above: 1}", "size=2");
    }

    @Test
    void computedFieldsAndWhatWasKeptOfBadValuesMayBeAskedFor() {
        assertIndexes("both: {equals: open-7}", "state=open", "size=7");
        assertLeavesOut("both: {equals: open-7}", "state=open", "size=8");
        assertIndexes("odd_raw: {exists: true}", "odd=x");
        assertLeavesOut("odd_raw: {exists: true}", "odd=1");
    }

    @Test
    void conditionColumnIsReadAsDeclaredAndKeptOutOfTheDocument() {
        assertIndexes("'d:kind': {equals: a}", "kind=a");
        assertLeavesOut("'d:kind': {equals: a}", "kind=b");
        RowMapper mapper = mapper("'d:n': {type: int, encoding: bytesInt, above: 6}");
        ByteArray seven = ByteArray.wrap(ByteBuffer.allocate(4).putInt(7).array());
        Row row = new Row(RowKey.utf8("k"), List.of(cell("d:n", seven), cell("d:state", ByteArray.utf8("s"))));
        assertThat(mapper.map(row).fields()).isEqualTo(Map.of("state", "s", "both", "s"));
    }

    @Test
    void whatIsKeptOutNeedNotBeMapped() {
        assertLeavesOut("state: {equals: open}", "state=gone", "size=many");
        assertLeavesOut("size: {above: 1}, state: {equals: open}", "state=gone", "size=many");
        assertLeavesOut("state: {equals: open}, size: {above: 1}", "state=gone", "size=many");
    }

    @Test
    void undecidableConditionMakesADeadLetterUnlessOnErrorSkipsIt() {
        Row row = row("state=open", "n=many");
        RowMapper strict = mapper("state: {equals: open}, 'd:n': {type: int, encoding: utf8, above: 1}");
        assertThatThrownBy(() -> strict.outcome(row))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("column d:n")
                .hasMessageNotContaining("many");
        assertThat(strict.rejections(row))
                .extracting(RowMapper.Rejection::field)
                .containsExactly("d:n");
        assertThat(strict.leavesOut(row)).isFalse();
        assertLeavesOut("'d:n': {type: int, encoding: utf8, onError: skip-field, above: 1}", "state=open", "n=many");
    }

    @Test
    void negativeZeroIsZero() {
        for (String zero : new String[] {"0", "-0", "-0.0", "0.0", "-0e5", "-1e-400"}) {
            assertIndexes("price: {not: {below: 0}}", "price=" + zero);
            assertIndexes("price: {not: {above: -0.0}}", "price=" + zero);
            assertIndexes("price: {atLeast: 0}", "price=" + zero);
            assertIndexes("price: {atMost: -0.0}", "price=" + zero);
            assertIndexes("price: {equals: 0}", "price=" + zero);
            assertIndexes("price: {in: [1, -0.0]}", "price=" + zero);
            assertLeavesOut("price: {below: 0}", "price=" + zero);
            assertLeavesOut("price: {above: -0.0}", "price=" + zero);
        }
        for (String encoding : new String[] {"bytesDouble", "bytesFloat"}) {
            RowMapper mapper = Definitions.mapper(
                    directory,
                    "fields: {d: {column: 'd:d', type: double, encoding: " + encoding + "}}\n"
                            + "where: {d: {not: {below: 0}}}\n");
            ByteBuffer bytes = encoding.equals("bytesDouble")
                    ? ByteBuffer.allocate(Double.BYTES).putDouble(0, -0.0)
                    : ByteBuffer.allocate(Float.BYTES).putFloat(0, -0f);
            Row row = new Row(RowKey.utf8("k"), List.of(cell("d:d", ByteArray.wrap(bytes.array()))));
            assertThat(mapper.leavesOut(row)).as(encoding).isFalse();
            assertThat(mapper.map(row).fields()).isEqualTo(Map.of("d", 0.0));
        }
    }

    @Test
    void whatIsNoFiniteNumberHasNoPlaceInAnOrder() {
        for (double each : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            RowMapper mapper = Definitions.mapper(
                    directory,
                    "fields: {d: {column: 'd:d', type: double, encoding: bytesDouble}}\nwhere: {d: {above: 0}}\n");
            Row row = new Row(
                    RowKey.utf8("k"),
                    List.of(cell(
                            "d:d",
                            ByteArray.wrap(ByteBuffer.allocate(Double.BYTES)
                                    .putDouble(0, each)
                                    .array()))));
            assertThatThrownBy(() -> mapper.map(row))
                    .isInstanceOf(UnmappableRowException.class)
                    .hasMessageContaining("is not a finite number");
        }
    }

    @Test
    void theRowKeyMayBeAskedFor() {
        RowMapper mapper = Definitions.mapper(
                directory,
                """
                rowKey: {field: id, spec: {parts: {user: {separator: '-'}, day: {type: date, pattern: yyyyMMdd}}}}
                where: {day: {atLeast: 2024-01-01}, id: {not: {prefix: test}}}
                """);
        assertThat(mapper.outcome(key("u-20240229"))).isInstanceOf(RowOutcome.Indexed.class);
        assertThat(mapper.outcome(key("u-20231231"))).isInstanceOf(RowOutcome.LeftOut.class);
        assertThat(mapper.outcome(key("test-20240229"))).isInstanceOf(RowOutcome.LeftOut.class);
    }

    private static Row key(String key) {
        return new Row(RowKey.utf8(key), List.of(cell("d:other", ByteArray.utf8("o"))));
    }
}
