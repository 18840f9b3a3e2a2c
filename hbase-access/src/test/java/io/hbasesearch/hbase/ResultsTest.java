/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final ColumnSelection COLUMNS =
            ColumnSelection.of(List.of(ColumnName.of("m", "owner")), List.of("d"));

    @Test
    void getsAndScansAskForNoMoreColumnsOfAFamilyThanAreWanted() {
        Get get = Results.get(RowKey.utf8("k"), COLUMNS.atMost(7));
        assertThat(get.getMaxResultsPerColumnFamily()).isEqualTo(7);
        assertThat(get.familySet()).hasSize(2);
        Scan scan = HBaseFiles.scan(COLUMNS.atMost(7), KeyRange.all());
        assertThat(scan.getMaxResultsPerColumnFamily()).isEqualTo(7);
    }

    @Test
    void withoutABoundTheyAskForAll() {
        int all = new Get(Bytes.toBytes("k")).getMaxResultsPerColumnFamily();
        assertThat(Results.get(RowKey.utf8("k"), COLUMNS).getMaxResultsPerColumnFamily())
                .isEqualTo(all);
    }

    /** How many are passed over before those that are kept nobody knows. */
    @Test
    void whereCellsAreFilteredScansBringAllOfAFamilyInPieces() {
        ColumnSelection kept = COLUMNS.atMost(3)
                .keeping(() -> column -> column.qualifier().utf8().equals("b"));
        Scan scan = HBaseFiles.scan(kept, KeyRange.all());
        assertThat(scan.getMaxResultsPerColumnFamily()).isEqualTo(new Scan().getMaxResultsPerColumnFamily());
        assertThat(scan.getAllowPartialResults()).isTrue();
        assertThat(row(result("d:a", "d:b", "m:owner"), kept).cells()).hasSize(1);
    }

    @Test
    void ofARowThatHasMoreBytesThanItMayNoCellIsKeptAndItIsNotGone() {
        ColumnSelection b =
                COLUMNS.keeping(() -> column -> column.qualifier().utf8().equals("b"));
        Result result = result("d:a", "d:b", "m:owner");
        RowKey key = RowKey.utf8("k");
        Row large = Results.row(key, result, COLUMNS, 200);
        assertThat(large.cells()).isEmpty();
        assertThat(large.isEmpty()).isFalse();
        assertThat(large.excess().orElseThrow().most()).isEqualTo(200);
        assertThat(large.excess().orElseThrow().bytes()).isGreaterThan(200);
        assertThat(Results.row(key, result, b, 200).cells())
                .as("what is not kept does not count")
                .hasSize(1);
    }

    /** Where fields need no column. */
    @Test
    void whereOneCellIsEnoughServersAreAskedForNoMore() {
        ColumnSelection first = ColumnSelection.everything().keeping(new First(Set.of(), false));
        assertThat(Results.isKeptByServers(first)).isTrue();
        // No FirstKeyOnlyFilter: labels may hide the first cell from the reader, and the row is there all the same.
        assertThat(Results.get(RowKey.utf8("k"), first).getFilter()).isInstanceOf(KeyOnlyFilter.class);
        assertThat(Results.get(RowKey.utf8("k"), first).getMaxResultsPerColumnFamily())
                .isEqualTo(1);
        Scan scanned = HBaseFiles.scan(first, KeyRange.all());
        assertThat(scanned.getFilter()).isInstanceOf(KeyOnlyFilter.class);
        assertThat(scanned.getMaxResultsPerColumnFamily()).isEqualTo(1);
        ColumnSelection condition =
                ColumnSelection.everything().keeping(new First(Set.of(ColumnName.of("d", "state")), false));
        assertThat(Results.isKeptByServers(condition)).isFalse();
        assertThat(Results.get(RowKey.utf8("k"), condition).getFilter()).isNull();
        ColumnSelection times = ColumnSelection.everything().keeping(new First(Set.of(), true));
        assertThat(Results.get(RowKey.utf8("k"), times).getFilter()).isInstanceOf(KeyOnlyFilter.class);
        assertThat(Results.isKeptByServers(times)).isFalse();
        ColumnSelection values =
                ColumnSelection.everything().keeping(new First(Set.of(ColumnName.of("d", "state")), true));
        assertThat(Results.get(RowKey.utf8("k"), values).getFilter()).isNull();
        Scan scan = new Scan().setFilter(new KeyOnlyFilter());
        Results.select(scan, first);
        assertThat(scan.getFilter()).as("that of the path").isInstanceOf(KeyOnlyFilter.class);
    }

    @Test
    void theNewestCellIsKeptWhereItStands() {
        ColumnSelection times = ColumnSelection.everything().keeping(new First(Set.of(ColumnName.of("d", "e")), true));
        assertThat(kept(times, 1, 2, 9, 3, 4, 5, 6)).containsExactly("d:a 1", "d:c 9", "d:e 4");
        assertThat(kept(times, 9, 2, 1, 3, 4, 5, 6)).containsExactly("d:a 9", "d:e 4");
        assertThat(kept(times, 1, 2, 1, 3, 4, 5, 9)).containsExactly("d:a 1", "d:e 4", "d:g 9");
    }

    /** The first cell, one, and the newest. */
    private record First(Set<ColumnName> kept, boolean keepsNewest) implements ColumnSelection.CellFilter {
        @Override
        public Predicate<ColumnName> ofRow() {
            return column -> column.equals(ColumnName.of("d", "a")) || kept.contains(column);
        }

        @Override
        public Optional<Set<ColumnName>> besidesFirst() {
            return Optional.of(kept);
        }
    }

    private static List<String> kept(ColumnSelection columns, long... timestamps) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < timestamps.length; i++) {
            cells.add(new KeyValue(
                    Bytes.toBytes("k"), Bytes.toBytes("d"), new byte[] {(byte) ('a' + i)}, timestamps[i], new byte[0]));
        }
        return row(Result.create(cells), columns).cells().stream()
                .map(cell -> cell.column() + " " + cell.timestamp())
                .toList();
    }

    private static Row row(Result result, ColumnSelection columns) {
        return Results.row(RowKey.utf8("k"), result, columns, Long.MAX_VALUE);
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
