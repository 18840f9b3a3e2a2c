/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.StopSignal;
import java.time.Duration;

/** Limits the rows per second of all threads of a comparison or a backfill together. Safe for use by several threads. */
public final class Pace {
    private static final double NANOS = 1e9;

    private final double rowsPerSecond;
    private final StopSignal stop;
    private long freeNanos = System.nanoTime();

    /** @param rowsPerSecond 0 for no limit */
    public Pace(double rowsPerSecond, StopSignal stop) {
        this.rowsPerSecond = rowsPerSecond;
        this.stop = stop;
    }

    boolean isLimited() {
        return rowsPerSecond > 0;
    }

    /** Waits until the earlier rows have taken the time that they should, or until the stop signal fires. */
    public void await(long rows) {
        if (rowsPerSecond > 0 && rows > 0) {
            long wait = reserve((long) (rows / rowsPerSecond * NANOS));
            if (wait > 0) {
                stop.await(Duration.ofNanos(wait));
            }
        }
    }

    private synchronized long reserve(long nanos) {
        long now = System.nanoTime();
        // Unused time is not saved up.
        long start = Math.max(freeNanos, now);
        freeNanos = start + nanos;
        return start - now;
    }

    /** Returns the number of rows to read at a time: about those of one second, so that the pace is even. */
    int atATime(int most) {
        return rowsPerSecond > 0 ? (int) Math.max(1, Math.min(most, rowsPerSecond)) : most;
    }
}
