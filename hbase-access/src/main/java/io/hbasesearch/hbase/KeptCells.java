/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Collects the cells to keep of one row, piece by piece, in HBase's order. Drops all of them once they exceed the row limit. For one
 * thread.
 */
final class KeptCells {
    /** Memory of a cell in addition to its names and its value. */
    private static final int CELL_BYTES = 100;

    private final long mostBytes;
    private final Predicate<ColumnName> isKept;
    private final boolean keepsNewest;
    private List<Cell> cells = new ArrayList<>();
    private long newestTimestamp = Long.MIN_VALUE;
    /** The newest cell, unless it is kept anyway. */
    private @Nullable Cell newest;

    private int placeOfNewest;
    private long keptBytes;
    private byte[] familyBytes = {};
    private String family = "";

    /** @param mostBytes maximum size of the kept cells, including 100 bytes of overhead for each */
    KeptCells(Optional<ColumnSelection.CellFilter> filter, long mostBytes) {
        this.mostBytes = mostBytes;
        this.isKept = filter.map(ColumnSelection.CellFilter::ofRow).orElse(any -> true);
        this.keepsNewest =
                filter.filter(ColumnSelection.CellFilter::keepsNewest).isPresent();
    }

    void add(Result piece) {
        for (org.apache.hadoop.hbase.Cell cell : piece.rawCells()) {
            ColumnName column = new ColumnName(family(cell), ByteArray.wrap(CellUtil.cloneQualifier(cell)));
            boolean keeps = isKept.test(column);
            keptBytes += keeps ? CELL_BYTES + cell.getQualifierLength() + cell.getValueLength() : 0;
            if (isTooLarge()) {
                cells = List.of();
                newest = null;
                continue;
            }
            boolean isNewest = keepsNewest && cell.getTimestamp() > newestTimestamp;
            Cell ours = keeps || isNewest
                    ? new Cell(column, cell.getTimestamp(), ByteArray.wrap(CellUtil.cloneValue(cell)))
                    : null;
            if (isNewest) {
                newestTimestamp = cell.getTimestamp();
                newest = keeps ? null : ours;
                placeOfNewest = cells.size();
            }
            if (keeps) {
                cells.add(ours);
            }
        }
    }

    /** Returns the family's name. Caches the last one: cells of a family are adjacent, and most rows have only one family. */
    private String family(org.apache.hadoop.hbase.Cell cell) {
        if (!CellUtil.matchingFamily(cell, familyBytes)) {
            familyBytes = CellUtil.cloneFamily(cell);
            family = new String(familyBytes, UTF_8);
        }
        return family;
    }

    /** Tells whether the row exceeds its limit, so that none of its cells are kept. */
    boolean isTooLarge() {
        return keptBytes > mostBytes;
    }

    Row row(RowKey key) {
        return isTooLarge() ? Row.tooLarge(key, new Row.Excess(keptBytes, mostBytes)) : new Row(key, cells());
    }

    List<Cell> cells() {
        if (newest != null) {
            cells.add(placeOfNewest, newest);
            newest = null;
        }
        return cells;
    }
}
