/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps the durations of recent successful calls of one kind. Safe for use by several threads. */
final class RecentTimes {
    /** Large enough for a tail of a dozen calls, small enough to forget old ones quickly. */
    private static final int KEPT = 256;

    private static final int LEAST = 50;

    /** Calls between two computations of the percentile, because sorting takes time. */
    private static final int LOOK_EVERY = 16;

    private static final double SHARE = 0.95;

    private final long[] nanos = new long[KEPT];
    private long calls;
    private Optional<Duration> percentile = Optional.empty();

    <T> T measure(Supplier<T> call) {
        long start = System.nanoTime();
        T result = call.get();
        add(System.nanoTime() - start);
        return result;
    }

    private synchronized void add(long took) {
        nanos[(int) (calls % KEPT)] = took;
        calls++;
        if (calls >= LEAST && calls % LOOK_EVERY == 0) {
            long[] sorted = Arrays.copyOf(nanos, (int) Math.min(calls, KEPT));
            Arrays.sort(sorted);
            percentile = Optional.of(Duration.ofNanos(sorted[(int) (sorted.length * SHARE)]));
        }
    }

    /** Returns the duration below which 95 of 100 calls stayed; empty while too few calls are known. */
    synchronized Optional<Duration> percentile95() {
        return percentile;
    }
}
