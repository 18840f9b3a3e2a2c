/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.error.NoRoomException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the HBase answers that all reads of this process hold at a time. Together they use a quarter of the heap even if each is as large
 * as a cell may be. Safe for use by several threads.
 */
final class ReadRoom {
    /** HBase rejects larger cells unless hbase.server.keyvalue.maxsize is changed, and answers end after a cell. */
    static final long LARGEST_CELL_BYTES = 10L << 20;

    private static final int PART_OF_HEAP = 4;
    private static final int LEAST_ANSWERS = 4;

    /** Multi-gets of fewer rows are not worth a second way to read. */
    private static final int LEAST_ROWS_OF_A_GET = 20;

    private static final int GETS_AT_A_TIME = 4;

    /** Scans of ranges take seconds: more of them would keep reads by key waiting. */
    private static final int PART_FOR_RANGES = 2;

    private final int answers;
    private final Semaphore free;
    private final int mostRanges;
    private final Semaphore ranges;

    ReadRoom(long heapBytes) {
        answers = (int)
                Math.max(LEAST_ANSWERS, Math.min(Integer.MAX_VALUE, heapBytes / PART_OF_HEAP / LARGEST_CELL_BYTES));
        free = new Semaphore(answers, true);
        mostRanges = answers / PART_FOR_RANGES;
        ranges = new Semaphore(mostRanges, true);
    }

    /**
     * Returns how many rows one multi-get may request. Nothing limits the bytes of its answer, so each row counts as if it were as large as
     * a cell may be. Returns 0 if the number would be too low: rows are then read by scans, whose answers are bounded.
     */
    int rowsOfGet() {
        int rows = answersOfGet();
        return rows < LEAST_ROWS_OF_A_GET ? 0 : rows;
    }

    /** Returns how many answers one multi-get may take. */
    int answersOfGet() {
        return answers / GETS_AT_A_TIME;
    }

    /** @throws HBaseSearchException TIMED_OUT if there is no room for this number of answers in time */
    void take(int number, Duration timeout) {
        boolean taken;
        try {
            taken = free.tryAcquire(Math.min(number, answers), timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        if (!taken) {
            throw full(answers, timeout);
        }
    }

    private static HBaseSearchException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new HBaseSearchException(ErrorCode.TIMED_OUT, "waiting to read rows: interrupted", null, e);
    }

    private static NoRoomException full(int answers, Duration timeout) {
        return new NoRoomException(
                "waiting to read rows: other reads of this process used all of the " + answers
                        + " answers that fit into its heap, for " + timeout.toMillis() + " ms",
                "Give the process a larger heap (-Xmx in HBASE_SEARCH_OPTS), or read less at a time.");
    }

    /**
     * Takes the room for an answer of a request's first scan of a range. All such scans together have half of the room.
     *
     * @throws HBaseSearchException as {@link #take}
     */
    void takeForRange(Duration timeout) {
        long start = System.nanoTime();
        if (!tryForRange(timeout)) {
            throw full(mostRanges, timeout);
        }
        try {
            take(1, timeout.minusNanos(System.nanoTime() - start));
        } catch (RuntimeException e) {
            ranges.release();
            throw e;
        }
    }

    private boolean tryForRange(Duration timeout) {
        try {
            return ranges.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Takes the room for one more scan of a request that has one, without waiting. Leaves half of the room for scans to the first scans of
     * other requests.
     */
    boolean takeForOneMoreRange() {
        if (ranges.availablePermits() <= mostRanges / 2 || !tryForRange(Duration.ZERO)) {
            return false;
        }
        boolean taken = takeOneMore();
        if (!taken) {
            ranges.release();
        }
        return taken;
    }

    void giveBackRange() {
        ranges.release();
        giveBack(1);
    }

    /** Takes the room for one more answer if it is free and no thread waits for it. */
    boolean takeOneMore() {
        try {
            return free.tryAcquire(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void giveBack(int number) {
        free.release(Math.min(number, answers));
    }
}
