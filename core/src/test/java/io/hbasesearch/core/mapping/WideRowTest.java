/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of rows with any number of columns as much is kept as their documents are made of. */
class WideRowTest {
    private static final int COLUMNS = 1_000_000;

    private static IndexDefinition definition(String more) {
        return DefinitionText.read(
                "wide",
                """
                table: default:wide
                fields:
                  owner: {column: "m:owner", type: keyword}
                  attributes: {columns: "d:a_*", maxColumns: 3%s}
                """
                        .formatted(more));
    }

    private static Predicate<ColumnName> kept(IndexDefinition definition) {
        return definition.columns().filter().orElseThrow().ofRow();
    }

    private static Stream<ColumnName> columns(String prefix, int number) {
        return IntStream.range(0, number).mapToObj(i -> ColumnName.of("d", prefix + i));
    }

    private static Row row(List<ColumnName> columns) {
        List<Cell> cells = new ArrayList<>();
        columns.forEach(column -> cells.add(new Cell(column, 1, ByteArray.utf8("null"))));
        return new Row(RowKey.utf8("k"), cells);
    }

    @Test
    void ofAMillionColumnsSoManyAreKeptThatTheyAreToldToBeTooMany() {
        IndexDefinition definition = definition("");
        List<ColumnName> kept = columns("a_", COLUMNS).filter(kept(definition)).toList();
        assertThat(kept).hasSize(4);
        assertThatThrownBy(() -> new RowMapper(definition).map(row(kept)))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("more than 3", "maxColumns");
    }

    @Test
    void columnsThatAreNotMappedAreDroppedAndTheOthersFoundAmongThem() {
        Predicate<ColumnName> kept = kept(definition(""));
        ColumnName owner = ColumnName.of("m", "owner");
        assertThat(kept.test(ColumnName.of("d", "Z")))
                .as("shows that the row is there")
                .isTrue();
        assertThat(columns("Z", 1_000).filter(kept)).isEmpty();
        assertThat(columns("a_", 2).filter(kept)).hasSize(2);
        assertThat(kept.test(ColumnName.of("d", "a_1"))).as("an older version").isFalse();
        assertThat(kept.test(owner)).isTrue();
        assertThat(kept.test(owner)).as("an older version").isTrue();
        assertThat(kept.test(ColumnName.of("m", "other"))).isFalse();
    }

    /** No more of them are read, so that behind them there may be columns that do have values. */
    @Test
    void columnsWithoutAValueCountToo() {
        ColumnObject object =
                new ColumnObject(new FieldSource.Columns(QualifierPattern.parse("d:a_*"), 3), bytes -> null);
        assertThatThrownBy(() -> object.of(row(columns("a_", 4).toList())))
                .isInstanceOf(UndecodableValueException.class);
    }

    @Test
    void theTimeOfARowIsThatOfWhatIsMappedHoweverMuchIsRead() {
        RowMapper mapper = new RowMapper(definition("}\n  changed: {timestamp: row"));
        Cell mapped = new Cell(ColumnName.of("d", "a_1"), 5, ByteArray.utf8("mapped"));
        Cell other = new Cell(ColumnName.of("d", "Z"), 9, ByteArray.utf8("not mapped"));
        assertThat(mapper.map(new Row(RowKey.utf8("k"), List.of(other, mapped))))
                .isEqualTo(mapper.map(new Row(RowKey.utf8("k"), List.of(mapped))));
    }

    @Test
    void whereNoFieldNeedsAColumnOneCellIsKeptAndWhatConditionsAskFor() {
        IndexDefinition keys = DefinitionText.read(
                "keys",
                """
                table: default:wide
                rowKey: {field: id}
                fields: {kind: {value: wide}}
                where: {"m:owner": {exists: true}}
                """);
        Predicate<ColumnName> kept = kept(keys);
        assertThat(columns("a_", COLUMNS).filter(kept)).containsExactly(ColumnName.of("d", "a_0"));
        assertThat(kept.test(ColumnName.of("m", "owner"))).isTrue();
    }

    /** The newest cell, whichever it is, and of a million others nothing. */
    @Test
    void whereFieldsAreOfTheKeyAndTheRowSTimeTwoCellsAreKept() {
        IndexDefinition times = DefinitionText.read(
                "times",
                """
                table: default:wide
                rowKey: {field: id}
                fields: {changed: {timestamp: row}}
                """);
        ColumnSelection.CellFilter filter = times.columns().filter().orElseThrow();
        assertThat(filter.keepsNewest()).isTrue();
        assertThat(filter.besidesFirst()).contains(Set.of());
        assertThat(columns("a_", COLUMNS).filter(filter.ofRow())).hasSize(1);
    }

    @Test
    void oneGetBringsRowsThatCanBeMapped() {
        assertThat(definition("").columns().mostOfFamily()).isEqualTo(5);
        assertThat(definition("").columns().selects(ColumnName.of("d", "a_1"))).isTrue();
    }
}
