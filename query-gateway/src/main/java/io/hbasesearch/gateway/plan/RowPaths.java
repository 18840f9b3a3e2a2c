/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.BestRows;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads access paths with any {@link RowReader}: multi-gets in batches, and one scan after the other, which keeps the order of keys. For a
 * gateway without a better path reader. Borrows the reader.
 */
public final class RowPaths implements PathReader {
    private final RowReader rows;

    public RowPaths(RowReader rows) {
        this.rows = Objects.requireNonNull(rows, "rows");
    }

    @Override
    public PathRows read(PathRequest request) {
        BestRows best = BestRows.of(request);
        Deadline end = Deadline.after(request.readFor());
        long read = 0;
        RowKey last = null;
        try (RowCursor cursor = open(request)) {
            while (!isEnough(request, best) && cursor.hasNext()) {
                if (read >= request.mostRead()
                        || end.isOver()
                        || request.check().isOver()) {
                    return new PathRows(
                            best.rows(),
                            read,
                            true,
                            isInKeyOrder(request) ? Optional.ofNullable(last) : Optional.empty());
                }
                Row row = cursor.next();
                read++;
                last = row.key();
                request.check().fields(row).ifPresent(fields -> best.add(new PathRows.Found(row, fields)));
            }
        }
        return best.isCut() && request.order().isEmpty()
                ? PathRows.full(best, read)
                : new PathRows(best.rows(), read, best.isCut(), Optional.empty(), best.isCut());
    }

    /** Tells whether the page is full. Rows come in the order of keys, so no remaining row is among the first. */
    private static boolean isEnough(PathRequest request, BestRows best) {
        return isInKeyOrder(request) && best.isFull();
    }

    /** Tells whether rows are wanted in key order. The last rows are also found from the beginning: a row reader has no other direction. */
    private static boolean isInKeyOrder(PathRequest request) {
        return request.order().isEmpty() && !request.fromEnd();
    }

    private RowCursor open(PathRequest request) {
        if (request.path() instanceof AccessPath.Gets gets) {
            return new Batches(
                    gets.keys().stream().sorted().toList(),
                    request.limit(),
                    request.mostBytes(),
                    some -> rows.readSome(
                            request.table(), request.columns(), some, request.mostBytes(), request.timeout()));
        }
        if (request.path() instanceof AccessPath.Scan scan) {
            return new Scans(
                    scan.ranges(), scan.fuzzy(), range -> rows.scan(request.table(), request.columns(), range));
        }
        throw new IllegalArgumentException("not a path that can be read: " + request.path());
    }

    /** Does nothing: the reader is the caller's. */
    @Override
    public void close() {}

    @FunctionalInterface
    private interface Reading {
        List<Row> read(List<RowKey> keys);
    }

    /** Reads existing rows by their keys. For one thread. */
    private static final class Batches implements RowCursor {
        private final List<RowKey> keys;
        private final int most;
        private final long mostBytes;
        private final Reading reading;
        private final RowSizeEstimator usual = new RowSizeEstimator();
        private final Deque<Row> ready = new ArrayDeque<>();
        private int read;

        /** @param most rows at a time */
        Batches(List<RowKey> keys, int most, long mostBytes, Reading reading) {
            this.keys = keys;
            this.most = most;
            this.mostBytes = mostBytes;
            this.reading = reading;
        }

        @Override
        public boolean hasNext() {
            while (ready.isEmpty() && read < keys.size()) {
                int batch = usual.rowsIn(mostBytes, Math.min(most, keys.size() - read));
                List<Row> some = reading.read(keys.subList(read, read + batch));
                some.stream().filter(row -> !row.isEmpty()).forEach(ready::add);
                usual.learn(some.size(), some.stream().mapToLong(Row::bytes).sum());
                read += some.size();
            }
            return !ready.isEmpty();
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more rows");
            }
            return ready.remove();
        }

        @Override
        public void close() {}
    }

    @FunctionalInterface
    private interface Scanning {
        RowCursor open(KeyRange range);
    }

    /** Runs scans one after the other. For one thread. Owns the open scan. */
    private static final class Scans implements RowCursor {
        private final Deque<KeyRange> ranges;
        private final List<BytePattern> patterns;
        private final Scanning scanning;
        private @Nullable RowCursor open;
        private @Nullable Row next;

        Scans(List<KeyRange> ranges, List<BytePattern> patterns, Scanning scanning) {
            this.ranges = new ArrayDeque<>(ranges);
            this.patterns = patterns;
            this.scanning = scanning;
        }

        @Override
        public boolean hasNext() {
            while (next == null) {
                if (open == null) {
                    if (ranges.isEmpty()) {
                        return false;
                    }
                    open = scanning.open(ranges.remove());
                }
                if (open.hasNext()) {
                    Row row = open.next();
                    next = patterns.isEmpty() || patterns.stream().anyMatch(pattern -> begins(row.key(), pattern))
                            ? row
                            : null;
                } else {
                    close();
                }
            }
            return true;
        }

        private static boolean begins(RowKey key, BytePattern pattern) {
            byte[] bytes = key.bytes().unsafeBytes();
            byte[] wanted = pattern.bytes().unsafeBytes();
            boolean begins = bytes.length >= wanted.length;
            for (int i = 0; begins && i < wanted.length; i++) {
                begins = pattern.any().get(i) || bytes[i] == wanted[i];
            }
            return begins;
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
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }
}
