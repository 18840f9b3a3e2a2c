/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Keeps every count and every time that an indexer and its index tell. Safe for use by several threads. */
public final class Meters implements Metrics {
    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS_PER_MILLI = 1e3;

    private final Map<List<String>, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, Histogram> times = new ConcurrentHashMap<>();

    @Override
    public Counter counter(String name, String help, String... tags) {
        return counts.computeIfAbsent(key(name, tags), missing -> new LongAdder())::add;
    }

    private static List<String> key(String name, String... tags) {
        List<String> key = new ArrayList<>(List.of(name));
        key.addAll(List.of(tags));
        return List.copyOf(key);
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        Histogram histogram = times.computeIfAbsent(name, missing -> new ConcurrentHistogram(LONGEST_MICROS, 3));
        return duration -> histogram.recordValue(Math.min(LONGEST_MICROS, micros(duration)));
    }

    private static long micros(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}

    /** The sum of all counters of that name, whatever their tags. */
    public long count(String name) {
        return counts.entrySet().stream()
                .filter(counter -> counter.getKey().get(0).equals(name))
                .mapToLong(counter -> counter.getValue().sum())
                .sum();
    }

    /**
     * @return milliseconds
     * @throws IllegalStateException if nothing was timed: 0 would be a time that meets any goal
     */
    public double millis(String timer, double percentile) {
        return timed(timer).getValueAtPercentile(100 * percentile) / MICROS_PER_MILLI;
    }

    /**
     * @return milliseconds
     * @throws IllegalStateException as {@link #millis}
     */
    public double meanMillis(String timer) {
        return timed(timer).getMean() / MICROS_PER_MILLI;
    }

    /**
     * @return milliseconds
     * @throws IllegalStateException as {@link #millis}
     */
    public double sumMillis(String timer) {
        return timings(timer) * meanMillis(timer);
    }

    /**
     * How often something was timed.
     *
     * @throws IllegalStateException as {@link #millis}
     */
    public long timings(String timer) {
        return timed(timer).getTotalCount();
    }

    private Histogram timed(String timer) {
        Histogram histogram = times.get(timer);
        if (histogram == null || histogram.getTotalCount() == 0) {
            throw new IllegalStateException("nothing was timed as " + timer);
        }
        return histogram;
    }

    /** Forgets the times of before. */
    public void resetTimes() {
        times.values().forEach(Histogram::reset);
    }
}
