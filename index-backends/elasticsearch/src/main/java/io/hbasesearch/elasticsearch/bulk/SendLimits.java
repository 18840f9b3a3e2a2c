/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Adapts the number of concurrent bulk requests and their size by trial: both grow a little while requests are acknowledged,
 * and shrink by a factor when Elasticsearch throttles (429), does not answer, or takes much longer than usual for requests of
 * that size ({@link LatencyBaseline}).
 *
 * <p>First the number of requests shrinks, then, at one request at a time, their size; they grow in reverse order. The same
 * signal for several concurrent requests counts once. Limits grow only while they are used. The time of an answer counts for
 * requests of at least half the allowed size: a few operations are answered at once or wait behind large requests, a tenfold
 * difference that says nothing about the load. If there is overload, requests are large.
 *
 * <p>Safe for use by several threads.
 */
public final class SendLimits {
    private static final double REFUSED_FACTOR = 0.5;
    private static final double SLOW_FACTOR = 0.8;
    private static final double SMALLEST_SHARE = 1.0 / 16;
    private static final double SHARE_STEP = 1.0 / 32;
    private static final int FIRST_REQUESTS = 2;

    private final Bounds bounds;
    private final LongSupplier nanoClock;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition permitFree = lock.newCondition();
    private final LatencyBaseline latency = new LatencyBaseline();
    private double requests;
    private double share = 1;
    /** Shrinks permanently when a request is rejected for its size. */
    private long largestBytes;

    private int permits;
    private int underWay;
    private long lastDecreaseNanos;
    private long lastFullNanos;
    private int stalls;

    /**
     * The upper bounds.
     *
     * @param requests at once, at least 1
     * @param operations in a request
     * @param bytes of a request; a single operation may be larger
     */
    public record Bounds(int requests, int operations, long bytes) {}

    /** @param nanoClock as {@link System#nanoTime} */
    public SendLimits(Bounds bounds, LongSupplier nanoClock) {
        this.bounds = bounds;
        this.nanoClock = nanoClock;
        this.requests = Math.min(FIRST_REQUESTS, bounds.requests());
        this.largestBytes = bounds.bytes();
        this.lastDecreaseNanos = nanoClock.getAsLong();
        this.lastFullNanos = lastDecreaseNanos;
    }

    /** Waits until one more request may be in progress; the longest waiter goes first. */
    Permit acquire() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (permits >= (int) requests) {
                permitFree.await();
            }
            permits++;
            return new Permit();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many requests may be in progress at present. */
    int requests() {
        lock.lock();
        try {
            return (int) requests;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the maximum number of operations of the next request. */
    int operations() {
        lock.lock();
        try {
            return Math.max(1, (int) (bounds.operations() * share));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the maximum size of the next request in bytes. */
    long bytes() {
        lock.lock();
        try {
            return Math.max(1, (long) (largestBytes * share));
        } finally {
            lock.unlock();
        }
    }

    /** Limits the size of all later requests, after a larger one was rejected for its size. */
    void tooLarge(long bytes) {
        lock.lock();
        try {
            largestBytes = Math.min(largestBytes, Math.max(1, bytes));
        } finally {
            lock.unlock();
        }
    }

    /** Records that nothing of a request succeeded. @return how many times in a row that has happened */
    int stalled() {
        lock.lock();
        try {
            return stalls++;
        } finally {
            lock.unlock();
        }
    }

    /** Records that something succeeded. */
    void progressed() {
        lock.lock();
        try {
            stalls = 0;
        } finally {
            lock.unlock();
        }
    }

    /** A permit to send one request after another. For one thread; closing releases it. */
    final class Permit implements AutoCloseable {
        private boolean sending;
        private boolean large;
        private long bytes;
        private long startedNanos;

        /** Records that a request is being sent; one of the three methods below records its end. */
        void begin(int requestOperations, long requestBytes) {
            lock.lock();
            try {
                sending = true;
                underWay++;
                bytes = requestBytes;
                large = requestOperations >= bounds.operations() * share / 2 || bytes >= largestBytes * share / 2;
                startedNanos = nanoClock.getAsLong();
                if (underWay >= (int) requests) {
                    lastFullNanos = startedNanos;
                }
            } finally {
                lock.unlock();
            }
        }

        /** Records that Elasticsearch accepted the request. */
        void acknowledged() {
            end(() -> {
                if (large && latency.isSlow(bytes, nanoClock.getAsLong() - startedNanos)) {
                    decrease(SLOW_FACTOR);
                } else if (share < 1 && large) {
                    share = Math.min(1, share + SHARE_STEP);
                } else if (lastFullNanos - startedNanos >= 0) {
                    // The maximum number of requests was in progress at its start or later. A small request says
                    // nothing about
                    // larger ones, only that there may be more like it: otherwise a writer that never sends large ones
                    // would
                    // stay at one for ever.
                    requests = Math.min(bounds.requests(), requests + 1 / requests);
                    permitFree.signalAll();
                }
            });
        }

        /** Records that Elasticsearch throttled it, or some of it, or did not answer. */
        void refused() {
            end(() -> decrease(REFUSED_FACTOR));
        }

        /** Records an end that says nothing about the load. */
        void ended() {
            end(() -> {});
        }

        private void end(Runnable lesson) {
            lock.lock();
            try {
                if (sending) {
                    sending = false;
                    underWay--;
                    lesson.run();
                }
            } finally {
                lock.unlock();
            }
        }

        private void decrease(double factor) {
            if (startedNanos - lastDecreaseNanos < 0) {
                return;
            }
            lastDecreaseNanos = nanoClock.getAsLong();
            latency.forget();
            if (requests > 1) {
                requests = Math.max(1, requests * factor);
            } else {
                share = Math.max(SMALLEST_SHARE, share * factor);
            }
        }

        @Override
        public void close() {
            ended();
            lock.lock();
            try {
                permits--;
                permitFree.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Learns the usual answer time for each size of request, because a large one takes longer than a small one without any problem.
     * The usual time follows faster answers at once and slower ones over about a hundred requests: it is near the server's best,
     * but a server that stays slow is not compared with its past for ever.
     *
     * <p>Guarded by its owner.
     */
    static final class LatencyBaseline {
        // Classes finer than powers of two would differ by noise alone.
        private static final int SIZE_CLASSES = Long.SIZE;
        private static final double TOWARDS_FASTER = 0.2;
        private static final double TOWARDS_SLOWER = 0.01;
        private static final double RECENT_WEIGHT = 0.25;
        private static final double SLOW = 2.5;
        /** Latencies below this one disturb no user, and consist mostly of timers, garbage collection and refreshes. */
        private static final long ALWAYS_FINE_NANOS = 200_000_000;

        private final double[] usualNanos = new double[SIZE_CLASSES];
        private double recentRatio = 1;

        /**
         * Records an answer.
         *
         * @return whether recent answers, this one included, took much longer than usual
         */
        boolean isSlow(long bytes, long nanos) {
            int sizeClass = SIZE_CLASSES - Long.numberOfLeadingZeros(Math.max(1, bytes)) - 1;
            double usual = usualNanos[sizeClass];
            if (usual == 0) {
                usualNanos[sizeClass] = nanos;
                return false;
            }
            // A single very slow answer changes neither figure by much: it was a pause, not a load.
            double bounded = Math.min(nanos, 2 * SLOW * usual);
            usualNanos[sizeClass] = usual + (bounded - usual) * (bounded < usual ? TOWARDS_FASTER : TOWARDS_SLOWER);
            recentRatio += (bounded / usual - recentRatio) * RECENT_WEIGHT;
            return nanos > ALWAYS_FINE_NANOS && recentRatio > SLOW;
        }

        /** Resets the recent ratio: after less is sent, only newly slow answers count as overload again. */
        void forget() {
            recentRatio = 1;
        }
    }
}
