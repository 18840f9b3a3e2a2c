/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.indexer.CountingMetrics;
import io.hbasesearch.testing.Fixtures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What is called by the index's name is the live generation's, whichever that is. */
class IndexMetricsTest {
    private static final String EVENTS = "events_total";
    private static final String LAG = "lag_events";

    private final Gauges all = new Gauges();
    private final IndexMetrics index = new IndexMetrics(all);
    private final GenerationRole first = role(1, State.LIVE);
    private final GenerationRole second = role(2, State.BUILDING);

    @Test
    void countersGoWithTheNameAndNotWithTheGeneration() {
        Metrics.Counter one = index.of(first).counter(EVENTS, "help", "index", "mail", "kind", "row");
        Metrics.Counter two = index.of(second).counter(EVENTS, "help", "index", "mail", "kind", "row");
        one.add(5);
        two.add(3);
        assertThat(all.counters.count(EVENTS, "mail")).isEqualTo(5);
        assertThat(all.counters.count(EVENTS, "mail (generation 2)")).isEqualTo(3);
        swap();
        one.add(10);
        two.add(20);
        assertThat(all.counters.count(EVENTS, "mail")).isEqualTo(25);
        assertThat(all.counters.count(EVENTS, "mail (generation 1)")).isEqualTo(10);
    }

    @Test
    void aGaugeIsTheLiveGenerationsAndTheIndexsOwnWhileThereIsNone() {
        index.ofIndex().gauge(LAG, "help", 1, Integer::doubleValue, "index", "mail");
        assertThat(all.gauge(LAG)).isEqualTo(1);
        index.of(second).gauge(LAG, "help", 7, Integer::doubleValue, "index", "mail");
        assertThat(all.gauge(LAG)).isEqualTo(1);
        index.of(first).gauge(LAG, "help", 4, Integer::doubleValue, "index", "mail");
        assertThat(all.gauge(LAG)).isEqualTo(4);
        swap();
        assertThat(all.gauge(LAG)).isEqualTo(7);
        index.forget(second);
        assertThat(all.gauge(LAG)).isEqualTo(1);
    }

    private void swap() {
        first.become(State.OLD);
        second.become(State.LIVE);
    }

    private static GenerationRole role(int number, State state) {
        return new GenerationRole(
                Fixtures.metadata("mail")
                        .physicalName("mail-" + number)
                        .generation(number)
                        .build(),
                state);
    }

    /** One that is strict: a gauge is for all generations. */
    private static final class Gauges implements Metrics {
        final CountingMetrics counters = new CountingMetrics();
        private final Map<List<String>, DoubleSupplier> gauges = new HashMap<>();

        double gauge(String name) {
            return gauges.get(List.of(name, "index", "mail")).getAsDouble();
        }

        @Override
        public Counter counter(String name, String help, String... tags) {
            return counters.counter(name, help, tags);
        }

        @Override
        public Timer timer(String name, String help, String... tags) {
            return counters.timer(name, help, tags);
        }

        @Override
        public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
            assertThat(gauges.putIfAbsent(List.of(name, tags[0], tags[1]), () -> value.applyAsDouble(target)))
                    .as("registered before")
                    .isNull();
        }
    }
}
