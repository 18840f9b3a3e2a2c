/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.metrics;

import java.util.function.ToDoubleFunction;

final class NoMetrics implements Metrics {
    static final NoMetrics INSTANCE = new NoMetrics();

    private NoMetrics() {}

    @Override
    public Counter counter(String name, String help, String... tags) {
        return count -> {};
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return duration -> {};
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}
}
