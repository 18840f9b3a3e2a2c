/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.metrics;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Creates meters for components. Names follow Prometheus's conventions and begin with {@code hbase_search_}; tags are key, value,
 * key, value. Two requests for the same name and tags return the same meter. Safe for use by several threads.
 */
public interface Metrics {
    /** @param name ends with {@code _total} */
    Counter counter(String name, String help, String... tags);

    /** @param name ends with {@code _seconds} */
    Timer timer(String name, String help, String... tags);

    /**
     * Registers a gauge that reads {@code value} of {@code target} at each scrape; it references the target strongly. A second call
     * with the same name and tags replaces the target, for example by a writer that was opened in place of another.
     */
    <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags);

    /** Returns metrics that discard everything, for tests and one-shot commands. */
    static Metrics none() {
        return NoMetrics.INSTANCE;
    }

    interface Counter {
        void add(long count);

        default void increment() {
            add(1);
        }
    }

    interface Timer {
        void record(Duration duration);
    }
}
