/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets a bounded number of requests work and a bounded number wait; refuses the rest at once. Where several API keys are configured,
 * each has three quarters of both at most, so that none leaves nothing to the others. After {@link #drain} it lets nobody in. Safe for
 * use by several threads.
 */
final class Admission {
    static final String REJECTED = "hbase_search_gateway_rejected_requests_total";
    static final String WORK = "work";
    static final String REJECTED_HELP =
            "Requests refused because the gateway was full or stopping, or their caller made too many.";

    private final int most;
    private final BooleanSupplier shared;
    private final Duration longestWait;
    private final Places places;
    /** By name of a caller with a key: as many as there are keys at most. */
    private final Map<String, Places> shares = new ConcurrentHashMap<>();

    private final Metrics.Counter full;
    private final Metrics.Counter callerFull;
    private final Metrics.Counter stopping;
    private volatile boolean closed;

    /**
     * @param work what is let in, as the metrics call it
     * @param most at work at once
     * @param waiting that may wait for their turn, each no longer than {@code longestWait}
     * @param shared whether there are several callers now, of whom none may have all
     */
    Admission(String work, int most, int waiting, Duration longestWait, BooleanSupplier shared, Metrics metrics) {
        this.most = most;
        this.shared = shared;
        this.longestWait = longestWait;
        this.places = new Places(most, waiting);
        this.full = metrics.counter(REJECTED, REJECTED_HELP, "reason", "full", WORK, work);
        this.callerFull = metrics.counter(REJECTED, REJECTED_HELP, "reason", "caller_full", WORK, work);
        this.stopping = metrics.counter(REJECTED, REJECTED_HELP, "reason", "stopping", WORK, work);
        metrics.gauge(
                "hbase_search_gateway_active_requests",
                "Requests at work.",
                places,
                all -> most - all.free.availablePermits(),
                WORK,
                work);
        metrics.gauge(
                "hbase_search_gateway_waiting_requests",
                "Requests that wait for their turn.",
                places,
                all -> all.waiting.get(),
                WORK,
                work);
    }

    /** Places of all, or of one caller. */
    private static final class Places {
        private final Semaphore free;
        private final int mostWaiting;
        private final AtomicInteger waiting = new AtomicInteger();

        Places(int most, int mostWaiting) {
            this.free = new Semaphore(most, true);
            this.mostWaiting = mostWaiting;
        }

        static Places share(Places all, int most) {
            return new Places(shareOf(most), shareOf(all.mostWaiting));
        }

        /** At least one, and where there are several, one is left. */
        private static int shareOf(int most) {
            return Math.max(Math.min(1, most), most * 3 / 4);
        }

        boolean enterWaiting() {
            if (waiting.incrementAndGet() <= mostWaiting) {
                return true;
            }
            waiting.decrementAndGet();
            return false;
        }
    }

    /** @throws ProblemException 503 if the gateway is full or stopping, 429 if the caller has its share */
    <T> T run(Caller caller, Supplier<T> work) {
        if (closed) {
            throw refuseStopping();
        }
        if (!shared.getAsBoolean() || caller.key().isEmpty()) {
            return run(places, work);
        }
        Places share = shares.computeIfAbsent(caller.name(), name -> Places.share(places, most));
        if (!acquire(share, share)) {
            callerFull.increment();
            throw new ProblemException(ProblemDocument.of(
                            429,
                            ErrorCode.THROTTLED,
                            "this API key has as many requests under way as one may have",
                            "Wait for answers before asking again, and read them.")
                    .retryAfter(Duration.ofSeconds(1)));
        }
        try {
            return run(share, work);
        } finally {
            share.free.release();
        }
    }

    private <T> T run(Places share, Supplier<T> work) {
        if (!acquire(places, share)) {
            full.increment();
            throw refuse("the gateway is busy with as many requests as it takes");
        }
        try {
            if (closed) {
                throw refuseStopping();
            }
            return work.get();
        } finally {
            places.free.release();
        }
    }

    /** @param share whose waiting places are taken as well as those of all */
    private boolean acquire(Places wanted, Places share) {
        if (wanted.free.tryAcquire()) {
            return true;
        }
        if (!share.enterWaiting()) {
            return false;
        }
        try {
            return share == places ? acquireInTime(wanted) : acquireWaiting(wanted);
        } finally {
            share.waiting.decrementAndGet();
        }
    }

    private boolean acquireWaiting(Places wanted) {
        if (!places.enterWaiting()) {
            return false;
        }
        try {
            return acquireInTime(wanted);
        } finally {
            places.waiting.decrementAndGet();
        }
    }

    private boolean acquireInTime(Places wanted) {
        try {
            return wanted.free.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Refuses new requests and waits until those inside are done. False if some are still there when the time is over. */
    boolean drain(Duration atMost) {
        close();
        try {
            return places.free.tryAcquire(most, atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Refuses new requests. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    private ProblemException refuseStopping() {
        stopping.increment();
        return refuse("the gateway is stopping");
    }

    private static ProblemException refuse(String detail) {
        return new ProblemException(ProblemDocument.of(503, ErrorCode.THROTTLED, detail, "Try again in a moment.")
                .retryAfter(Duration.ofSeconds(1)));
    }
}
