/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one indexer, of which two matter: when it took its first event, and when the last of a number of events was
 * acknowledged, with its row's document or stub. A row that was announced twice has two events, which may be joined into one
 * write. Safe for use by several threads.
 */
public final class AcknowledgedRows implements Metrics {
    public static final String ACKNOWLEDGED = "hbase_search_indexer_put_to_acknowledged_seconds";

    private static final String TAKEN = "hbase_search_indexer_events_total";
    private static final String JOINED = "hbase_search_indexer_coalesced_events_total";
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Meters meters = new Meters();
    private final AtomicLong startNanos = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile long lastNanos;
    /** 0 until the first acknowledgement since it was asked for. */
    private final AtomicLong firstNanos = new AtomicLong();

    /** All that is counted and timed. */
    public Meters meters() {
        return meters;
    }

    @Override
    public Counter counter(String name, String help, String... tags) {
        Counter counter = meters.counter(name, help, tags);
        return count -> {
            counter.add(count);
            if (name.equals(TAKEN) && count > 0) {
                startNanos.compareAndSet(0, System.nanoTime());
            } else if (name.equals(JOINED)) {
                acknowledge(count);
            }
        };
    }

    @Override
    public Timer timer(String name, String help, String... tags) {
        Timer timer = meters.timer(name, help, tags);
        return duration -> {
            timer.record(duration);
            if (name.equals(ACKNOWLEDGED)) {
                acknowledge(1);
            }
        };
    }

    /** One that was joined to another counts with it: it is taken before the other is acknowledged. */
    private void acknowledge(long events) {
        if (events > 0) {
            lastNanos = System.nanoTime();
            firstNanos.compareAndSet(0, lastNanos);
            acknowledged.addAndGet(events);
        }
    }

    @Override
    public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {}

    /**
     * Waits until so many events are acknowledged.
     *
     * @param events since this was made
     * @return the {@link System#nanoTime()} of the last acknowledgement
     * @throws IllegalStateException if they are fewer after that time
     */
    public long await(long events, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (acknowledged.get() < events) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(acknowledged + " of " + events + " events within " + limit);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        return lastNanos;
    }

    /** From now on {@link #firstNanos} is that of the next acknowledgement. */
    public void expectFirst() {
        firstNanos.set(0);
    }

    /** When the first event was acknowledged since that was asked for, or since the beginning; 0 if none was yet. */
    public long firstNanos() {
        return firstNanos.get();
    }

    /** When the first event was taken. */
    public long startNanos() {
        return startNanos.get();
    }
}
