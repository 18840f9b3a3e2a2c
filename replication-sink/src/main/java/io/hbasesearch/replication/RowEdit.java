/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.PayloadLevel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Cells of one row in one WAL entry, which one event announces. Refers to the entry's cells without copying them. Belongs to the thread
 * that ships it.
 */
final class RowEdit extends Announcement {
    final byte[] row;
    final List<Cell> cells;

    private RowEdit(Entry entry, byte[] row, List<Cell> cells) {
        super(entry, PayloadLevel.EDITS);
        this.row = row;
        this.cells = cells;
    }

    /**
     * Groups the given cells of {@code entry} by row, in the order of the rows' first cells.
     *
     * @param cells must no longer be modified
     */
    static List<RowEdit> group(Entry entry, List<Cell> cells) {
        if (cells.isEmpty()) {
            return Collections.emptyList();
        }
        byte[] row = CellUtil.cloneRow(cells.get(0));
        // True of nearly every entry; a map for each would be a large part of an entry's cost.
        return areAllOf(row, cells)
                ? Collections.singletonList(new RowEdit(entry, row, cells))
                : new ArrayList<>(byRow(entry, cells).values());
    }

    private static boolean areAllOf(byte[] row, List<Cell> cells) {
        for (int i = 1; i < cells.size(); i++) {
            if (!CellUtil.matchingRows(cells.get(i), row)) {
                return false;
            }
        }
        return true;
    }

    private static Map<ByteBuffer, RowEdit> byRow(Entry entry, List<Cell> cells) {
        Map<ByteBuffer, RowEdit> byRow = new LinkedHashMap<>();
        RowEdit last = null;
        for (Cell cell : cells) {
            // A row's cells are adjacent in nearly every entry.
            if (last == null || !CellUtil.matchingRows(cell, last.row)) {
                byte[] row = CellUtil.cloneRow(cell);
                last = byRow.computeIfAbsent(
                        ByteBuffer.wrap(row), absent -> new RowEdit(entry, row, new ArrayList<>(1)));
            }
            last.cells.add(cell);
        }
        return byRow;
    }
}
