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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Between HBase's types and ours. */
final class Results {
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
        if (columns.mostOfFamily() > 0) {
            get.setMaxResultsPerColumnFamily(columns.mostOfFamily() * columns.versions());
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

    static void select(Scan scan, ColumnSelection columns) {
        if (columns.mostOfFamily() > 0 && columns.filter().isEmpty()) {
            scan.setMaxResultsPerColumnFamily(columns.mostOfFamily() * columns.versions());
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
