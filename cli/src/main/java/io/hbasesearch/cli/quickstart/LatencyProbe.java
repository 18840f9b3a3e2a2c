/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Measures the time from an acknowledged put until a search finds the row. Owns its threads. */
final class LatencyProbe {
    private static final int THREADS = 8;
    private static final int LARGEST_PAUSE_MILLIS = 200;
    private static final int FIRST_KEY = 100_000;

    private final Demonstration demonstration;

    LatencyProbe(Demonstration demonstration) {
        this.demonstration = demonstration;
    }

    /** @return milliseconds of {@code puts} puts, at times that are independent of the index's refreshes */
    Histogram measure(int puts) throws InterruptedException, ExecutionException {
        Histogram millis = new ConcurrentHistogram(Duration.ofMinutes(1).toMillis(), 3);
        ExecutorService threads = new NamedThreads("latency-probe").pool(THREADS);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int worker = 0; worker < THREADS; worker++) {
                int first = worker;
                workers.add(threads.submit(() -> {
                    for (int number = first; number < puts; number += THREADS) {
                        millis.recordValue(once(Demonstration.key(FIRST_KEY + number)));
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
            return millis;
        } finally {
            threads.shutdownNow();
        }
    }

    private long once(RowKey key) throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(LARGEST_PAUSE_MILLIS));
        String word = Demonstration.newWord();
        demonstration.put(key, word);
        return demonstration.awaitFound(key, word).toMillis();
    }
}
