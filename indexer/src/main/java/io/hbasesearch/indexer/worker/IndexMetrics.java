/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one index, of which several generations are fed. Metrics with the index's name are those of the live generation,
 * whichever that is. Others are counted under their own names, and have no gauges: metrics are never unregistered, so each gauge of
 * a generation would retain it forever. Safe for use by several threads.
 */
public final class IndexMetrics {
    private static final String TAG = "index";

    private final Metrics metrics;
    /** By name and tags, the value of each generation that has one. */
    private final Map<List<String>, Map<GenerationRole, DoubleSupplier>> gauges = new ConcurrentHashMap<>();
    /** Values used while there is no live generation. */
    private final Map<List<String>, DoubleSupplier> otherwise = new ConcurrentHashMap<>();

    public IndexMetrics(Metrics metrics) {
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    /** Returns the metrics of the index itself, used while it has no live generation. */
    public Metrics ofIndex() {
        return new Meters(null);
    }

    public Metrics of(GenerationRole role) {
        return new Meters(role);
    }

    /** Removes the gauges of a generation that is no longer fed. */
    public void forget(GenerationRole role) {
        gauges.values().forEach(values -> values.remove(role));
    }

    private double read(List<String> key) {
        return gauges.getOrDefault(key, Map.of()).entrySet().stream()
                .filter(value -> value.getKey().isLive())
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.ofNullable(otherwise.get(key)))
                .map(DoubleSupplier::getAsDouble)
                .orElse(0.0);
    }

    private void register(
            @Nullable GenerationRole role, DoubleSupplier value, String name, String help, String... tags) {
        List<String> key = key(name, tags);
        Map<GenerationRole, DoubleSupplier> values = gauges.computeIfAbsent(key, missing -> {
            // Registered once for all of them.
            metrics.gauge(name, help, this, all -> all.read(key), tags);
            return new ConcurrentHashMap<>();
        });
        if (role == null) {
            otherwise.put(key, value);
        } else {
            values.put(role, value);
        }
    }

    private static List<String> key(String name, String... tags) {
        List<String> key = new ArrayList<>(List.of(name));
        key.addAll(List.of(tags));
        return List.copyOf(key);
    }

    private final class Meters implements Metrics {
        private final @Nullable GenerationRole role;

        Meters(@Nullable GenerationRole role) {
            this.role = role;
        }

        @Override
        public Counter counter(String name, String help, String... tags) {
            Counter live = metrics.counter(name, help, tags);
            return count -> (isOther() ? metrics.counter(name, help, relabelled(tags)) : live).add(count);
        }

        @Override
        public Timer timer(String name, String help, String... tags) {
            Timer live = metrics.timer(name, help, tags);
            return duration -> timer(live, name, help, tags).record(duration);
        }

        private Timer timer(Timer live, String name, String help, String... tags) {
            return isOther() ? metrics.timer(name, help, relabelled(tags)) : live;
        }

        @Override
        public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
            register(role, () -> value.applyAsDouble(target), name, help, tags);
        }

        private boolean isOther() {
            return role != null && !role.isLive();
        }

        private String[] relabelled(String... tags) {
            String[] own = tags.clone();
            for (int i = 0; i + 1 < own.length; i += 2) {
                if (own[i].equals(TAG) && role != null) {
                    own[i + 1] = role.ownLabel();
                }
            }
            return own;
        }
    }
}
