/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Threads for requests whose work has several steps. Each request has one of its own, so that none ever waits for another one's
 * steps; those beside it are lent from a number that all requests share, to each its even share. Who has more than that, as
 * others have come, gives one back behind its step. A request holds no thread before it begins, nor once its steps are done. Safe
 * for use by several threads. Owns the threads.
 */
final class SharedThreads implements AutoCloseable {
    private final int helpers;
    private final int mostOfARequest;
    private final ExecutorService threads;

    /** Guarded by this, as what each request has. */
    private int lent;

    private int requests;

    /**
     * @param name of the threads, before their numbers
     * @param helpers that all requests share, beside one of each
     * @param mostOfARequest how many a request has at a time, with its own
     */
    SharedThreads(String name, int helpers, int mostOfARequest) {
        this.helpers = helpers;
        this.mostOfARequest = mostOfARequest;
        // Their number is bounded by that of requests, each of which holds its caller.
        this.threads = Executors.newCachedThreadPool(named(name));
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Has a request's steps done.
     *
     * @param steps how many there are; no more threads are used
     * @param step does one; several threads call it at once. False once none is left
     * @return done after the last step, or failed with what a step threw
     */
    CompletableFuture<Void> run(int steps, BooleanSupplier step) {
        if (steps == 0) {
            return CompletableFuture.completedFuture(null);
        }
        Request request = new Request(step, Math.min(steps, mostOfARequest));
        request.start();
        return request.done;
    }

    synchronized int lent() {
        return lent;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** What one request has. */
    private final class Request {
        private final BooleanSupplier step;
        private final int most;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private int own;
        private int borrowed;
        private boolean isOver;

        Request(BooleanSupplier step, int most) {
            this.step = step;
            this.most = most;
        }

        void start() {
            synchronized (SharedThreads.this) {
                requests++;
                own = 1;
            }
            threads.execute(() -> work(false));
            while (borrow()) {
                threads.execute(() -> work(true));
            }
        }

        private void work(boolean helps) {
            try {
                while (step.getAsBoolean()) {
                    if (helps && givesWay()) {
                        return;
                    }
                    if (borrow()) {
                        threads.execute(() -> work(true));
                    }
                }
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
            end(helps);
        }

        private int share() {
            return Math.min(most - 1, helpers / Math.max(1, requests));
        }

        private boolean borrow() {
            synchronized (SharedThreads.this) {
                boolean may = !isOver && borrowed < share() && lent < helpers;
                if (may) {
                    borrowed++;
                    lent++;
                }
                return may;
            }
        }

        /** Gives the caller's thread back if the request has more than its share; others of its threads go on. */
        private boolean givesWay() {
            synchronized (SharedThreads.this) {
                if (isOver || borrowed <= share()) {
                    return false;
                }
                borrowed--;
                lent--;
                return true;
            }
        }

        /** No step is left for this thread. */
        private void end(boolean helps) {
            boolean last;
            synchronized (SharedThreads.this) {
                isOver = true;
                own -= helps ? 0 : 1;
                borrowed -= helps ? 1 : 0;
                lent -= helps ? 1 : 0;
                last = own + borrowed == 0;
                requests -= last ? 1 : 0;
            }
            if (last) {
                done.complete(null);
            }
        }
    }
}
