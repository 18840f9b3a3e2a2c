/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides a scan of a table into adjacent chunks without gaps: documents between two rows belong to the chunk before them. Bounded
 * by rows and bytes. For one thread. Borrows the cursor.
 */
final class ChunkReader {
    private static final long MAX_BYTES = 8L << 20;

    /** The approximate size of a cell besides its value: a row may have very many small ones. */
    private static final int CELL_BYTES = 40;

    private final RowCursor table;
    private final KeyRange range;
    private ByteArray start;
    private @Nullable Row next;

    /** @param range that the cursor covers */
    ChunkReader(RowCursor table, KeyRange range) {
        this.table = table;
        this.range = range;
        this.start = range.start();
    }

    /**
     * @param keys the chunk's own range: it ends where the next chunk begins, the last one where the scan ends
     * @param isRest whether its beginning was compared before
     */
    record Chunk(KeyRange keys, List<Row> rows, boolean isRest) {
        /** Returns what is left of it from a key on. */
        Chunk from(ByteArray key) {
            KeyRange rest = new KeyRange(key, keys.stop());
            return new Chunk(
                    rest, rows.stream().filter(row -> rest.contains(row.key())).toList(), true);
        }
    }

    /** @param maxRows at least 1 */
    Chunk next(int maxRows) {
        List<Row> rows = new ArrayList<>();
        long bytes = 0;
        for (Row row = peek(); row != null && rows.size() < maxRows && bytes < MAX_BYTES; row = peek()) {
            rows.add(row);
            bytes += bytes(row);
            next = null;
        }
        Row following = peek();
        ByteArray stop = following == null ? range.stop() : following.key().bytes();
        Chunk chunk = new Chunk(new KeyRange(start, stop), rows, false);
        start = stop;
        return chunk;
    }

    private @Nullable Row peek() {
        if (next == null && table.hasNext()) {
            next = table.next();
        }
        return next;
    }

    private static long bytes(Row row) {
        return row.key().bytes().length()
                + row.everyCell()
                        .mapToLong(cell -> CELL_BYTES + cell.value().length())
                        .sum();
    }
}
