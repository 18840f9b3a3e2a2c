/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows that come in pieces, from servers or from the files of a snapshot. */
class ScanCursorTest {
    private static final int COLUMNS = 100_000;
    private static final int KEPT = 100;

    /** Every thousandth column. */
    private static final ColumnSelection SOME = ColumnSelection.of(List.of(), List.of("d"))
            .keeping(() -> column -> column.qualifier().utf8().endsWith("000"));

    /** Rows a and c are wide, b is not; makes each piece when it is asked for, and no other exists then. */
    private static final class Pieces implements ResultScanner {
        private final int ofPiece;
        private int row;
        private int column;
        private boolean isClosed;

        Pieces(Scan scan) {
            ofPiece = scan.getBatch();
            assertThat(ofPiece).isBetween(1, COLUMNS / 10);
        }

        @Override
        public Result next() {
            if (row > 2) {
                return null;
            }
            int end = Math.min(column + ofPiece, row == 1 ? 2 : COLUMNS);
            List<Cell> cells = new ArrayList<>();
            for (; column < end; column++) {
                cells.add(cell("abc".substring(row, row + 1), String.format("c%06d", column)));
            }
            if (end == COLUMNS || row == 1) {
                row++;
                column = 0;
            }
            return Result.create(cells);
        }

        @Override
        public boolean renewLease() {
            return true;
        }

        @Override
        public ScanMetrics getScanMetrics() {
            return null;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private static Cell cell(String row, String qualifier) {
        return new KeyValue(Bytes.toBytes(row), Bytes.toBytes("d"), Bytes.toBytes(qualifier), Bytes.toBytes("value"));
    }

    @Test
    void piecesOfARowAreOneRowThatHasWhatIsKept() {
        Pieces pieces = new Pieces(HBaseFiles.scan(SOME, KeyRange.all()));
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = HBaseFiles.rows(pieces, SOME, Long.MAX_VALUE, "reading")) {
            cursor.forEachRemaining(rows::add);
        }
        assertThat(rows.stream().map(row -> row.key().bytes().utf8())).containsExactly("a", "b", "c");
        assertThat(rows.get(0).cells()).hasSize(KEPT);
        assertThat(rows.get(1).cells()).hasSize(1);
        assertThat(rows.get(2).cells()).hasSize(KEPT);
        assertThat(rows.get(2).cell(ColumnName.of("d", "c099000"))).isPresent();
        assertThat(pieces.isClosed).isTrue();
    }

    @Test
    void ofARowThatIsTooLargeNothingIsKeptAndTheNextOneFollows() {
        ColumnSelection all = new ColumnSelection(SOME.families());
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor =
                HBaseFiles.rows(new Pieces(HBaseFiles.scan(all, KeyRange.all())), all, 1 << 20, "reading")) {
            cursor.forEachRemaining(rows::add);
        }
        assertThat(rows.stream().map(row -> row.key().bytes().utf8())).containsExactly("a", "b", "c");
        assertThat(rows.stream().map(row -> row.cells().size())).containsExactly(0, 2, 0);
        assertThat(rows.stream().map(Row::isEmpty)).containsOnly(false);
        assertThat(rows.get(0).excess().orElseThrow().bytes()).isGreaterThan(100L * COLUMNS);
    }
}
