/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.core.metrics.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exports meters in Prometheus's text format, including those of the JVM. One for each process. Rejects a name that breaks the conventions
 * at once, so that any test that uses a component checks its names. Safe for use by several threads.
 */
public final class PrometheusMetrics implements Metrics, AutoCloseable {
    /** Buckets from a cached lookup to the longest reasonable deadline; the same for all timers, so that they can be compared. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    /** Known counters: requests look counters up by name each time, and the registry is slow to find a meter. */
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();

    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();

    /** Current source of each gauge, by name and tags: the registry itself would keep the first one forever. */
    private final Map<List<String>, DoubleSupplier> gauges = new ConcurrentHashMap<>();

    private record Series(String name, List<String> tags) {}

    /** @param application the running command, as a tag of {@code hbase_search_up} */
    public PrometheusMetrics(String application) {
        new JvmMemoryMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        gauge("hbase_search_up", "1 while the process runs.", 1, one -> one, "application", application);
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        return counters.computeIfAbsent(new Series(name, List.of(tags)), series -> newCounter(name, help, tags));
    }

    private Counter newCounter(String name, String help, String... tags) {
        MetricNames.checkCounter(name);
        MetricNames.checkTags(name, tags);
        var counter = io.micrometer.core.instrument.Counter.builder(name)
                .description(help)
                .tags(tags)
                .register(registry);
        return counter::increment;
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return timers.computeIfAbsent(new Series(name, List.of(tags)), series -> newTimer(name, help, tags));
    }

    private Timer newTimer(String name, String help, String... tags) {
        MetricNames.checkTimer(name);
        MetricNames.checkTags(name, tags);
        var timer = io.micrometer.core.instrument.Timer.builder(name)
                .description(help)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        return timer::record;
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
        MetricNames.checkGauge(name);
        MetricNames.checkTags(name, tags);
        List<String> key = Stream.concat(Stream.of(name), Arrays.stream(tags)).toList();
        if (gauges.put(key, () -> value.applyAsDouble(target)) == null) {
            Gauge.builder(name, gauges, all -> Objects.requireNonNull(all.get(key))
                            .getAsDouble())
                    .description(help)
                    .tags(Tags.of(tags))
                    .strongReference(true)
                    .register(registry);
        }
    }

    /**
     * Returns all metrics in the scraper's format.
     *
     * @param accept the scraper's Accept header
     */
    Scrape scrape(@Nullable String accept) {
        String type = accept != null && accept.contains(OPEN_METRICS)
                ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
        return new Scrape(type, registry.scrape(type));
    }

    private static final String OPEN_METRICS = "application/openmetrics-text";

    record Scrape(String contentType, String text) {}

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
