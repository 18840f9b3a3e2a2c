/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.HBaseSearchException;
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
import java.time.Duration;
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
 * Runs the scans of one request, one for each range. Several threads share them: each call of {@link #step()} takes the next range. Each
 * scan has the room for one answer while it is open ({@link ReadRoom}); without room for more, one thread reads the ranges alone.
 */
final class RangeScans {
    private static final int SCAN_ROWS = 500;
    private static final long SCAN_BYTES = 2L << 20;

    /** Maximum limit of a scan: after rejected rows, the next scan of a range doubles its limit up to this. */
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
     * Set if the last rows are wanted and HBase filters rows by patterns. Such a range is read from its beginning, because FuzzyRowFilter
     * in a reversed scan may never end and block a server's thread forever (HBASE-30226), or miss rows (HBASE-28634).
     */
    private final boolean againstOrder;

    private final RangeQueue turns;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong scanned = new AtomicLong();
    private final RangeProgress progress;
    private final long readingEnds;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Set<ScanCursor> open = ConcurrentHashMap.newKeySet();
    /** Number of threads that have room for a scan or wait for it. Guarded by this. */
    private int withRoom;

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
        this.turns = new RangeQueue(ranges.size());
        this.progress = new RangeProgress(ranges.size());
        this.readingEnds = System.nanoTime() + request.readFor().toNanos();
    }

    private static boolean isOpposite(SortField one, SortField other) {
        return one.descending() != other.descending();
    }

    /** Returns the rows found, or throws the first failure as it was thrown. Called after all threads are done. */
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
            // Rows that were not read may come after all that were.
            return new PathRows(List.of(), scanned.get(), true, Optional.empty());
        }
        // Other threads have read further in later ranges: what they found is found again once the gap before it is
        // read.
        Optional<RowKey> readUpTo = progress.readUpTo();
        List<PathRows.Found> whole = best.rows().stream()
                .filter(found -> readUpTo.isPresent() && !isBeyond(found.row().key(), readUpTo.get()))
                .toList();
        // Rows after the last of these may be missing because of their bytes, which happens before the point where
        // reading ended.
        return best.isCut() && whole.size() == best.rows().size()
                ? PathRows.full(best, scanned.get())
                : new PathRows(whole, scanned.get(), true, readUpTo);
    }

    private boolean isBeyond(RowKey key, RowKey readUpTo) {
        int order = key.compareTo(readUpTo);
        return reversed ? order < 0 : order > 0;
    }

    /**
     * Aborts running scans, whose results are no longer needed. If HBase filters rows itself, the next row may come only after a whole
     * table was examined: a waiting thread is woken, and HBase notices with its next heartbeat.
     */
    void stop() {
        stopped = true;
        open.forEach(ScanCursor::close);
    }

    /** Aborts the scans, like {@link #stop}, when the time for reading is over: the rows found so far are the result. */
    void cut() {
        cutShort = true;
        stop();
    }

    /** Reads the next range. Returns false if no further range is needed, or if there is room for the request's other threads only. */
    boolean step() {
        try {
            // Checked before room is taken: a request that needs no further range must not wait for room.
            return !stopped && !isEnough() && turns.hasMore() && takeRoom() && readNext();
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
            stop();
            return false;
        }
    }

    private boolean readNext() {
        try {
            int range = turns.take(() -> stopped || isEnough());
            if (range != RangeQueue.NONE) {
                read(table(), range);
            }
            return range != RangeQueue.NONE;
        } finally {
            connections.room().giveBackRange();
            leave();
        }
    }

    /**
     * Takes the room for a scan. Waits for it only if no other thread of the request has any or waits for it, so that one thread always
     * goes on.
     */
    private boolean takeRoom() {
        synchronized (this) {
            if (withRoom > 0 && !connections.room().takeForOneMoreRange()) {
                return false;
            }
            withRoom++;
            if (withRoom > 1) {
                return true;
            }
        }
        boolean hasRoom = false;
        try {
            hasRoom = waitForRoom();
            return hasRoom;
        } finally {
            if (!hasRoom) {
                leave();
            }
        }
    }

    private synchronized void leave() {
        withRoom--;
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException TIMED_OUT if there is no room in time and no range was read */
    private boolean waitForRoom() {
        long left = readingEnds - System.nanoTime();
        try {
            connections.room().takeForRange(Duration.ofNanos(Math.max(1, left)));
            return true;
        } catch (HBaseSearchException e) {
            if (taken.get() == 0) {
                throw e;
            }
            cut();
            return false;
        }
    }

    /**
     * Tells whether enough rows are found. Ranges are taken in key order, or from the end, so the remaining ones hold none of the first
     * rows.
     */
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
     * Reads a range. If the range has the requested order, it takes no more rows than are wanted. It uses limits, because a scanner without
     * one fetches ahead. If the check rejects rows, a further scan of twice the size continues after the last row.
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
     * Result of one scan.
     *
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
            // Before checking whether all are stopped: a scan that is added too late to be closed sees the flag.
            open.add(cursor);
            while (!stopped && cursor.hasNext()) {
                if (stopped) {
                    // The row may lack cells that came after the scan was closed.
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

    /** Tells whether the rest of the range is after rows that reach the byte limit, so that reading it is useless. */
    private boolean isPast(RowKey key) {
        return request.order().isEmpty() && !againstOrder && best.isPast(key);
    }

    /**
     * Keeps a row if it passes the check. Backwards, rows with the same value come in reverse key order, and any rows with the last value
     * may be left out: to decide, equal rows beyond the limit would have to be read, and the newest n rows should cost n.
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

    /**
     * @param behind the last row that was read, if this is not the first scan of the range
     * @param limit 0 for none
     */
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

    /** Start or end of a scan. HBase accepts no longer bound than a key, so the bytes beyond the longest key are cut off. */
    private record Bound(ByteArray row, boolean inclusive) {
        /** Returns a bound for keys from this one on. */
        static Bound above(ByteArray start) {
            return isTooLong(start) ? new Bound(longest(start), false) : new Bound(start, true);
        }

        /** Returns a bound for keys before this one. */
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

    /** Creates the filter. HBase's mask has 1 for a byte that may have any value. The filter changes the arrays that it is given. */
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
