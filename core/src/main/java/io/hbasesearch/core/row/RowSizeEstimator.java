/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Estimates row size from recent reads, to choose a batch that fits the byte budget. Safe for use by several threads.
 */
public final class RowSizeEstimator {
    /** The first batch while the size is unknown: the usual number of hits of a page, so that it takes one read. */
    private static final int FIRST_BATCH = 20;

    /** The largest batch, because some rows may be much larger than others. */
    private static final int LARGEST_BATCH = 200;

    /** The inertia of a falling average, so that a few small rows do not hide large ones. */
    private static final int INERTIA = 8;

    /** The first batch for readers that may receive rows of any size. */
    private static final int FIRST_CAREFUL_BATCH = 5;

    private final int largest;
    private final int first;
    /** The average size of a row; 0 while unknown. */
    private final AtomicLong average = new AtomicLong();
    /** The size of the largest batch so far, in rows. */
    private final AtomicInteger proven;

    /** Creates an estimator for reads of a few rows for an answer. */
    public RowSizeEstimator() {
        this(LARGEST_BATCH, FIRST_BATCH, LARGEST_BATCH);
    }

    private RowSizeEstimator(int largest, int first, int proven) {
        this.largest = largest;
        this.first = first;
        this.proven = new AtomicInteger(proven);
    }

    /**
     * Creates an estimator for continuous reads: it begins with a single row, at most doubles the batch at each step, and has no
     * other bound.
     */
    public static RowSizeEstimator careful() {
        return new RowSizeEstimator(Integer.MAX_VALUE, FIRST_CAREFUL_BATCH, 0);
    }

    /** Returns the number of rows to read at once.
     *
     * @param bytes of the budget
     * @param wanted the most rows, from 1 on
     * @return at least 1
     */
    public int rowsIn(long bytes, int wanted) {
        long usual = average.get();
        long fitting = usual == 0 ? first : Math.min(largest, bytes / usual);
        return (int) Math.max(1, Math.min(Math.min(wanted, 2L * proven.get()), fitting));
    }

    /** Returns the estimated bytes of one row; 0 while unknown. */
    public long bytes() {
        return average.get();
    }

    /** @param bytes of all these rows together */
    public void learn(int rows, long bytes) {
        learn(rows, rows, bytes);
    }

    /**
     * @param asked the number of requested rows in one batch
     * @param rows the number that exist; deleted rows have no influence on the estimate
     * @param bytes of these rows together
     */
    public void learn(int asked, int rows, long bytes) {
        proven.accumulateAndGet(asked, Math::max);
        if (rows > 0 && bytes > 0) {
            long seen = Math.max(1, bytes / rows);
            average.updateAndGet(old -> seen >= old ? seen : Math.max(1, old - (old - seen) / INERTIA));
        }
    }
}
