/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Between HBase's types and ours. */
final class Results {
    /** Of rows that are read in pieces: how many cells have one piece, where nothing else says it. */
    static final int CELLS_OF_A_PIECE = 1_000;

    private Results() {}

    static TableName tableName(TableId table) {
        return TableName.valueOf(table.namespace(), table.qualifier());
    }

    static TableId tableId(TableName table) {
        return new TableId(table.getNamespaceAsString(), table.getQualifierAsString());
    }

    static Get get(RowKey key, ColumnSelection columns) {
        Get get = new Get(key.bytes().unsafeBytes());
        // Never from a read replica: one that lags would look like a row without its newest cells.
        get.setConsistency(Consistency.STRONG);
        int most = mostCellsOfFamily(columns);
        if (most > 0) {
            get.setMaxResultsPerColumnFamily(most);
        }
        try {
            get.readVersions(columns.versions());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        columns.families().forEach((family, qualifiers) -> {
            byte[] name = family.getBytes(UTF_8);
            if (qualifiers.isEmpty()) {
                get.addFamily(name);
            } else {
                qualifiers.forEach(qualifier -> get.addColumn(name, qualifier.unsafeBytes()));
            }
        });
        return get;
    }

    /** How many cells of a family one get brings at most; 0 for all. */
    static int mostCellsOfFamily(ColumnSelection columns) {
        // A bound on what is kept says nothing of what is thrown away: ordinary rows are to come whole at the first
        // try.
        int most = columns.filter().isPresent()
                ? Math.max(CELLS_OF_A_PIECE, columns.mostOfFamily())
                : columns.mostOfFamily();
        return most * columns.versions();
    }

    /** Whether a get may have brought a part of the row only, where the selection has rows read in pieces. */
    static boolean isCut(Result result, ColumnSelection columns) {
        int most = mostCellsOfFamily(columns);
        if (result.size() < most) {
            return false;
        }
        Map<ByteBuffer, Integer> cells = new HashMap<>();
        for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
            cells.merge(ByteBuffer.wrap(CellUtil.cloneFamily(cell)), 1, Integer::sum);
        }
        return cells.values().stream().anyMatch(count -> count >= most);
    }

    /** With a filter, wide rows come in pieces, which {@link ScanCursor} puts together: no more is in memory than is kept. */
    static void select(Scan scan, ColumnSelection columns) {
        if (columns.filter().isPresent()) {
            scan.setBatch(CELLS_OF_A_PIECE);
        } else if (columns.mostOfFamily() > 0) {
            scan.setMaxResultsPerColumnFamily(mostCellsOfFamily(columns));
        }
        scan.readVersions(columns.versions());
        columns.families().forEach((family, qualifiers) -> {
            byte[] name = family.getBytes(UTF_8);
            if (qualifiers.isEmpty()) {
                scan.addFamily(name);
            } else {
                qualifiers.forEach(qualifier -> scan.addColumn(name, qualifier.unsafeBytes()));
            }
        });
    }

    static Row row(RowKey key, Result result) {
        return new Row(key, cells(result));
    }

    /** Of a whole row, what the selection keeps. */
    static Row row(RowKey key, Result result, ColumnSelection columns) {
        if (result.isEmpty() || columns.filter().isEmpty()) {
            return row(key, result);
        }
        List<Cell> cells = new ArrayList<>();
        addTo(cells, result, columns.filter().get().ofRow());
        return new Row(key, cells);
    }

    /** In HBase's order: those of a column together, the newest first. */
    static List<Cell> cells(Result result) {
        if (result.isEmpty()) {
            return List.of();
        }
        List<Cell> cells = new ArrayList<>(result.size());
        addTo(cells, result, column -> true);
        return cells;
    }

    /** In the same order, those that are kept of a row or of a piece of it. */
    static void addTo(List<Cell> cells, Result result, Predicate<ColumnName> isKept) {
        for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
            ColumnName column = new ColumnName(
                    new String(CellUtil.cloneFamily(cell), UTF_8), ByteArray.wrap(CellUtil.cloneQualifier(cell)));
            if (isKept.test(column)) {
                cells.add(new Cell(column, cell.getTimestamp(), ByteArray.wrap(CellUtil.cloneValue(cell))));
            }
        }
    }
}
