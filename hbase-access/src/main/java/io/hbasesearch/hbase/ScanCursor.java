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
 * Rows of one scan. The client fetches ahead by a bounded number of bytes. Where a filter keeps a part of their cells, rows may come
 * in pieces, which all have one read point, that of the scan in its region. For one thread, but for {@link #close()}, which
 * any may call, and more than once. Owns the scanner.
 */
final class ScanCursor implements RowCursor {
    private final ResultScanner scanner;
    private final String what;
    private final Optional<ColumnSelection.CellFilter> filter;
    private @Nullable Result following;
    private @Nullable Row next;
    private boolean finished;
    private long rows;
    private long bytes;

    ScanCursor(ResultScanner scanner, String what) {
        this(scanner, what, Optional.empty());
    }

    ScanCursor(ResultScanner scanner, String what, Optional<ColumnSelection.CellFilter> filter) {
        this.scanner = scanner;
        this.what = what;
        this.filter = filter;
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
            return filter.isEmpty() ? Results.row(key, result) : gather(key, result, filter.get());
        } catch (IOException | RuntimeException e) {
            throw HBaseFailures.translate(e, what);
        }
    }

    private Row gather(RowKey key, Result first, ColumnSelection.CellFilter isKept) throws IOException {
        KeptCells kept = new KeptCells(isKept);
        Result piece = first;
        while (piece != null && Arrays.equals(piece.getRow(), key.bytes().unsafeBytes())) {
            kept.add(piece);
            piece = scanner.next();
        }
        following = piece;
        bytes += kept.bytes();
        return new Row(key, kept.cells());
    }

    /** Of all cells that came of the rows so far, where a filter keeps some of them. */
    long bytes() {
        return bytes;
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

    /** How many rows HBase has looked at so far, filtered ones too, where the scan counts them; those that came, where not. */
    long rowsScanned() {
        ScanMetrics metrics = scanner.getScanMetrics();
        return metrics == null ? rows : Math.max(rows, metrics.countOfRowsScanned.get());
    }

    @Override
    public void close() {
        scanner.close();
    }
}
