/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * How many bulk requests may be under way at once and how large they may be, found by trying: both grow by a little while
 * requests are acknowledged, and shrink by a factor when Elasticsearch refuses (429), does not answer, or takes much longer
 * than it used to for requests of that size ({@link LatencyBaseline}).
 *
 * <p>There is first less of them, then, at one request at a time, less in them; and the way back is the reverse. What several
 * requests that were under way together are told counts once. Limits grow only while they are made use of. How long an answer
 * takes counts for requests that are at least half of what is allowed: a few operations are answered at once or wait behind
 * large requests, a tenfold difference that says nothing about the load. Where there is too much of that, requests are large.
 *
 * <p>Safe for use by several threads.
 */
final class SendLimits {
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
    /** Falls for good when a request is refused for its size. */
    private long largestBytes;

    private int permits;
    private int underWay;
    private long lastDecreaseNanos;
    private long lastFullNanos;
    private int stalls;

    /**
     * The most that is ever allowed.
     *
     * @param requests at once, at least 1
     * @param operations in a request
     * @param bytes of a request; a single operation may be larger
     */
    record Bounds(int requests, int operations, long bytes) {}

    /** @param nanoClock as {@link System#nanoTime} */
    SendLimits(Bounds bounds, LongSupplier nanoClock) {
        this.bounds = bounds;
        this.nanoClock = nanoClock;
        this.requests = Math.min(FIRST_REQUESTS, bounds.requests());
        this.largestBytes = bounds.bytes();
        this.lastDecreaseNanos = nanoClock.getAsLong();
        this.lastFullNanos = lastDecreaseNanos;
    }

    /** Waits until one more request may be on its way; longest waiter first. */
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

    /** How many requests may be under way at present. */
    int requests() {
        lock.lock();
        try {
            return (int) requests;
        } finally {
            lock.unlock();
        }
    }

    /** The most operations in the next request. */
    int operations() {
        lock.lock();
        try {
            return Math.max(1, (int) (bounds.operations() * share));
        } finally {
            lock.unlock();
        }
    }

    /** The most bytes in the next request. */
    long bytes() {
        lock.lock();
        try {
            return Math.max(1, (long) (largestBytes * share));
        } finally {
            lock.unlock();
        }
    }

    /** No request is to be larger than this from now on, as one that was has been refused for it. */
    void tooLarge(long bytes) {
        lock.lock();
        try {
            largestBytes = Math.min(largestBytes, Math.max(1, bytes));
        } finally {
            lock.unlock();
        }
    }

    /** Nothing of a request got through. @return how many times in a row that has been so */
    int stalled() {
        lock.lock();
        try {
            return stalls++;
        } finally {
            lock.unlock();
        }
    }

    /** Something got through. */
    void progressed() {
        lock.lock();
        try {
            stalls = 0;
        } finally {
            lock.unlock();
        }
    }

    /** The right to send one request after the other. For one thread; closing gives it back. */
    final class Permit implements AutoCloseable {
        private boolean sending;
        private boolean large;
        private long bytes;
        private long startedNanos;

        /** A request is being sent; one of the three methods below says how it ended. */
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

        /** Elasticsearch took it without complaint. */
        void acknowledged() {
            end(() -> {
                if (large && latency.isSlow(bytes, nanoClock.getAsLong() - startedNanos)) {
                    decrease(SLOW_FACTOR);
                } else if (share < 1 && large) {
                    share = Math.min(1, share + SHARE_STEP);
                } else if (lastFullNanos - startedNanos >= 0) {
                    // As many were under way as may be, at its start or since. A small one shows nothing about larger
                    // ones, but that
                    // there may be more like it: else whoever never sends large ones would be held at one for ever.
                    requests = Math.min(bounds.requests(), requests + 1 / requests);
                    permitFree.signalAll();
                }
            });
        }

        /** Elasticsearch refused it, or some of it, for being too much, or did not answer. */
        void refused() {
            end(() -> decrease(REFUSED_FACTOR));
        }

        /** What became of it says nothing about the load. */
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
}
