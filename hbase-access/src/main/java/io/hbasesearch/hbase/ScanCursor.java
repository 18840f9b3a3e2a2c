/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.jspecify.annotations.Nullable;

/** Rows of one scan. The client fetches ahead by a bounded number of bytes. For one thread. Owns the scanner. */
final class ScanCursor implements RowCursor {
    private final ResultScanner scanner;
    private final String what;
    private @Nullable Row next;
    private boolean finished;

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
            return result == null ? null : Results.row(RowKey.wrap(result.getRow()), result);
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

    @Override
    public void close() {
        scanner.close();
    }
}
