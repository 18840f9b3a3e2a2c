/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.concurrent.NamedThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Runs the steps of requests on shared threads. Each request has its own thread, so that none waits for another one's steps; additional
 * threads are lent from a fixed number that all requests share evenly. A request that exceeds its share, because others have come, returns
 * a thread after a step. A request holds no thread before it begins, nor once its steps are done. Safe for use by several threads. Owns the
 * threads.
 */
final class SharedThreads implements AutoCloseable {
    private final int helpers;
    private final int mostOfARequest;
    private final ExecutorService threads;

    /** Guarded by this, like the counts of each request. */
    private int lent;

    private int requests;

    /**
     * @param name of the threads, before their numbers
     * @param helpers threads that all requests share, beside one of each
     * @param mostOfARequest limit of one request's threads, including its own
     */
    SharedThreads(String name, int helpers, int mostOfARequest) {
        this.helpers = helpers;
        this.mostOfARequest = mostOfARequest;
        // The number of threads is bounded by the number of requests, each of which blocks its caller.
        this.threads = new NamedThreads(name).growingPool();
    }

    /**
     * Runs a request's steps.
     *
     * @param steps how many there are; no more threads are used
     * @param step runs one step; several threads call it at once. Returns false once none is left
     * @return completes after the last step, or fails with what a step threw
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

    /** Threads of one request. */
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

        /** Returns the current thread if the request exceeds its share; its other threads continue. */
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

        /** Records that this thread found no further step. */
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
