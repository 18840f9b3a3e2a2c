/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;

/** Limits on a gateway's load, on its calls to each backend, and on calls to a failing backend. */
public record GatewayResilience(Admission admission, Backends backends, Breaker breaker) {
    public GatewayResilience {
        Objects.requireNonNull(admission, "admission");
        Objects.requireNonNull(backends, "backends");
        Objects.requireNonNull(breaker, "breaker");
    }

    /**
     * Limits on the requests that a gateway admits.
     *
     * @param requests searches and row reads at once
     * @param waiting requests that may wait for admission; the next one is refused
     * @param maxWait for admission
     * @param streams at once; as many wait
     * @param fences at once; as many wait
     * @param callerRequestsPerSecond the most requests under {@code /v1} of one caller in a second; 0 for any number
     * @param connectionsPerAddress the most connections of one client address once all {@link #CONNECTIONS} are taken
     */
    public record Admission(
            int requests,
            int waiting,
            Duration maxWait,
            int streams,
            int fences,
            int callerRequestsPerSecond,
            int connectionsPerAddress) {
        /** The most connections in total, if the process may open twice as many files. */
        public static final int CONNECTIONS = 4_096;

        public Admission {
            Objects.requireNonNull(maxWait, "maxWait");
        }

        /** Creates limits that allow one address half of all connections. */
        public Admission(
                int requests, int waiting, Duration maxWait, int streams, int fences, int callerRequestsPerSecond) {
            this(requests, waiting, maxWait, streams, fences, callerRequestsPerSecond, CONNECTIONS / 2);
        }

        /** Returns the number of requests that can run at once. */
        public int all() {
            return requests + streams + fences;
        }
    }

    /**
     * Limits on the calls to each backend; 0 for no limit beyond admission.
     *
     * @param indexCalls at once
     * @param hbaseCalls at once
     */
    public record Backends(
            int indexCalls,
            int hbaseCalls,
            int indexCallsPerSecond,
            int hbaseCallsPerSecond,
            int kafkaCallsPerSecond) {}

    /**
     * Circuit breaker settings for a part of a backend: an index or a table.
     *
     * @param window the number of calls over which failures are counted
     * @param minimumCalls the least calls before failures count
     * @param failurePercent of the calls of the window
     * @param openFor how long the breaker stays open
     * @param probes the number of calls that test for recovery
     */
    public record Breaker(int window, int minimumCalls, int failurePercent, Duration openFor, int probes) {
        public Breaker {
            Objects.requireNonNull(openFor, "openFor");
        }
    }

    /** Returns the defaults. */
    public static GatewayResilience defaults() {
        return new GatewayResilience(
                new Admission(32, 64, Duration.ofSeconds(1), 8, 32, 0),
                new Backends(0, 0, 0, 0, 0),
                new Breaker(20, 10, 50, Duration.ofSeconds(5), 3));
    }

    public GatewayResilience withAdmission(Admission other) {
        return new GatewayResilience(other, backends, breaker);
    }

    public GatewayResilience withBackends(Backends other) {
        return new GatewayResilience(admission, other, breaker);
    }

    public GatewayResilience withBreaker(Breaker other) {
        return new GatewayResilience(admission, backends, other);
    }
}
