/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows whose cells are what is found. */
class CellMapperTest {
    private static final String PARTS = "  qualifier: {%s spec: {parts: {n: {type: u8}, rest: {type: utf8}}}}\n";
    private static final String TIME = "2023-11-14T22:13:20.000Z";

    @TempDir
    Path directory;

    private static Cell cell(String column, String value) {
        return new Cell(ColumnName.parse(column), 1_700_000_000_000L, ByteArray.utf8(value));
    }

    private static Row row(Cell... cells) {
        return new Row(RowKey.utf8("k"), List.of(cells));
    }

    private RowMapper mapper(String more) {
        return Definitions.mapper(
                directory,
                """
                unit: cell
                fields: {owner: {column: "m:owner", type: keyword}}
                cells:
                  columns: ["d:*", "n:a*"]
                  values:
                    text: {columns: "d:*", type: text}
                    number: {columns: "n:*", type: int, encoding: utf8%s}
                """
                                .formatted(more.startsWith(",") ? more : "")
                        + (more.startsWith(",") ? "" : more));
    }

    @Test
    void eachCellIsAnObjectInTheOrderOfColumns() {
        Document document = mapper("")
                .map(row(
                        cell("d:", "no name"),
                        cell("d:b\\x00", "two"),
                        cell("m:owner", "Ann"),
                        cell("n:a1", "7"),
                        cell("n:b", "none of them")));
        assertThat(document.fields())
                .isEqualTo(Map.of(
                        "owner",
                        "Ann",
                        "cell",
                        List.of(
                                Map.of("family", "d", "qualifier", "", "timestamp", TIME, "text", "no name"),
                                Map.of("family", "d", "qualifier", "b\\x00", "timestamp", TIME, "text", "two"),
                                Map.of("family", "n", "qualifier", "a1", "timestamp", TIME, "number", 7L))));
        assertThat(DocumentJson.read(DocumentJson.write(document))).isEqualTo(document);
    }

    @Test
    void valuesMayBeWithinWhatACellHolds() {
        RowMapper mapper = Definitions.mapper(
                directory,
                """
                unit: cell
                schemas: {event: {avro: '{"type":"record","name":"E","fields":[{"name":"kind","type":"string"}]}'}}
                cells:
                  columns: ["d:*", "a:*"]
                  values:
                    names: {columns: "d:*", type: keyword, path: "$.names[*]", labels: {x: ex}}
                    size:  {columns: "d:*", type: int, path: $.size}
                    kind:  {columns: "a:*", type: keyword, schema: event, path: $.kind, labels: {k: kind}}
                """);
        assertThat(mapper.map(row(
                                cell("a:1", "\u0002k"),
                                cell("d:1", "{\"names\": [\"x\", \"y\"], \"size\": 3}"),
                                cell("d:2", "{\"size\": 4}")))
                        .fields()
                        .get("cell"))
                .isEqualTo(List.of(
                        Map.of("family", "a", "qualifier", "1", "timestamp", TIME, "kind", "kind"),
                        Map.of(
                                "family",
                                "d",
                                "qualifier",
                                "1",
                                "timestamp",
                                TIME,
                                "names",
                                List.of("ex", "y"),
                                "size",
                                3L),
                        Map.of("family", "d", "qualifier", "2", "timestamp", TIME, "size", 4L)));
    }

    @Test
    void aColumnIsFoundAgainByWhatItsDocumentSays() {
        assertThat(Stream.of("d:", "d:b\\x00", "d:a\\\\b", "d:中", "d:a:b").map(ColumnName::parse))
                .allSatisfy(column -> {
                    Document document = mapper("").map(row(new Cell(column, 1, ByteArray.utf8("x"))));
                    Map<?, ?> found = (Map<?, ?>) ((List<?>) document.fields().get("cell")).get(0);
                    assertThat(CellUnit.column(found.get("family"), found.get("qualifier")))
                            .isEqualTo(column);
                });
    }

    @Test
    void aRowWithoutSuchACellIsLeftOut() {
        assertThat(mapper("").outcome(row(cell("m:owner", "Ann"), cell("n:b", "x"))))
                .isInstanceOf(RowOutcome.LeftOut.class);
    }

    @Test
    void aRowWithTooManyCellsIsNoDocument() {
        RowMapper mapper = mapper("  maxCells: 2\n");
        Cell[] three = {cell("d:a", "x"), cell("d:b", "x"), cell("d:c", "x")};
        assertThat(mapper.map(row(three[0], three[1])).fields()).containsKey("cell");
        assertThatThrownBy(() -> mapper.map(row(three)))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContainingAll("more than 2 cells", "cells.maxCells");
    }

    @Test
    void aRowOfWhichNotAllWasReadIsNoDocument() {
        RowMapper mapper = mapper("  maxCells: 2\n");
        // Three of them are none of the definition's, and what is behind the fourth is not known.
        Cell[] four = {cell("n:b", "x"), cell("n:c", "x"), cell("n:d", "x"), cell("n:e", "x")};
        assertThat(mapper.outcome(row(four[0], four[1], four[2]))).isInstanceOf(RowOutcome.LeftOut.class);
        assertThatThrownBy(() -> mapper.outcome(row(four)))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("more than 3 columns in family n");
    }

    /** Left out, it would be missed without a sign as soon as what was not read lets it in. */
    @Test
    void aRowWhoseConditionMayStandBehindWhatWasReadIsADeadLetter() {
        RowMapper mapper = mapper("  maxCells: 2\nwhere: {'n:z': {equals: wanted}, 'm:kind': {equals: a}}\n");
        Cell kind = cell("m:kind", "a");
        // Six columns of a family are read: two cells, three that a field and conditions need, and one more.
        Cell[] five = {cell("n:b", "x"), cell("n:c", "x"), cell("n:d", "x"), cell("n:e", "x"), cell("n:f", "x")};
        List<Cell> wide = new ArrayList<>(List.of(five));
        assertThat(mapper.outcome(row(kind, five[0], five[1]))).isInstanceOf(RowOutcome.LeftOut.class);
        wide.add(cell("n:g", "x"));
        assertThat(mapper.outcome(row(wide.toArray(Cell[]::new))))
                .as("whatever is behind them, another condition does not hold")
                .isInstanceOf(RowOutcome.LeftOut.class);
        wide.add(0, kind);
        Row untold = row(wide.toArray(Cell[]::new));
        assertThatThrownBy(() -> mapper.outcome(untold))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("more than 5 columns in family n");
        assertThat(mapper.leavesOut(untold)).isFalse();
        wide.set(6, cell("n:z", "not wanted"));
        assertThat(mapper.outcome(row(wide.toArray(Cell[]::new))))
                .as("it was read")
                .isInstanceOf(RowOutcome.LeftOut.class);
    }

    @Test
    void qualifiersAreTakenApartAsKeysAre() {
        Row row = row(cell("d:\\x07vienna", "x"), cell("d:", "y"));
        String raw = PARTS.formatted("undecodable: raw,");
        assertThat((List<?>) mapper(raw).map(row).fields().get("cell"))
                .first()
                .isEqualTo(Map.of(
                        "family",
                        "d",
                        "qualifier",
                        "\\x07vienna",
                        "timestamp",
                        TIME,
                        "n",
                        7L,
                        "rest",
                        "vienna",
                        "text",
                        "x"));
        assertThat((List<?>) mapper(raw).map(row).fields().get("cell")).hasSize(2);
        assertThat((List<?>) mapper(PARTS.formatted("undecodable: skip,"))
                        .map(row)
                        .fields()
                        .get("cell"))
                .hasSize(1);
        assertThatThrownBy(() -> mapper(PARTS.formatted("")).map(row))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContainingAll("column d:", "the qualifier does not fit");
    }

    @Test
    void aValueThatIsNoneKeepsItsRowOrItsFieldOut() {
        Row row = row(cell("d:a", "x"), cell("n:a", "seven"));
        assertThatThrownBy(() -> mapper("").map(row))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("column n:a")
                .hasMessageContaining("(field cell.number)")
                .hasMessageNotContaining("seven");
        assertThat(mapper("").rejections(row))
                .extracting(RowMapper.Rejection::field)
                .containsExactly("cell");
        assertThat((List<?>) mapper(", onError: skip-field").map(row).fields().get("cell"))
                .last()
                .isEqualTo(Map.of("family", "n", "qualifier", "a", "timestamp", TIME));
    }

    @Test
    void aTimeOfNoCalendarIsLeftOut() {
        Cell cell = new Cell(ColumnName.parse("d:a"), Long.MAX_VALUE, ByteArray.utf8("x"));
        assertThat((List<?>) mapper("").map(row(cell)).fields().get("cell"))
                .first()
                .isEqualTo(Map.of("family", "d", "qualifier", "a", "text", "x"));
    }
}
