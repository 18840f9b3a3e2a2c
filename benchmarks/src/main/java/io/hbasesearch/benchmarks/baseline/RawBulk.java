/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Loads documents with nothing but bulk requests, several at a time. For one thread. */
public final class RawBulk {
    private final RawElasticsearch elasticsearch;
    private final BulkFile documents;

    public RawBulk(RawElasticsearch elasticsearch, BulkFile documents) {
        this.elasticsearch = elasticsearch;
        this.documents = documents;
    }

    /**
     * How it is loaded.
     *
     * @param batch documents in a request
     * @param concurrency requests at a time
     */
    public record Shape(int batch, int concurrency) {
        @Override
        public String toString() {
            return batch + " x " + concurrency;
        }
    }

    /**
     * Loads the first so many documents into an index, from the first request to the last answer; rows per second. If one request fails
     * no more are begun, and those under way are waited for.
     *
     * @throws BulkRefusedException if Elasticsearch had too much under way for all of them
     */
    public double load(String index, int number, Shape shape) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(shape.concurrency());
        AtomicInteger next = new AtomicInteger();
        try (Senders unused = new Senders(pool, next, number)) {
            long began = System.nanoTime();
            List<Future<?>> senders = new ArrayList<>();
            for (int i = 0; i < shape.concurrency(); i++) {
                senders.add(pool.submit(() -> {
                    send(index, number, shape.batch(), next);
                    return null;
                }));
            }
            for (Future<?> sender : senders) {
                sender.get();
            }
            return number * 1e9 / (System.nanoTime() - began);
        } catch (ExecutionException e) {
            // What does not end is no matter of the shape, and is told.
            boolean hasEnded = e.getSuppressed().length == 0;
            throw hasEnded && e.getCause() instanceof BulkRefusedException refused ? refused : e;
        }
    }

    /** Those who send. Closed, they begin nothing more, and what is under way is waited for. */
    private record Senders(ExecutorService pool, AtomicInteger next, int number) implements AutoCloseable {
        /** @throws IllegalStateException if a request does not end within a minute */
        @Override
        public void close() {
            next.set(number);
            pool.shutdown();
            try {
                if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("a bulk request does not end");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void send(String index, int number, int batch, AtomicInteger next) throws Exception {
        for (int from = next.getAndAdd(batch); from < number; from = next.getAndAdd(batch)) {
            byte[] lines = documents.lines(from, Math.min(number, from + batch));
            elasticsearch.bulk(index, lines);
        }
    }
}
