/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes rows usually have, from those that came: so many are asked for at a time as will probably not be more than are
 * wanted. Safe for use by several threads.
 */
public final class UsualSize {
    /** While nothing is known: as many as a page of hits often has, so that it takes one read. */
    private static final int FIRST_BATCH = 20;

    /** Some rows may be much larger than others. */
    private static final int LARGEST_BATCH = 200;

    /** Of an average that falls, so that a few small rows do not make it forget large ones. */
    private static final int INERTIA = 8;

    /** 0 while unknown. */
    private final AtomicLong average = new AtomicLong();

    /**
     * How many rows to read at once.
     *
     * @param bytes that they may have
     * @param wanted at most, from 1 on
     * @return at least 1
     */
    public int rowsIn(long bytes, int wanted) {
        long usual = average.get();
        long fitting = usual == 0 ? FIRST_BATCH : Math.min(LARGEST_BATCH, bytes / usual);
        return (int) Math.max(1, Math.min(wanted, fitting));
    }

    /** @param bytes of all these rows together */
    public void learn(int rows, long bytes) {
        if (rows > 0 && bytes > 0) {
            long seen = Math.max(1, bytes / rows);
            average.updateAndGet(old -> seen >= old ? seen : Math.max(1, old - (old - seen) / INERTIA));
        }
    }
}
