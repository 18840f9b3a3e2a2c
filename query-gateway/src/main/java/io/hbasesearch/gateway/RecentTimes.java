/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** How long the last calls of a kind took that succeeded. Safe for use by several threads. */
final class RecentTimes {
    /** Enough for a tail of a dozen, and soon forgotten. */
    private static final int KEPT = 256;

    private static final int LEAST = 50;

    /** Calls between two looks at all of them, as sorting is not free. */
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

    /** What 95 of 100 calls took less than; empty while too few are known. */
    synchronized Optional<Duration> percentile95() {
        return percentile;
    }
}
