/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.time.Duration;

/**
 * How much the gateway takes on, and when it stops asking a backend.
 *
 * @param concurrentRequests searches and row reads at once
 * @param waitingRequests that may wait for their turn; the next one is refused
 * @param longestWait for one's turn
 * @param breakerWindow calls over which failures are counted
 * @param breakerMinimum calls before failures count
 * @param breakerOpenFor how long a backend is left alone after half of its calls failed
 * @param breakerProbes calls that find out whether it is back
 */
record GatewayLimits(
        int concurrentRequests,
        int waitingRequests,
        Duration longestWait,
        int breakerWindow,
        int breakerMinimum,
        Duration breakerOpenFor,
        int breakerProbes) {
    static final float BREAKER_FAILURE_PERCENT = 50;

    /** Streams and fences at once; each has a place for as long as it takes. */
    static final int STREAMS = 8;

    static final int FENCES = 32;

    /** Health, metrics, the page and refusals need threads while all requests are busy or waiting. */
    private static final int SPARE_THREADS = 24;

    static GatewayLimits defaults() {
        return new GatewayLimits(32, 64, Duration.ofSeconds(1), 20, 10, Duration.ofSeconds(5), 3);
    }

    /** The same for other work of which no more is let in. */
    GatewayLimits withConcurrent(int requests) {
        return new GatewayLimits(
                requests,
                Math.min(waitingRequests, requests),
                longestWait,
                breakerWindow,
                breakerMinimum,
                breakerOpenFor,
                breakerProbes);
    }

    int threads() {
        return concurrentRequests + waitingRequests + 2 * (STREAMS + FENCES) + SPARE_THREADS;
    }
}
