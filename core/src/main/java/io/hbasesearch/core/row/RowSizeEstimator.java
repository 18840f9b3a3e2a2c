/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes rows usually have, from those that came: so many are asked for at a time as will probably not be more than are
 * wanted. Safe for use by several threads.
 */
public final class RowSizeEstimator {
    /** While nothing is known: as many as a page of hits often has, so that it takes one read. */
    private static final int FIRST_BATCH = 20;

    /** Some rows may be much larger than others. */
    private static final int LARGEST_BATCH = 200;

    /** Of an average that falls, so that a few small rows do not make it forget large ones. */
    private static final int INERTIA = 8;

    /** The same for who may be given rows of any size. */
    private static final int FIRST_CAREFUL_BATCH = 5;

    private final int largest;
    private final int first;
    /** 0 while unknown. */
    private final AtomicLong average = new AtomicLong();
    /** How many rows the largest batch had that came. */
    private final AtomicInteger proven;

    /** For who reads a few rows for an answer. */
    public RowSizeEstimator() {
        this(LARGEST_BATCH, FIRST_BATCH, LARGEST_BATCH);
    }

    private RowSizeEstimator(int largest, int first, int proven) {
        this.largest = largest;
        this.first = first;
        this.proven = new AtomicInteger(proven);
    }

    /** For who reads rows without end: begins with a single one, never doubles more than once at a time, and knows no other bound. */
    public static RowSizeEstimator careful() {
        return new RowSizeEstimator(Integer.MAX_VALUE, FIRST_CAREFUL_BATCH, 0);
    }

    /**
     * How many rows to read at once.
     *
     * @param bytes that they may have
     * @param wanted at most, from 1 on
     * @return at least 1
     */
    public int rowsIn(long bytes, int wanted) {
        long usual = average.get();
        long fitting = usual == 0 ? first : Math.min(largest, bytes / usual);
        return (int) Math.max(1, Math.min(Math.min(wanted, 2L * proven.get()), fitting));
    }

    /** Of one row; 0 while it is unknown. */
    public long bytes() {
        return average.get();
    }

    /** @param bytes of all these rows together */
    public void learn(int rows, long bytes) {
        learn(rows, rows, bytes);
    }

    /**
     * @param asked for in one batch
     * @param rows that there were of them; rows that are gone tell nothing of others' size
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
