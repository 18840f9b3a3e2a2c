/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/**
 * Some of the puts, followed until a search finds them: each has a word of its own in its subject, and one thread asks again
 * and again for all words that are not found yet, in one search. Owns the thread; {@link #word} and {@link #written} are for
 * any thread.
 */
final class Probes implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_AT_ONCE = 500;

    private final DocumentSearcher searcher;
    private final Map<RowKey, Probe> waiting = new ConcurrentHashMap<>();
    private final Histogram micros = new ConcurrentHistogram(TimeUnit.HOURS.toMicros(1), 3);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::look, "probes");
    private volatile boolean closed;

    private record Probe(String word, long writtenNanos) {}

    Probes(DocumentSearcher searcher) {
        this.searcher = searcher;
        thread.setDaemon(true);
        thread.start();
    }

    /** A word that nothing else has, for the subject of one put. */
    static String word(long number) {
        return "probe" + Long.toString(number, Character.MAX_RADIX) + "x"
                + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    }

    /** A put with that word was acknowledged just now. */
    void written(Put put, String word) {
        waiting.put(RowKey.copyOf(put.getRow()), new Probe(word, System.nanoTime()));
    }

    private void look() {
        try {
            while (!closed) {
                List<Map.Entry<RowKey, Probe>> asked =
                        waiting.entrySet().stream().limit(MOST_AT_ONCE).toList();
                if (!asked.isEmpty()) {
                    look(asked);
                }
                TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure.set(e);
        }
    }

    private void look(List<Map.Entry<RowKey, Probe>> asked) {
        List<Query> words = asked.stream()
                .map(probe -> (Query)
                        new Query.Word(List.of("subject"), probe.getValue().word()))
                .toList();
        Query any = new Query.Bool(List.of(), words, List.of());
        SearchResult found = searcher.search(new SearchRequest(any, List.of(), asked.size(), PATIENCE));
        long now = System.nanoTime();
        for (SearchResult.Hit hit : found.hits()) {
            Probe probe = waiting.remove(hit.row());
            if (probe != null) {
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(now - probe.writtenNanos()));
            }
        }
    }

    /** Waits until all are found. @return microseconds from each put's acknowledgement to the answer that has it */
    Histogram await() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!waiting.isEmpty()) {
            Throwable problem = failure.get();
            if (problem != null) {
                throw new IllegalStateException("the probes could not be searched for", problem);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(waiting.size() + " rows are not found within " + PATIENCE);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        if (micros.getTotalCount() == 0) {
            throw new IllegalStateException("no row was searched for");
        }
        return micros;
    }

    @Override
    public void close() {
        closed = true;
        Threads.join(thread);
    }
}
