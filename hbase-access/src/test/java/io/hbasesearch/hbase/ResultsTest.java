/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final ColumnSelection COLUMNS =
            ColumnSelection.of(List.of(ColumnName.of("m", "owner")), List.of("d"));

    @Test
    void gets_and_scans_ask_for_no_more_columns_of_a_family_than_are_wanted() {
        Get get = Results.get(RowKey.utf8("k"), COLUMNS.atMost(7));
        assertThat(get.getMaxResultsPerColumnFamily()).isEqualTo(7);
        assertThat(get.familySet()).hasSize(2);
        Scan scan = HBaseFiles.scan(COLUMNS.atMost(7), KeyRange.all());
        assertThat(scan.getMaxResultsPerColumnFamily()).isEqualTo(7);
    }

    @Test
    void without_a_bound_they_ask_for_all() {
        int all = new Get(Bytes.toBytes("k")).getMaxResultsPerColumnFamily();
        assertThat(Results.get(RowKey.utf8("k"), COLUMNS).getMaxResultsPerColumnFamily())
                .isEqualTo(all);
    }

    /** So that rows that are not wide cost one batch of gets for many. */
    @Test
    void where_cells_are_filtered_a_get_brings_one_piece_and_tells_whether_it_is_all() {
        ColumnSelection kept = COLUMNS.atMost(3)
                .keeping(() -> column -> column.qualifier().utf8().equals("b"));
        int piece = Results.CELLS_OF_A_PIECE;
        assertThat(Results.get(RowKey.utf8("k"), kept).getMaxResultsPerColumnFamily())
                .isEqualTo(piece);
        assertThat(Results.get(RowKey.utf8("k"), kept.atMost(2 * piece)).getMaxResultsPerColumnFamily())
                .isEqualTo(2 * piece);
        assertThat(Results.get(RowKey.utf8("k"), kept.atMost(0)).getMaxResultsPerColumnFamily())
                .isEqualTo(piece);
        Result narrow = result("d:a", "d:b", "m:owner");
        assertThat(Results.isCut(narrow, kept)).isFalse();
        assertThat(Results.row(RowKey.utf8("k"), narrow, kept).cells()).hasSize(1);
        String[] wide = IntStream.range(0, piece)
                .mapToObj(i -> String.format(Locale.ROOT, "d:c%04d", i))
                .toArray(String[]::new);
        assertThat(Results.isCut(result(wide), kept)).isTrue();
    }

    private static Result result(String... columns) {
        List<Cell> cells = new ArrayList<>();
        for (String column : columns) {
            String[] parts = column.split(":");
            cells.add(new KeyValue(
                    Bytes.toBytes("k"), Bytes.toBytes(parts[0]), Bytes.toBytes(parts[1]), Bytes.toBytes("value")));
        }
        return Result.create(cells);
    }
}
