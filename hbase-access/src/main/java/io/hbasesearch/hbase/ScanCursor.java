/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the rows of one scan. The client fetches ahead by a bounded number of bytes. Rows may come in pieces, which all have one
 * read point, that of the scan in its region. For one thread, except {@link #close()}, which any thread may call, and more than once. Owns
 * the scanner.
 */
final class ScanCursor implements RowCursor {
    private final ResultScanner scanner;
    private final String what;
    private final Optional<ColumnSelection.CellFilter> filter;
    private final long mostRowBytes;
    private final boolean isInPieces;
    private @Nullable Result following;
    private @Nullable Row next;
    private boolean finished;
    private long rows;

    /** Reads a scan in which each result is one row. */
    ScanCursor(ResultScanner scanner, String what) {
        this(scanner, what, Optional.empty(), Long.MAX_VALUE, false);
    }

    /**
     * Reads a scan whose rows may come in pieces.
     *
     * @param filter of the cells that are kept
     * @param mostRowBytes a row of which more is kept is {@link Row#tooLarge}; the rest of it is skipped
     */
    ScanCursor(ResultScanner scanner, String what, Optional<ColumnSelection.CellFilter> filter, long mostRowBytes) {
        this(scanner, what, filter, mostRowBytes, true);
    }

    private ScanCursor(
            ResultScanner scanner,
            String what,
            Optional<ColumnSelection.CellFilter> filter,
            long mostRowBytes,
            boolean isInPieces) {
        this.scanner = scanner;
        this.what = what;
        this.filter = filter;
        this.mostRowBytes = mostRowBytes;
        this.isInPieces = isInPieces;
    }

    @Override
    public boolean hasNext() {
        if (next == null && !finished) {
            next = fetch();
            finished = next == null;
        }
        return next != null;
    }

    private @Nullable Row fetch() {
        try {
            Result result = following == null ? scanner.next() : following;
            following = null;
            if (result == null) {
                return null;
            }
            rows++;
            RowKey key = RowKey.wrap(result.getRow());
            return isInPieces ? gather(key, result) : Results.row(key, result);
        } catch (IOException | RuntimeException e) {
            throw HBaseFailures.translate(e, what);
        }
    }

    private Row gather(RowKey key, Result first) throws IOException {
        KeptCells kept = new KeptCells(filter, mostRowBytes);
        Result piece = first;
        while (piece != null && Arrays.equals(piece.getRow(), key.bytes().unsafeBytes())) {
            kept.add(piece);
            piece = scanner.next();
        }
        following = piece;
        return kept.row(key);
    }

    @Override
    public Row next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("no more rows");
        }
        Row row = next;
        next = null;
        return row;
    }

    /**
     * Returns how many rows HBase has examined so far, including filtered ones, if the scan counts them; else the number of rows received.
     */
    long rowsScanned() {
        ScanMetrics metrics = scanner.getScanMetrics();
        return metrics == null ? rows : Math.max(rows, metrics.countOfRowsScanned.get());
    }

    @Override
    public void close() {
        scanner.close();
    }
}
