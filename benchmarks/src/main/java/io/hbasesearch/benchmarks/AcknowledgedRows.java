/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one indexer, of which two matter: when it took its first event, and when the last of a number of rows was
 * acknowledged, as document or as stub. Safe for use by several threads.
 */
final class AcknowledgedRows implements Metrics {
    private static final String TAKEN = "hbase_search_indexer_events_total";
    private static final String ACKNOWLEDGED = "hbase_search_indexer_put_to_acknowledged_seconds";
    private static final String LETTERS = "hbase_search_indexer_dead_letters_total";

    private final long expected;
    private final AtomicLong startNanos = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong letters = new AtomicLong();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile long endNanos;

    AcknowledgedRows(long expected) {
        this.expected = expected;
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        return switch (name) {
            case TAKEN -> count -> startNanos.compareAndSet(0, System.nanoTime());
            case LETTERS -> letters::addAndGet;
            default -> count -> {};
        };
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return name.equals(ACKNOWLEDGED) ? duration -> acknowledge() : duration -> {};
    }

    private void acknowledge() {
        if (acknowledged.incrementAndGet() == expected) {
            endNanos = System.nanoTime();
            end.countDown();
        }
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}

    /** From the first event to the last acknowledgement. */
    Duration await(Duration limit) throws InterruptedException {
        if (!end.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(acknowledged + " of " + expected + " rows within " + limit);
        }
        return Duration.ofNanos(endNanos - startNanos.get());
    }

    long letters() {
        return letters.get();
    }
}
