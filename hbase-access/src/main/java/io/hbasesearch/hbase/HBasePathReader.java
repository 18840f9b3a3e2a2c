/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.BestRows;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.row.RowSizeEstimator;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads access paths through HBase's client: multi-gets on the caller's thread, and scans of several ranges in parallel. Each request has
 * its own thread and a share of the helper threads. Safe for use by several threads. Borrows the connection; owns its threads, which {@link
 * #close()} ends.
 */
public final class HBasePathReader implements PathReader {
    /** Default number of ranges scanned in parallel, beside one of each request. */
    public static final int DEFAULT_THREADS = 16;

    /** Limit for one request even if it is the only one: more parallel ranges would overload HBase. */
    private static final int THREADS_OF_A_REQUEST = 8;

    private final HBaseConnections connections;
    private final long mostRowBytes;
    private final HBaseRowReader rows;
    private final SharedThreads threads;

    public HBasePathReader(HBaseConnections connections) {
        this(connections, DEFAULT_THREADS);
    }

    /** @param threads ranges of all requests that are scanned in parallel, at least 1, beside one of each request */
    public HBasePathReader(HBaseConnections connections, int threads) {
        this(connections, threads, IndexerConfig.rowBytesOfHeap());
    }

    /** @param mostRowBytes a row of which more is read is {@link Row#tooLarge} */
    public HBasePathReader(HBaseConnections connections, int threads, long mostRowBytes) {
        this.connections = Objects.requireNonNull(connections, "connections");
        this.mostRowBytes = mostRowBytes;
        this.rows = new HBaseRowReader(connections, mostRowBytes);
        this.threads = new SharedThreads("hbase-search-path", threads, THREADS_OF_A_REQUEST);
    }

    @Override
    public PathRows read(PathRequest request) {
        if (request.path() instanceof AccessPath.Gets gets) {
            return get(request, request.fromEnd() ? fromEnd(gets.keys()) : gets.keys());
        }
        if (request.path() instanceof AccessPath.Scan scan) {
            return scan(request, scan);
        }
        throw new IllegalArgumentException("not a path that can be read: " + request.path());
    }

    private static List<RowKey> fromEnd(List<RowKey> keys) {
        List<RowKey> reversed = new ArrayList<>(keys);
        Collections.reverse(reversed);
        return reversed;
    }

    private PathRows get(PathRequest request, List<RowKey> keys) {
        BestRows best = BestRows.of(request);
        RowSizeEstimator usual = new RowSizeEstimator();
        Deadline deadline = Deadline.after(request.timeout());
        Deadline ofReading = Deadline.after(request.readFor());
        int wanted = (int) Math.min(keys.size(), request.mostRead());
        int asked = 0;
        // Keys come in their order: once as many are found as are wanted, no later one is among the first.
        while (asked < wanted
                && !ofReading.isOver()
                && !request.check().isOver()
                && (request.order().isPresent() || !best.isFull())) {
            int batch = usual.rowsIn(request.mostBytes(), wanted - asked);
            List<Row> some = rows.readSome(
                    request.table(),
                    request.columns(),
                    keys.subList(asked, asked + batch),
                    request.mostBytes(),
                    deadline.left());
            for (Row row : some) {
                if (!row.isEmpty()) {
                    request.check().fields(row).ifPresent(fields -> best.add(new PathRows.Found(row, fields)));
                }
            }
            usual.learn(some.size(), some.stream().mapToLong(Row::bytes).sum());
            asked += some.size();
        }
        if (best.isCut() && request.order().isEmpty()) {
            return PathRows.full(best, asked);
        }
        boolean enough = request.order().isEmpty() && best.isFull();
        boolean cutShort = best.isCut() || (asked < keys.size() && !enough);
        Optional<RowKey> readUpTo = cutShort && asked > 0 && request.order().isEmpty()
                ? Optional.of(keys.get(asked - 1))
                : Optional.empty();
        return new PathRows(best.rows(), asked, cutShort, readUpTo);
    }

    private PathRows scan(PathRequest request, AccessPath.Scan scan) {
        RangeScans scans = new RangeScans(connections, request, scan, mostRowBytes);
        int ranges = scan.ranges().size();
        try {
            CompletableFuture<Void> done = threads.run(ranges, scans::step);
            // The scans check the time with each row, but no row may come.
            var unused = done.copy()
                    .orTimeout(request.readFor().toNanos(), TimeUnit.NANOSECONDS)
                    .whenComplete((nothing, failure) -> {
                        if (failure instanceof TimeoutException) {
                            scans.cut();
                        }
                    });
            connections.await(done, request.timeout(), "reading " + ranges + " ranges of table " + request.table());
            // A thread without room leaves, and so may the one that had room, if other requests need it: ranges may be
            // left.
            boolean isLeft = true;
            while (isLeft) {
                isLeft = scans.step();
            }
        } finally {
            scans.stop();
        }
        return scans.result();
    }

    @Override
    public void close() {
        threads.close();
    }
}
