/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

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
        filter(columns).ifPresent(get::setFilter);
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
        if (isKeptByServers(columns)) {
            return 1;
        }
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

    /**
     * With a filter, wide rows come in pieces, which {@link ScanCursor} puts together: no more is in memory than is kept. A piece ends
     * with so many cells, which also the files of a snapshot know, or with the size that the scan has for its answers.
     */
    static void select(Scan scan, ColumnSelection columns) {
        if (columns.filter().isPresent()) {
            scan.setBatch(CELLS_OF_A_PIECE).setAllowPartialResults(true);
            if (scan.getFilter() == null) {
                filter(columns).ifPresent(scan::setFilter);
            }
            if (isKeptByServers(columns)) {
                scan.setMaxResultsPerColumnFamily(1);
            }
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
        KeptCells kept = new KeptCells(columns.filter().get());
        kept.add(result);
        return new Row(key, kept.cells());
    }

    /** In HBase's order: those of a column together, the newest first. */
    static List<Cell> cells(Result result) {
        if (result.isEmpty()) {
            return List.of();
        }
        KeptCells all = new KeptCells(() -> column -> true);
        all.add(result);
        return all.cells();
    }

    /** In memory, about. */
    static long bytes(Result result) {
        long bytes = 0;
        if (!result.isEmpty()) {
            for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
                bytes += cell.getSerializedSize();
            }
        }
        return bytes;
    }

    /** Whether HBase itself sends little more of a row than is kept: the first cell of each family, where no more is wanted. */
    static boolean isKeptByServers(ColumnSelection columns) {
        return columns.filter()
                .filter(filter -> !filter.keepsNewest())
                .flatMap(ColumnSelection.CellFilter::besidesFirst)
                .filter(Set::isEmpty)
                .isPresent();
    }

    /** Whether nobody needs a value, but at most when cells were written. */
    static boolean areValuesLeftOut(ColumnSelection columns) {
        return columns.filter()
                .flatMap(ColumnSelection.CellFilter::besidesFirst)
                .filter(Set::isEmpty)
                .isPresent();
    }

    /**
     * What of the selection's filter HBase can do by itself; the rest is done with what it sends. Nothing that remembers cells which
     * were seen before, as FirstKeyOnlyFilter: HBase puts its own filter of cells behind, which the reader's labels hide, and a row
     * whose first cell is hidden would look as if it were gone.
     */
    private static Optional<Filter> filter(ColumnSelection columns) {
        return areValuesLeftOut(columns) ? Optional.of(new KeyOnlyFilter()) : Optional.empty();
    }
}
