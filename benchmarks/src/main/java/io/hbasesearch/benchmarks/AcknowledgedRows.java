/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one indexer, of which two matter: when it took its first event, and when the last of a number of events was
 * acknowledged, with its row's document or stub. A row that was announced twice has two events, which may be joined into one write. Safe for use by several threads.
 */
final class AcknowledgedRows implements Metrics {
    private static final String TAKEN = "hbase_search_indexer_events_total";
    private static final String ACKNOWLEDGED = "hbase_search_indexer_put_to_acknowledged_seconds";
    private static final String JOINED = "hbase_search_indexer_coalesced_events_total";
    private static final String LETTERS = "hbase_search_indexer_dead_letters_total";

    private final long expected;
    private final AtomicLong startNanos = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong letters = new AtomicLong();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile long endNanos;

    /** @param expected events of the topic */
    AcknowledgedRows(long expected) {
        this.expected = expected;
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        return switch (name) {
            case TAKEN -> count -> startNanos.compareAndSet(0, System.nanoTime());
            case JOINED -> this::acknowledge;
            case LETTERS -> letters::addAndGet;
            default -> count -> {};
        };
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        return name.equals(ACKNOWLEDGED) ? duration -> acknowledge(1) : duration -> {};
    }

    /** One that was joined to another counts with it: it is taken before the other is acknowledged. */
    private void acknowledge(long events) {
        if (events > 0 && acknowledged.addAndGet(events) == expected) {
            endNanos = System.nanoTime();
            end.countDown();
        }
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}

    /** From the first event to the last acknowledgement. */
    Duration await(Duration limit) throws InterruptedException {
        if (!end.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(acknowledged + " of " + expected + " events within " + limit);
        }
        return Duration.ofNanos(endNanos - startNanos.get());
    }

    long letters() {
        return letters.get();
    }
}
