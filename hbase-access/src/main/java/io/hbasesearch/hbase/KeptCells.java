/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/** Gathers what is kept of one row, piece by piece, in HBase's order. For one thread. */
final class KeptCells {
    private final Predicate<ColumnName> isKept;
    private final boolean keepsNewest;
    private final List<Cell> cells = new ArrayList<>();
    private long newestTimestamp = Long.MIN_VALUE;
    /** Unless it is kept anyway. */
    private @Nullable Cell newest;

    private int placeOfNewest;
    private long bytes;
    private byte[] familyBytes = {};
    private String family = "";

    KeptCells(ColumnSelection.CellFilter filter) {
        this.isKept = filter.ofRow();
        this.keepsNewest = filter.keepsNewest();
    }

    void add(Result piece) {
        for (org.apache.hadoop.hbase.Cell cell : piece.rawCells()) {
            bytes += cell.getSerializedSize();
            ColumnName column = new ColumnName(family(cell), ByteArray.wrap(CellUtil.cloneQualifier(cell)));
            boolean keeps = isKept.test(column);
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

    /** Cells of a family come together, and mostly there is one: its name is made once. */
    private String family(org.apache.hadoop.hbase.Cell cell) {
        if (!CellUtil.matchingFamily(cell, familyBytes)) {
            familyBytes = CellUtil.cloneFamily(cell);
            family = new String(familyBytes, UTF_8);
        }
        return family;
    }

    /** Of all that was read, kept or not. */
    long bytes() {
        return bytes;
    }

    List<Cell> cells() {
        if (newest != null) {
            cells.add(placeOfNewest, newest);
            newest = null;
        }
        return cells;
    }
}
