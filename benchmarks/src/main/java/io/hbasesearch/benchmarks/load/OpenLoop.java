/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Requests that come when they come, whether or not earlier ones are answered: at random, so many in a second on average. Each
 * is timed from the moment at which it was due, so that whatever holds it back, here or there, is in its time. Owns its
 * threads.
 */
public final class OpenLoop implements AutoCloseable {
    /** More than can be under way at half of the capacity; where they were all busy, waiting for one would count as well. */
    private static final int THREADS = 128;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ExecutorService threads;

    public OpenLoop() {
        this(THREADS);
    }

    OpenLoop(int threads) {
        this.threads = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "open-loop");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** What is timed. For several threads. */
    @FunctionalInterface
    public interface Request {
        /** @param number from 0 */
        void send(int number) throws Exception;
    }

    /** @param rate requests in a second, on average */
    public Latencies run(double rate, Duration time, Random random, Request request) throws Exception {
        int count = (int) Math.max(1, rate * time.toSeconds());
        long[] dueAfter = new long[count];
        long[] took = new long[count];
        AtomicInteger answered = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        long first = System.nanoTime();
        long due = first;
        for (int i = 0; i < count; i++) {
            due += (long) (-Math.log(1 - random.nextDouble()) / rate * 1e9);
            waitUntil(due);
            int number = i;
            long began = due;
            dueAfter[i] = due - first;
            threads.execute(() -> {
                send(request, number, failure);
                took[number] = System.nanoTime() - began;
                answered.incrementAndGet();
            });
        }
        int unanswered = count - await(answered, count);
        double answeredRate = count * 1e9 / (System.nanoTime() - first);
        rethrow(failure);
        if (unanswered > 0) {
            throw new IllegalStateException(unanswered + " requests were not answered within " + PATIENCE);
        }
        return new Latencies(dueAfter, took, answeredRate);
    }

    /** @return how many there are in the end */
    private static int await(AtomicInteger answered, int count) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (answered.get() < count && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return answered.get();
    }

    private static void waitUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Requests in a second that so many clients get answered, each of which waits for its answer. */
    public double capacity(int clients, Duration time, Request request) throws Exception {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger running = new AtomicInteger(clients);
        long began = System.nanoTime();
        AtomicLong ended = new AtomicLong(began);
        for (int i = 0; i < clients; i++) {
            threads.execute(() -> {
                try {
                    while (System.nanoTime() - began < time.toNanos() && failure.get() == null) {
                        send(request, next.getAndIncrement(), failure);
                    }
                } finally {
                    ended.set(System.nanoTime());
                    running.decrementAndGet();
                }
            });
        }
        while (running.get() > 0) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        rethrow(failure);
        return next.get() * 1e9 / (ended.get() - began);
    }

    private static void send(Request request, int number, AtomicReference<@Nullable Exception> failure) {
        try {
            request.send(number);
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        } catch (Error e) {
            failure.compareAndSet(null, new ExecutionException(e));
        }
    }

    private static void rethrow(AtomicReference<@Nullable Exception> failure) throws Exception {
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a request failed, so its time says nothing", first);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
