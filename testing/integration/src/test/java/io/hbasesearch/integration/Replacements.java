/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import io.hbasesearch.core.metrics.Metrics;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/** Counts how often an indexer saw its table made anew, and nothing else. Safe for use by several threads. */
final class Replacements implements Metrics {
    private final AtomicLong replaced = new AtomicLong();

    long replaced() {
        return replaced.get();
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        return name.equals("hbase_search_indexer_table_replaced_total") ? replaced::addAndGet : count -> {};
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return duration -> {};
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}
}
