/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Converts between HBase's types and this project's. */
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

    /** Returns the maximum number of cells of a family; 0 for all. */
    private static int mostCellsOfFamily(ColumnSelection columns) {
        return isKeptByServers(columns) ? 1 : columns.mostOfFamily() * columns.versions();
    }

    /**
     * Adds a selection to a scan. Large rows come in pieces, each limited by the scan's answer size; {@link ScanCursor} joins them, so that
     * only kept cells are in memory.
     */
    static void select(Scan scan, ColumnSelection columns) {
        scan.setAllowPartialResults(true);
        if (scan.getFilter() == null) {
            filter(columns).ifPresent(scan::setFilter);
        }
        int most = columns.filter().isEmpty() || isKeptByServers(columns) ? mostCellsOfFamily(columns) : 0;
        if (most > 0) {
            scan.setMaxResultsPerColumnFamily(most);
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
        return row(key, result, ColumnSelection.everything(), Long.MAX_VALUE);
    }

    /** Returns the cells of a whole row that the selection keeps, unless they exceed the limit. */
    static Row row(RowKey key, Result result, ColumnSelection columns, long mostRowBytes) {
        if (result.isEmpty()) {
            return new Row(key, List.of());
        }
        KeptCells kept = new KeptCells(columns.filter(), mostRowBytes);
        kept.add(result);
        return kept.row(key);
    }

    /** Tells whether HBase itself sends little more of a row than is kept: the first cell of each family, if no more is wanted. */
    static boolean isKeptByServers(ColumnSelection columns) {
        return columns.filter()
                .filter(filter -> !filter.keepsNewest())
                .flatMap(ColumnSelection.CellFilter::besidesFirst)
                .filter(Set::isEmpty)
                .isPresent();
    }

    /** Tells whether no value is needed, only at most when cells were written. */
    static boolean areValuesLeftOut(ColumnSelection columns) {
        return columns.filter()
                .flatMap(ColumnSelection.CellFilter::besidesFirst)
                .filter(Set::isEmpty)
                .isPresent();
    }

    /**
     * Returns the part of the selection's filter that HBase can evaluate; the rest is applied to what it sends. Uses no filter that
     * remembers earlier cells, such as FirstKeyOnlyFilter: HBase applies the reader's visibility labels after it, and a row whose first
     * cell is hidden would look deleted.
     */
    private static Optional<Filter> filter(ColumnSelection columns) {
        return areValuesLeftOut(columns) ? Optional.of(new KeyOnlyFilter()) : Optional.empty();
    }
}
