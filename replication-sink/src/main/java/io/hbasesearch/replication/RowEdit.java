/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * The cells of one row in one WAL entry: what one event announces. Refers to the entry's cells without copying them.
 * Belongs to the thread that ships it.
 */
final class RowEdit extends Announcement {
    final byte[] row;
    final List<Cell> cells = new ArrayList<>(1);

    private RowEdit(Entry entry, String region, byte[] row) {
        super(entry, region, PayloadLevel.EDITS);
        this.row = row;
    }

    /** The given cells of {@code entry} by row, in the order of the rows' first cells. */
    static List<RowEdit> group(Entry entry, List<Cell> cells) {
        if (cells.isEmpty()) {
            return new ArrayList<>();
        }
        String region = regionOf(entry);
        Map<ByteBuffer, RowEdit> byRow = new LinkedHashMap<>();
        RowEdit last = null;
        for (Cell cell : cells) {
            // A row's cells stand side by side in nearly every entry.
            if (last == null || !CellUtil.matchingRows(cell, last.row)) {
                byte[] row = CellUtil.cloneRow(cell);
                last = byRow.computeIfAbsent(ByteBuffer.wrap(row), absent -> new RowEdit(entry, region, row));
            }
            last.cells.add(cell);
        }
        return new ArrayList<>(byRow.values());
    }
}
