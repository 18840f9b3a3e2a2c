/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

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
 * Limits the number of requests at work and the number that wait; rejects all others at once. When several API keys are configured, each
 * may use at most three quarters of both limits, so that no key starves the others. After {@link #drain} it admits no request. Safe for use
 * by several threads.
 */
public final class Admission {
    static final String REJECTED = "hbase_search_gateway_rejected_requests_total";
    static final String WORK = "work";
    static final String REJECTED_HELP =
            "Requests rejected because the gateway was full or stopping, or because their caller made too many.";

    private final int most;
    private final BooleanSupplier shared;
    private final Duration maxWait;
    private final Places places;
    /** By name of a caller with a key; at most as many entries as there are keys. */
    private final Map<String, Places> shares = new ConcurrentHashMap<>();

    private final Metrics.Counter full;
    private final Metrics.Counter callerFull;
    private final Metrics.Counter stopping;
    private volatile boolean closed;

    /**
     * @param work the admitted kind of work, as metrics name it
     * @param most at work at once
     * @param waiting how many requests may wait for admission, each no longer than {@code maxWait}
     * @param shared whether several callers exist now, so that no caller may take all places
     */
    Admission(String work, int most, int waiting, Duration maxWait, BooleanSupplier shared, Metrics metrics) {
        this.most = most;
        this.shared = shared;
        this.maxWait = maxWait;
        this.places = new Places(most, waiting);
        this.full = metrics.counter(REJECTED, REJECTED_HELP, "reason", "full", WORK, work);
        this.callerFull = metrics.counter(REJECTED, REJECTED_HELP, "reason", "caller_full", WORK, work);
        this.stopping = metrics.counter(REJECTED, REJECTED_HELP, "reason", "stopping", WORK, work);
        metrics.gauge(
                "hbase_search_gateway_active_requests",
                "Requests in progress.",
                places,
                all -> most - all.free.availablePermits(),
                WORK,
                work);
        metrics.gauge(
                "hbase_search_gateway_waiting_requests",
                "Requests that wait to be admitted.",
                places,
                all -> all.waiting.get(),
                WORK,
                work);
    }

    /** Places of all callers together, or of one caller. */
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

        /** Returns three quarters, at least one; where there are several places, at least one is left. */
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

    /** @throws ProblemException 503 if the gateway is full or stopping, 429 if the caller has used its share */
    public <T> T run(Caller caller, Supplier<T> work) {
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
                            "this API key has reached its limit of concurrent requests",
                            "Read the pending responses before sending more requests.")
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
            throw refuse("the gateway has reached its limit of concurrent requests");
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

    /** @param share takes one waiting place here as well as one of all callers' places */
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
            return wanted.free.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Rejects new requests and waits until the active ones finish. Returns false if some remain after the timeout. */
    boolean drain(Duration atMost) {
        close();
        try {
            return places.free.tryAcquire(most, atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Rejects new requests. */
    void close() {
        closed = true;
    }

    public boolean isClosed() {
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
