/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.harness.Span;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * When documents come into an index, by Elasticsearch's own counter: the same clock for whoever writes them, which starts with
 * the first documents that are there and not with the program that sends them. Owns a thread that looks every 20 ms.
 */
public final class WriteClock implements AutoCloseable {
    private static final long PAUSE_MILLIS = 20;

    private final RawElasticsearch elasticsearch;
    private final String index;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::look, "write-clock");
    private volatile boolean stopped;
    // Of the thread, and of whoever has joined it.
    private @Nullable Look first;
    private @Nullable Look last;

    private record Look(long nanos, long written) {}

    private WriteClock(RawElasticsearch elasticsearch, String index) {
        this.elasticsearch = elasticsearch;
        this.index = index;
    }

    /** @param index that nothing has written into yet */
    public static WriteClock start(RawElasticsearch elasticsearch, String index) {
        WriteClock clock = new WriteClock(elasticsearch, index);
        clock.thread.setDaemon(true);
        clock.thread.start();
        return clock;
    }

    private void look() {
        try {
            boolean goesOn;
            do {
                goesOn = !stopped;
                look(elasticsearch.written(index));
                TimeUnit.MILLISECONDS.sleep(goesOn ? PAUSE_MILLIS : 0);
            } while (goesOn);
        } catch (IOException | InterruptedException | RuntimeException e) {
            failure.set(e);
        }
    }

    private void look(long written) {
        Look now = new Look(System.nanoTime(), written);
        if (written > 0 && first == null) {
            first = now;
        }
        if (last == null || written > last.written()) {
            last = now;
        }
    }

    /** What was seen: documents per second between the first and the last time at which there were more. */
    public record Seen(double rate, Span clock) {}

    /** Ends it; everything must be written by now. @throws IllegalStateException if there was too little to be seen */
    public Seen stop() throws InterruptedException {
        stopped = true;
        thread.join();
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("Elasticsearch could not be asked how much is written", problem);
        }
        if (first == null || last == null || last.nanos() == first.nanos()) {
            throw new IllegalStateException("all was written at once: give more --rows");
        }
        double rate = (last.written() - first.written()) * 1e9 / (last.nanos() - first.nanos());
        return new Seen(rate, Span.ofNanos(first.nanos(), last.nanos()));
    }

    @Override
    public void close() {
        stopped = true;
    }
}
