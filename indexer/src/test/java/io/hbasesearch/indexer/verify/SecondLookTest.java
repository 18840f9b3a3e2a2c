/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents of rows that have several, looked at again. */
class SecondLookTest {
    private static final int COLUMNS = 1_000;
    private static final RowKey ROW = RowKey.utf8("wide");
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "wide",
            """
            table: t
            unit: cell
            fields: {}
            cells: {columns: ["d:*"], maxCells: 20000, buckets: 8, values: {text: {type: text}}}
            """);

    private final List<Row> read = new ArrayList<>();
    private final SecondLook look = new SecondLook(
            DEFINITION,
            new PartialRowReader() {
                @Override
                public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
                    List<Row> rows = keys.stream().map(key -> row(key, columns)).toList();
                    read.addAll(rows);
                    return rows;
                }
            },
            new SortedIndex(),
            new RowMapper(DEFINITION)::outcome,
            Duration.ofSeconds(1));

    private static Row row(RowKey key, ColumnSelection columns) {
        Predicate<ColumnName> kept = columns.filter().orElseThrow().ofRow();
        return new Row(
                key,
                IntStream.range(0, COLUMNS)
                        .mapToObj(i -> ColumnName.of("d", "c" + i))
                        .filter(kept)
                        .map(column -> new Cell(column, 1, ByteArray.utf8("text")))
                        .toList());
    }

    private static Difference missing(RowKey row, int bucket) {
        return Difference.of(
                Difference.Kind.MISSING, row, DocumentId.of(row, Bucket.of(bucket)), "its document does not exist");
    }

    @Test
    void onlyBucketsThatDifferAreReadAndAllOfARowAtOnce() {
        List<Difference> differences =
                Stream.of(3, 5).map(bucket -> missing(ROW, bucket)).toList();
        assertThat(look.at(differences).stream()
                        .flatMap(finding -> finding.difference().stream())
                        .map(Difference::document))
                .isEqualTo(differences.stream().map(Difference::document).toList());
        CellUnit unit = DEFINITION.cells().orElseThrow();
        assertThat(read).hasSize(1);
        assertThat(read.get(0).cells().stream().map(cell -> unit.bucket(cell.column())))
                .containsOnly(Bucket.of(3), Bucket.of(5))
                .hasSizeLessThan(COLUMNS / 2);
    }

    @Test
    void rowsThatAreWideAreReadOneByOneAndFindingsKeepTheirOrder() {
        RowKey other = RowKey.utf8("other");
        List<Difference> differences = List.of(missing(ROW, 1), missing(other, 2), missing(ROW, 7));
        assertThat(DEFINITION.rowsTogether()).isEqualTo(1);
        assertThat(look.at(differences).stream()
                        .flatMap(finding -> finding.difference().stream())
                        .map(Difference::document))
                .isEqualTo(differences.stream().map(Difference::document).toList());
        assertThat(read.stream().map(Row::key)).containsExactly(ROW, other);
    }

    @Test
    void ofLargeRowsFewAreReadTogether() {
        SortedTable table = new SortedTable();
        ByteArray body = ByteArray.wrap(new byte[3 << 20]);
        IntStream.range(0, 9).forEach(i -> table.rows.put(RowKey.utf8("row" + i), body));
        SecondLook narrow = new SecondLook(
                SortedTable.DEFINITION,
                table,
                new SortedIndex(),
                row -> new RowOutcome.LeftOut("whatever it is"),
                Duration.ofSeconds(1));
        narrow.at(table.rows.keySet().stream()
                .map(row ->
                        Difference.of(Difference.Kind.MISSING, row, DocumentId.of(row), "its document does not exist"))
                .toList());
        assertThat(table.reads).containsExactly(1, 2, 2, 2, 2);
    }

    @Test
    void aDocumentOfABucketThatNoRowHasIsLookedAtAllTheSame() {
        Difference extra = missing(ROW, 200);
        assertThat(look.at(List.of(extra)))
                .allSatisfy(finding -> assertThat(finding.difference()).isEmpty());
    }
}
