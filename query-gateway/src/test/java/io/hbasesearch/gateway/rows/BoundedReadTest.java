/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.request.ColumnNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of rows of any number of columns, those that are mapped are read whatever stands before them, and of others so many. */
class BoundedReadTest {
    private static final int MOST = 100;
    private static final ColumnName LAST = ColumnName.of("d", "z");
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "wide",
            """
            table: t
            fields:
              owner: {column: "m:owner", type: keyword}
              attributes: {columns: "d:b_*", maxColumns: 500}
            """);

    private static final IndexDefinition NARROW = DefinitionText.read(
            "narrow",
            """
            table: t
            fields: {owner: {column: "m:owner", type: keyword}}
            """);

    private static Row read(BoundedRead bounded, int others, int mapped) {
        ColumnSelection columns = bounded.selection();
        Predicate<ColumnName> kept =
                columns.filter().map(ColumnSelection.CellFilter::ofRow).orElse(column -> true);
        Stream<ColumnName> all = Stream.of(
                        IntStream.range(0, others).mapToObj(i -> ColumnName.of("d", "a" + i)),
                        IntStream.range(0, mapped).mapToObj(i -> ColumnName.of("d", "b_" + i)),
                        Stream.of(LAST, ColumnName.of("m", "owner")))
                .flatMap(part -> part);
        return new Row(
                RowKey.utf8("k"),
                all.filter(columns::selects)
                        .filter(kept)
                        .map(column -> new Cell(column, 1, ByteArray.utf8("value")))
                        .toList());
    }

    @Test
    void whatIsMappedIsReadBehindAnyNumberOfOtherColumns() {
        BoundedRead bounded = BoundedRead.ofRows(DEFINITION, Optional.empty(), MOST);
        Row row = read(bounded, 50_000, 400);
        assertThat(row.cells()).hasSizeBetween(MOST + 401, MOST + 403);
        assertThat(row.cell(ColumnName.of("d", "b_399"))).isPresent();
        assertThat(row.cell(ColumnName.of("m", "owner"))).isPresent();
        assertThat(bounded.isCut(row)).isTrue();
    }

    @Test
    void aRowThatIsWholeIsNotCalledCutHoweverMuchOfItIsMapped() {
        BoundedRead bounded = BoundedRead.ofRows(DEFINITION, Optional.empty(), MOST);
        Row row = read(bounded, MOST - 2, 500);
        assertThat(row.cells()).hasSize(MOST - 2 + 500 + 2);
        assertThat(bounded.isCut(row)).isFalse();
    }

    @Test
    void columnsThatAreAskedForByNameAreAlwaysRead() {
        BoundedRead bounded = BoundedRead.ofRows(DEFINITION, Optional.of(ColumnSelection.of(List.of(LAST))), MOST);
        Row row = read(bounded, 50_000, 2);
        assertThat(row.cell(LAST)).isPresent();
        assertThat(bounded.isCut(row)).isFalse();
    }

    @Test
    void ofColumnsThatAreAskedForByNameNoneIsMissingAndNoneSaidToBe() {
        List<ColumnName> many = IntStream.range(0, 2 * MOST)
                .mapToObj(i -> ColumnName.of("d", "a" + i))
                .toList();
        BoundedRead besideFamily = BoundedRead.ofRows(DEFINITION, Optional.of(ColumnSelection.of(many)), MOST);
        Row row = read(besideFamily, 50_000, 2);
        assertThat(row.cells()).extracting(Cell::column).containsAll(many);
        assertThat(besideFamily.isCut(row)).isFalse();

        BoundedRead alone = BoundedRead.ofRows(NARROW, Optional.of(ColumnSelection.of(many)), MOST);
        row = read(alone, 50_000, 2);
        assertThat(row.cells()).hasSize(many.size() + 1);
        assertThat(alone.isCut(row)).isFalse();
    }

    @Test
    void whereNoFamilyIsReadWholeNothingIsFiltered() {
        assertThat(BoundedRead.ofRows(NARROW, Optional.empty(), MOST).selection())
                .isEqualTo(NARROW.columns());
        assertThat(BoundedRead.ofRows(NARROW, Optional.of(ColumnNames.parse(List.of("d"))), MOST)
                        .selection()
                        .filter())
                .isPresent();
    }
}
