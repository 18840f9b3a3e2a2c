/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.BestRows;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The scans of one request, one for each range, which several threads share: each that calls {@link #step()} takes the next
 * range.
 */
final class RangeScans {
    private static final int SCAN_ROWS = 500;
    private static final long SCAN_BYTES = 2L << 20;

    /** A range of which more rows are refused than this is read on in scans as large as this. */
    private static final int LARGEST_LIMIT = 16_384;

    private final HBaseConnections connections;
    private final PathRequest request;
    private final AccessPath.Scan path;
    private final long mostRowBytes;
    private final List<KeyRange> ranges;
    private final BestRows best;
    private final boolean reversed;
    private final boolean ordered;

    /**
     * Whether what comes last is wanted of rows that HBase sifts by patterns: it is read from the beginning, as FuzzyRowFilter may
     * never come to an end in a reversed scan, and hold a thread of the server for good (HBASE-30226), or miss rows (HBASE-28634).
     */
    private final boolean againstOrder;

    private final Turns turns;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong scanned = new AtomicLong();
    private final RangeProgress progress;
    private final long readingEnds;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Set<ScanCursor> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;
    private volatile boolean cutShort;

    /** @param mostRowBytes a row of which more is read is {@link Row#tooLarge} */
    RangeScans(HBaseConnections connections, PathRequest request, AccessPath.Scan path, long mostRowBytes) {
        this.mostRowBytes = mostRowBytes;
        this.connections = connections;
        this.request = request;
        this.path = path;
        this.ranges = new ArrayList<>(path.ranges());
        if (request.fromEnd()) {
            Collections.reverse(ranges);
        }
        this.best = BestRows.of(request);
        boolean known = request.order().isPresent()
                && !path.order().isEmpty()
                && path.order().get(0).field().equals(request.order().get().field());
        boolean backwards = request.fromEnd()
                || (known && isOpposite(path.order().get(0), request.order().get()));
        this.againstOrder = backwards && !path.fuzzy().isEmpty();
        this.reversed = backwards && !againstOrder;
        this.ordered = known || request.order().isEmpty();
        this.turns = new Turns(ranges.size());
        this.progress = new RangeProgress(ranges.size());
        this.readingEnds = System.nanoTime() + request.readFor().toNanos();
    }

    private static boolean isOpposite(SortField one, SortField other) {
        return one.descending() != other.descending();
    }

    /** After all threads are through: what was found, or the first failure, as it was thrown. */
    PathRows result() {
        RuntimeException thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
        boolean anyIsCut = cutShort || best.isCut();
        if (!anyIsCut || request.order().isPresent()) {
            return new PathRows(best.rows(), scanned.get(), anyIsCut, Optional.empty(), best.isCut());
        }
        if (!cutShort) {
            return PathRows.full(best, scanned.get());
        }
        if (againstOrder) {
            // What was not read may come behind all that was.
            return new PathRows(List.of(), scanned.get(), true, Optional.empty());
        }
        // Other threads have read on in later ranges: what they found comes again once the gap before it is read.
        Optional<RowKey> readUpTo = progress.readUpTo();
        List<PathRows.Found> whole = best.rows().stream()
                .filter(found -> readUpTo.isPresent() && !isBeyond(found.row().key(), readUpTo.get()))
                .toList();
        // Rows behind the last of these may be missing for their bytes, which come sooner than where reading ended.
        return best.isCut() && whole.size() == best.rows().size()
                ? PathRows.full(best, scanned.get())
                : new PathRows(whole, scanned.get(), true, readUpTo);
    }

    private boolean isBeyond(RowKey key, RowKey readUpTo) {
        int order = key.compareTo(readUpTo);
        return reversed ? order < 0 : order > 0;
    }

    /**
     * Ends scans that are under way; what they find is not asked for any more. Where HBase sifts rows itself, the next one may come
     * after all of a table was looked at: whoever waits for it is woken, and HBase learns of it with its next sign of life.
     */
    void stop() {
        stopped = true;
        open.forEach(ScanCursor::close);
    }

    /** As {@link #stop}, where time for reading is up: what was found until now is the result. */
    void cut() {
        cutShort = true;
        stop();
    }

    /** Reads the next range. False if there is none that is still wanted. */
    boolean step() {
        int range = turns.take(() -> stopped || isEnough());
        if (range == Turns.NONE) {
            return false;
        }
        try {
            read(table(), range);
            return true;
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
            stop();
            return false;
        }
    }

    /** Ranges are taken in the order of keys, or from their end: those that are left hold none of the rows that come first then. */
    private boolean isEnough() {
        return request.order().isEmpty() && best.isFull();
    }

    private AsyncTable<?> table() {
        long millis = request.timeout().toMillis();
        return connections
                .get()
                .getTableBuilder(Results.tableName(request.table()))
                .setScanTimeout(millis, TimeUnit.MILLISECONDS)
                .setReadRpcTimeout(millis, TimeUnit.MILLISECONDS)
                .build();
    }

    /**
     * Where the range has the order that is asked for, no more rows are taken than are wanted: by limits, as a scanner without one
     * fetches ahead. Rows that the check refuses make a further scan, of twice the size, behind the last row.
     */
    private void read(AsyncTable<?> table, int number) {
        KeyRange range = ranges.get(number);
        RowKey behind = null;
        int found = 0;
        int limit = ordered && !againstOrder ? Math.min(request.limit(), LARGEST_LIMIT) : 0;
        while (!stopped) {
            Part part = part(table, range, behind, limit);
            found += part.found();
            progress.reached(number, part.last());
            if (part.isCut()) {
                return;
            }
            if (limit == 0
                    || part.rows() < limit
                    || found >= request.limit()
                    || part.last() == null
                    || isPast(part.last())) {
                progress.finished(number);
                return;
            }
            behind = part.last();
            limit = Math.min(limit * 2, LARGEST_LIMIT);
        }
    }

    /**
     * @param last the key of the last of {@code rows}; null if there are none
     * @param isCut whether reading was stopped before its end
     */
    private record Part(int rows, int found, @Nullable RowKey last, boolean isCut) {}

    private Part part(AsyncTable<?> table, KeyRange range, @Nullable RowKey behind, int limit) {
        int rows = 0;
        int found = 0;
        RowKey last = null;
        String what = "reading a range of table " + request.table();
        try (ScanCursor cursor = new ScanCursor(
                table.getScanner(scan(range, behind, limit)),
                what,
                request.columns().filter(),
                mostRowBytes)) {
            // Before the look at whether all are stopped: one that comes too late to be closed by that sees it.
            open.add(cursor);
            while (!stopped && cursor.hasNext()) {
                if (stopped) {
                    // The row may lack what came after the scan was closed.
                    break;
                }
                if (taken.incrementAndGet() > request.mostRead()
                        || System.nanoTime() - readingEnds > 0
                        || request.check().isOver()) {
                    cut();
                    break;
                }
                Row row = cursor.next();
                rows++;
                last = row.key();
                found += keep(row) ? 1 : 0;
                if (isPast(last)) {
                    break;
                }
            }
            scanned.addAndGet(cursor.rowsScanned());
            open.remove(cursor);
        }
        return new Part(rows, found, last, stopped);
    }

    /** What follows in the range is behind rows that have as many bytes as they may: it would be read in vain. */
    private boolean isPast(RowKey key) {
        return request.order().isEmpty() && !againstOrder && best.isPast(key);
    }

    /**
     * Backwards, rows of one value come in the opposite order of keys, and of those with the last value any may be left out: what is
     * equal beyond the limit would have to be read to tell, and the newest n rows are to cost n.
     */
    private boolean keep(Row row) {
        return request.check()
                .fields(row)
                .map(fields -> {
                    best.add(new PathRows.Found(row, fields));
                    return true;
                })
                .orElse(false);
    }

    /** @param behind the last row that was read, if this is not the first scan of the range; @param limit 0 for none */
    private Scan scan(KeyRange range, @Nullable RowKey behind, int limit) {
        Scan scan = new Scan()
                .setReversed(reversed)
                .setCaching(limit == 0 ? SCAN_ROWS : Math.min(limit, SCAN_ROWS))
                .setMaxResultSize(SCAN_BYTES)
                .setScanMetricsEnabled(true);
        if (reversed) {
            Bound from = behind == null ? Bound.below(range.stop()) : new Bound(behind.bytes(), false);
            Bound to = Bound.above(range.start());
            scan.withStartRow(from.bytes(), from.inclusive()).withStopRow(to.bytes(), to.inclusive());
        } else {
            Bound from = behind == null ? Bound.above(range.start()) : new Bound(behind.bytes(), false);
            Bound to = Bound.below(range.stop());
            scan.withStartRow(from.bytes(), from.inclusive()).withStopRow(to.bytes(), to.inclusive());
        }
        if (limit > 0) {
            scan.setLimit(limit);
        }
        if (!path.fuzzy().isEmpty()) {
            scan.setFilter(fuzzy(path.fuzzy()));
        }
        Results.select(scan, request.columns());
        return scan;
    }

    /** Where a scan begins or ends. HBase takes no longer bound than a key: the bytes behind the longest key are cut off. */
    private record Bound(ByteArray row, boolean inclusive) {
        /** Keys from this one on. */
        static Bound above(ByteArray start) {
            return isTooLong(start) ? new Bound(longest(start), false) : new Bound(start, true);
        }

        /** Keys before this one. */
        static Bound below(ByteArray stop) {
            return isTooLong(stop) ? new Bound(longest(stop), true) : new Bound(stop, false);
        }

        private static boolean isTooLong(ByteArray bytes) {
            return bytes.length() > RowKey.MAX_LENGTH;
        }

        private static ByteArray longest(ByteArray bytes) {
            return ByteArray.wrap(Arrays.copyOf(bytes.unsafeBytes(), RowKey.MAX_LENGTH));
        }

        byte[] bytes() {
            return row.unsafeBytes();
        }
    }

    /** HBase's mask has 1 for a byte that may be any. It changes the arrays that it is given. */
    private static FuzzyRowFilter fuzzy(List<BytePattern> patterns) {
        List<Pair<byte[], byte[]>> pairs = new ArrayList<>();
        for (BytePattern pattern : patterns) {
            byte[] mask = new byte[pattern.bytes().length()];
            pattern.any().stream().forEach(position -> mask[position] = 1);
            pairs.add(new Pair<>(pattern.bytes().toBytes(), mask));
        }
        return new FuzzyRowFilter(pairs);
    }
}
