/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** Rows of one scan. The client fetches ahead by a bounded number of bytes. For one thread. Owns the scanner. */
final class ScanCursor implements RowCursor {
    private final ResultScanner scanner;
    private final String what;
    private @Nullable Row next;
    private boolean finished;
    private long rows;

    ScanCursor(ResultScanner scanner, String what) {
        this.scanner = scanner;
        this.what = what;
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
            Result result = scanner.next();
            if (result == null) {
                return null;
            }
            rows++;
            return Results.row(RowKey.wrap(result.getRow()), result);
        } catch (IOException | RuntimeException e) {
            throw HBaseFailures.translate(e, what);
        }
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
