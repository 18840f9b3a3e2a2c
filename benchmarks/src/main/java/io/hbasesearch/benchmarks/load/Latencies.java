/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** How long the requests of an {@link OpenLoop} took, each from when it was due to its answer. Immutable. */
public final class Latencies {
    public static final double MEDIAN = 0.5;
    public static final double P99 = 0.99;

    /** What reports call the 99th percentile. */
    public static final String P99_MILLIS = "p99 ms";

    private static final String MOMENTS = "tenths of a second with the slowest 1 %";

    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long[] due;
    private final long[] took;
    private final long[] sorted;
    private final double rate;

    /**
     * @param due nanoseconds from the loop's beginning, by request
     * @param took nanoseconds, in the same order
     * @param rate requests in a second, from the beginning to the last answer: less than was asked for if they could not be answered
     */
    Latencies(long[] due, long[] took, double rate) {
        this.due = due.clone();
        this.took = took.clone();
        this.sorted = took.clone();
        Arrays.sort(sorted);
        this.rate = rate;
    }

    public double millis(double percentile) {
        return sorted[place(percentile)] / 1e6;
    }

    /** What a report has of them, by its names. */
    public Map<String, Double> figures() {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50 ms", millis(MEDIAN));
        figures.put(P99_MILLIS, millis(P99));
        figures.put(MOMENTS, (double) momentsOfTheSlowest());
        return figures;
    }

    public int count() {
        return sorted.length;
    }

    public double rate() {
        return rate;
    }

    /**
     * In how many tenths of a second those requests were due that took longer than all but a hundredth. Few, and everything stood still
     * for a moment or two; many, and some requests always take as long.
     */
    int momentsOfTheSlowest() {
        long bound = sorted[place(P99)];
        return (int) IntStream.range(0, took.length)
                .filter(i -> took[i] > bound)
                .mapToLong(i -> due[i] / MOMENT_NANOS)
                .distinct()
                .count();
    }

    private int place(double percentile) {
        return Math.max(0, (int) Math.ceil(sorted.length * percentile) - 1);
    }
}
