/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.metrics.Metrics;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/** Keeps what counters counted and what gauges can be asked. */
public final class CountingMetrics implements Metrics {
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

    /** Over all indexes; {@code result} is one of its results. */
    public long operations(String result) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().contains("operations_total")
                        && entry.getKey().endsWith(result + "]"))
                .mapToLong(entry -> entry.getValue().get())
                .sum();
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        AtomicLong count = counts.computeIfAbsent(name + Arrays.toString(tags), key -> new AtomicLong());
        return count::addAndGet;
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return duration -> {};
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
        gauges.put(name, () -> value.applyAsDouble(target));
    }

    /** What the last gauge of this name shows now. */
    double gauge(String name) {
        return gauges.get(name).getAsDouble();
    }

    /** Over all indexes. */
    public long total(String name) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(name + "["))
                .mapToLong(entry -> entry.getValue().get())
                .sum();
    }
}
