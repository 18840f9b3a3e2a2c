/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.Problem;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets a bounded number of requests work and a bounded number wait; refuses the rest at once. After {@link #drain} it lets
 * nobody in. Safe for use by several threads.
 */
final class Admission {
    static final String REJECTED = "hbase_search_gateway_rejected_requests_total";
    static final String WORK = "work";
    static final String REJECTED_HELP =
            "Requests refused because the gateway was full or stopping, or their caller made too many.";

    private final int most;
    private final int waiting;
    private final Duration longestWait;
    private final Semaphore places;
    private final Metrics.Counter full;
    private final Metrics.Counter stopping;
    private volatile boolean closed;

    /**
     * @param work what is let in, as the metrics call it
     * @param most at work at once
     * @param waiting that may wait for their turn, each no longer than {@code longestWait}
     */
    Admission(String work, int most, int waiting, Duration longestWait, Metrics metrics) {
        this.most = most;
        this.waiting = waiting;
        this.longestWait = longestWait;
        this.places = new Semaphore(most, true);
        this.full = metrics.counter(REJECTED, REJECTED_HELP, "reason", "full", WORK, work);
        this.stopping = metrics.counter(REJECTED, REJECTED_HELP, "reason", "stopping", WORK, work);
        metrics.gauge(
                "hbase_search_gateway_active_requests",
                "Requests at work.",
                places,
                free -> most - free.availablePermits(),
                WORK,
                work);
        metrics.gauge(
                "hbase_search_gateway_waiting_requests",
                "Requests that wait for their turn.",
                places,
                Semaphore::getQueueLength,
                WORK,
                work);
    }

    /** @throws ProblemException 503 if the gateway is full or stopping */
    <T> T run(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    private void enter() {
        if (closed) {
            throw refuseStopping();
        }
        if (!places.tryAcquire() && !waitForPlace()) {
            full.increment();
            throw refuse("the gateway is busy with as many requests as it takes");
        }
        if (closed) {
            places.release();
            throw refuseStopping();
        }
    }

    private boolean waitForPlace() {
        if (places.getQueueLength() >= waiting) {
            return false;
        }
        try {
            return places.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Refuses new requests and waits until those inside are done. False if some are still there when the time is over. */
    boolean drain(Duration atMost) {
        close();
        try {
            return places.tryAcquire(most, atMost.toNanos(), TimeUnit.NANOSECONDS);
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
        return new ProblemException(Problem.of(503, ErrorCode.THROTTLED, detail, "Try again in a moment.")
                .retryAfter(Duration.ofSeconds(1)));
    }
}
