/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Rows with several documents. */
class RowPartsTest {
    private static final int BUCKETS = 8;

    private static IndexDefinition definition(String more) {
        return DefinitionText.read(
                "wide",
                """
                table: default:wide
                unit: cell
                fields:
                  owner: {column: "d:owner", type: keyword}
                cells: {columns: ["d:*"], %s values: {text: {type: text}}}
                """
                        .formatted(more));
    }

    private static Cell cell(String column, String value) {
        return new Cell(ColumnName.parse(column), 1, ByteArray.utf8(value));
    }

    private static Row row(int columns) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            cells.add(cell("d:c" + i, "text " + i));
        }
        cells.add(cell("d:owner", "Ann"));
        return new Row(RowKey.utf8("k"), cells);
    }

    @Test
    void eachCellIsInOneDocumentAndTheRowsOwnFieldsAreInAll() {
        IndexDefinition definition = definition("buckets: 8,");
        RowMapper mapper = new RowMapper(definition);
        Set<String> found = new TreeSet<>();
        int cells = 0;
        for (Row part : new RowParts(definition).of(row(100))) {
            Document document = mapper.map(part);
            assertThat(document.fields()).containsEntry("owner", "Ann");
            for (Object cell : (List<?>) document.fields().get(CellUnit.FIELD)) {
                found.add((String) ((Map<?, ?>) cell).get(CellUnit.QUALIFIER));
                cells++;
            }
        }
        // The column of a row's field is a cell as any other.
        assertThat(found).hasSize(101).contains("owner", "c0", "c99");
        assertThat(cells).isEqualTo(101);
    }

    @Test
    void aBucketWithoutCellsHasNoDocument() {
        IndexDefinition definition = definition("buckets: 8,");
        List<Row> parts = new RowParts(definition).of(new Row(RowKey.utf8("k"), List.of(cell("d:c1", "one"))));
        assertThat(parts).hasSize(BUCKETS);
        assertThat(parts.stream().filter(part -> !part.isEmpty()).map(Row::bucket))
                .containsExactly(definition.cells().orElseThrow().bucket(ColumnName.parse("d:c1")));
    }

    @Test
    void oneBadOrFullBucketLeavesTheOthersAsTheyAre() {
        IndexDefinition definition = definition("buckets: 8, maxCells: 3,");
        RowMapper mapper = new RowMapper(definition);
        CellUnit unit = definition.cells().orElseThrow();
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; cells.size() < 4; i++) {
            if (unit.bucket(ColumnName.of("d", "c" + i)).equals(Bucket.of(2))) {
                cells.add(cell("d:c" + i, "text"));
            }
        }
        cells.add(cell("d:c1", "one"));
        List<Row> parts = new RowParts(definition).of(new Row(RowKey.utf8("k"), cells));
        assertThatThrownBy(() -> mapper.map(parts.get(2)))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("a bucket of the row has more than 3 cells");
        assertThat(mapper.map(parts.get(unit.bucket(ColumnName.of("d", "c1")).number()))
                        .fields())
                .containsKey(CellUnit.FIELD);
    }

    /** Of a full bucket no more is read, so that behind them there may be cells that do fit. */
    @Test
    void cellsThatAreLeftOutCountToo() {
        IndexDefinition definition = definition(
                "buckets: 8, maxCells: 3, qualifier: {undecodable: skip, spec: {parts: {number: {type: u32}}}},");
        CellUnit unit = definition.cells().orElseThrow();
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; cells.size() < 4; i++) {
            if (unit.bucket(ColumnName.of("d", "unfit" + i)).equals(Bucket.of(2))) {
                cells.add(cell("d:unfit" + i, "text"));
            }
        }
        Row part = new RowParts(definition).of(new Row(RowKey.utf8("k"), cells)).get(2);
        assertThatThrownBy(() -> new RowMapper(definition).map(part))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageContaining("a bucket of the row has more than 3 cells");
    }

    @Test
    void ofARowNoMoreIsKeptThanItsDocumentsMayHave() {
        IndexDefinition definition = definition("buckets: 8, maxCells: 3,");
        Predicate<ColumnName> kept = definition
                .columns(List.of(Bucket.of(1), Bucket.of(5)))
                .filter()
                .orElseThrow()
                .ofRow();
        CellUnit unit = definition.cells().orElseThrow();
        List<Bucket> found = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ColumnName column = ColumnName.of("d", "c" + i);
            if (kept.test(column)) {
                found.add(unit.bucket(column));
                assertThat(kept.test(column)).as("an older version").isFalse();
            }
        }
        // One more than there may be tells that there are too many.
        assertThat(found).hasSize(8).containsOnly(Bucket.of(1), Bucket.of(5));
        assertThat(kept.test(ColumnName.of("d", "owner"))).isTrue();
        assertThat(kept.test(ColumnName.of("x", "c1"))).isFalse();
    }

    @Test
    void whereAColumnBelongsNeverChanges() {
        CellUnit unit = definition("buckets: 256,").cells().orElseThrow();
        assertThat(List.of(ColumnName.of("d", "c1"), ColumnName.of("d", ""), ColumnName.of("dc", "1")).stream()
                        .map(unit::bucket)
                        .map(Bucket::number))
                .containsExactly(59, 131, 120);
    }

    @Test
    void bucketsArePartOfWhatMakesADefinitionAnotherOne() {
        assertThat(definition("buckets: 1,").hash()).isEqualTo(definition("").hash());
        assertThat(definition("buckets: 8,").hash())
                .isNotEqualTo(definition("").hash())
                .isNotEqualTo(definition("buckets: 16,").hash());
        assertThat(DefinitionText.read("wide", DefinitionText.write(definition("buckets: 8,")))
                        .hash())
                .isEqualTo(definition("buckets: 8,").hash());
    }
}
