/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scans a piece of the table and writes its rows: appends the markers, waits for their acknowledgement, and only then opens a
 * scanner, which is used for no other piece. Safe for use by several threads, each with its own pieces.
 *
 * <p>A piece ends when its scanner has returned many rows, is old, or has failed. The rest is a piece with new markers and a new
 * scanner. So a crash repeats no more than that, and no read becomes too old to be written.
 */
final class PieceScan {
    // An empty range.
    private static final KeyRange NOTHING = new KeyRange(ByteArray.wrap(new byte[1]), ByteArray.wrap(new byte[1]));

    private final ReindexContext context;
    private final RowSource source;
    private final Bounds bounds;
    private final RunCounters tally;
    private final Throttle throttle;
    private final RetryPolicy patience;
    private final StopSignal stop;
    private final Consumer<KeyRange> reached;
    /** Maximum duration of a piece; it is shortened when a read was too old to be written. */
    private final AtomicLong nanos = new AtomicLong();

    /**
     * Limits the rate of one run, retries its calls and stops it.
     *
     * @param outages how long servers may be unavailable
     * @param stop ends the run, and every wait of the other two
     */
    record Control(Throttle throttle, RetryPolicy outages, StopSignal stop) {}

    /** @param reached receives, at intervals, the keys of a piece that were read */
    PieceScan(
            ReindexContext context,
            RowSource source,
            Bounds bounds,
            RunCounters tally,
            Control control,
            Consumer<KeyRange> reached) {
        this.context = context;
        this.source = source;
        this.bounds = bounds;
        this.tally = tally;
        this.throttle = control.throttle();
        this.patience = control.outages();
        this.stop = control.stop();
        this.reached = reached;
        this.nanos.set(bounds.time().toNanos());
    }

    /**
     * The maximum size of a piece.
     *
     * @param rows after which it ends
     * @param time after which it ends
     */
    record Bounds(int rows, Duration time) {
        /** Markers cost next to nothing at this size, and a crash repeats a few seconds. */
        static Bounds standard() {
            return new Bounds(50_000, Duration.ofSeconds(5));
        }
    }

    /**
     * The result of a piece.
     *
     * @param keys all rows of these keys are written, or the index has newer ones; empty if the result is unknown
     * @param digest the expected digest of the index between these keys, if known
     * @param failure that ended the piece early
     */
    record Scanned(
            KeyRange keys, Markers markers, Optional<RangeDigest> digest, Optional<HBaseSearchException> failure) {}

    /** Scans and writes the first piece of a range. Returns once the index has responded to every write. */
    Scanned scan(KeyRange range) throws StoppedException, InterruptedException {
        Markers markers = context.topic().markers().get();
        PieceWrites writes = new PieceWrites(context, tally, patience, stop, markers);
        Reading reading = new Reading(range, writes);
        try (RowCursor cursor = source.open(range)) {
            reading.run(cursor);
        } catch (HBaseSearchException e) {
            reading.failure = e;
        }
        KeyRange keys = NOTHING;
        // After a failed write, what was written is unknown.
        if (!reading.unwritten) {
            if (writes.finish()) {
                keys = reading.keys();
                // A stall that is over must not slow down the rest of the run.
                nanos.updateAndGet(limit -> Math.min(bounds.time().toNanos(), limit + limit / 8));
            } else {
                nanos.updateAndGet(limit -> Math.min(limit, reading.ageNanos()) / 2);
            }
        }
        return new Scanned(
                keys,
                markers,
                reading.failure == null ? writes.digest() : Optional.empty(),
                Optional.ofNullable(reading.failure));
    }

    private final class Reading {
        private final KeyRange range;
        private final PieceWrites writes;
        private final long beganNanos = System.nanoTime();
        private int rows;
        private long bytes;
        private int paced;
        private @Nullable ByteArray last;
        private @Nullable ByteArray end;
        private boolean unwritten;
        private @Nullable HBaseSearchException failure;

        Reading(KeyRange range, PieceWrites writes) {
            this.range = range;
            this.writes = writes;
        }

        void run(RowCursor cursor) throws StoppedException, InterruptedException {
            while (cursor.hasNext()) {
                Row row = cursor.next();
                if (rows > 0 && isLong()) {
                    // Not consumed: the next piece begins with it.
                    end = row.key().bytes();
                    return;
                }
                if (cursor instanceof MatchedRows later) {
                    writes.readAt(later.readMillis());
                }
                write(row);
                count(row);
                if (stop.isFired()) {
                    throw new StoppedException("scanning");
                }
            }
            end = range.stop();
            pace();
        }

        private void write(Row row) throws StoppedException, InterruptedException {
            unwritten = true;
            writes.add(row);
            unwritten = false;
        }

        private boolean isLong() {
            return rows >= bounds.rows() || ageNanos() > nanos.get() || throttle.isClosed();
        }

        long ageNanos() {
            return System.nanoTime() - beganNanos;
        }

        private void count(Row row) {
            rows++;
            last = row.key().bytes();
            long size = row.key().bytes().length()
                    + row.everyCell().mapToLong(cell -> cell.value().length()).sum();
            bytes += size;
            tally.rows.increment();
            tally.bytes.add(size);
            paced++;
            if (throttle.isDue(paced, bytes)) {
                pace();
            }
        }

        private void pace() {
            if (last != null) {
                reached.accept(new KeyRange(range.start(), last));
            }
            throttle.await(paced, bytes);
            paced = 0;
            bytes = 0;
        }

        /** Returns the range that was read; after a failure it ends at the last row returned, which the next piece reads again. */
        KeyRange keys() {
            if (end != null) {
                return new KeyRange(range.start(), end);
            }
            return last == null ? NOTHING : new KeyRange(range.start(), last);
        }
    }
}
