/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/** Remembers what was counted. Safe for use by several threads. */
public final class CountingMetrics implements Metrics {
    private final Map<List<String>, AtomicLong> counters = new ConcurrentHashMap<>();

    /** The sum over every counter of that name whose tags hold {@code value}. */
    public long count(String name, String value) {
        return counters.entrySet().stream()
                .filter(counter ->
                        counter.getKey().get(0).equals(name) && counter.getKey().contains(value))
                .mapToLong(counter -> counter.getValue().get())
                .sum();
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        List<String> key = new ArrayList<>(List.of(name));
        key.addAll(List.of(tags));
        return counters.computeIfAbsent(List.copyOf(key), missing -> new AtomicLong())::addAndGet;
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        Counter counter = counter(name, help, tags);
        return duration -> counter.increment();
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}
}
