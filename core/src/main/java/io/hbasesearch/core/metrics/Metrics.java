/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.metrics;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Where components count. Names follow Prometheus's conventions and begin with {@code hbase_search_}; tags are key, value,
 * key, value. Asking twice for the same name and tags gives the same meter. Safe for use by several threads.
 */
public interface Metrics {
    /** @param name ends with {@code _total} */
    Counter counter(String name, String help, String... tags);

    /** @param name ends with {@code _seconds} */
    Timer timer(String name, String help, String... tags);

    /**
     * Reads {@code value} of {@code target} whenever it is asked; holds the target strongly. Asked for again, with the same name and
     * tags, it reads the newer target from then on: a writer, say, that was opened in another's place.
     */
    <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags);

    /** Counts and forgets: for tests and one-shot commands. */
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
