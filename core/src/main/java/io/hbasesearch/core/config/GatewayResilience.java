/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How much a gateway takes on, what it asks of each backend, and when it leaves one alone. */
public record GatewayResilience(Admission admission, Backends backends, Breaker breaker, HedgedReads hedgedReads) {
    public GatewayResilience {
        Objects.requireNonNull(admission, "admission");
        Objects.requireNonNull(backends, "backends");
        Objects.requireNonNull(breaker, "breaker");
        Objects.requireNonNull(hedgedReads, "hedgedReads");
    }

    /**
     * Who is let in.
     *
     * @param requests searches and row reads at once
     * @param waiting that may wait for their turn; the next one is refused
     * @param longestWait for one's turn
     * @param streams at once; as many wait
     * @param fences at once; as many wait
     * @param callerRequestsPerSecond the most requests under {@code /v1} of one caller in a second; 0 for any number
     * @param connectionsPerAddress the most connections of one client address once all {@link #CONNECTIONS} are taken
     */
    public record Admission(
            int requests,
            int waiting,
            Duration longestWait,
            int streams,
            int fences,
            int callerRequestsPerSecond,
            int connectionsPerAddress) {
        /** In all, where the process may open twice as many files. */
        public static final int CONNECTIONS = 4_096;

        public Admission {
            Objects.requireNonNull(longestWait, "longestWait");
        }

        /** With half of all connections for one address. */
        public Admission(
                int requests, int waiting, Duration longestWait, int streams, int fences, int callerRequestsPerSecond) {
            this(requests, waiting, longestWait, streams, fences, callerRequestsPerSecond, CONNECTIONS / 2);
        }

        /** Everything that can be at work at once. */
        public int all() {
            return requests + streams + fences;
        }
    }

    /**
     * What is asked of each backend; 0 for as much as is let in.
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
     * When a part of a backend, an index or a table, is left alone.
     *
     * @param window calls over which failures are counted
     * @param minimumCalls before failures count
     * @param failurePercent of the calls of the window
     * @param openFor how long it is left alone
     * @param probes calls that find out whether it is back
     */
    public record Breaker(int window, int minimumCalls, int failurePercent, Duration openFor, int probes) {
        public Breaker {
            Objects.requireNonNull(openFor, "openFor");
        }
    }

    /**
     * Second attempts at reads of rows that take long.
     *
     * @param after so long a second attempt begins; empty for what 95 of 100 reads of the table took less than
     * @param sharePercent second attempts to 100 reads, at most
     */
    public record HedgedReads(boolean enabled, Optional<Duration> after, int sharePercent) {
        public HedgedReads {
            Objects.requireNonNull(after, "after");
        }
    }

    /** What holds where nothing is written. */
    public static GatewayResilience defaults() {
        return new GatewayResilience(
                new Admission(32, 64, Duration.ofSeconds(1), 8, 32, 0),
                new Backends(0, 0, 0, 0, 0),
                new Breaker(20, 10, 50, Duration.ofSeconds(5), 3),
                new HedgedReads(false, Optional.empty(), 5));
    }

    public GatewayResilience withAdmission(Admission other) {
        return new GatewayResilience(other, backends, breaker, hedgedReads);
    }

    public GatewayResilience withBackends(Backends other) {
        return new GatewayResilience(admission, other, breaker, hedgedReads);
    }

    public GatewayResilience withBreaker(Breaker other) {
        return new GatewayResilience(admission, backends, other, hedgedReads);
    }

    public GatewayResilience withHedgedReads(HedgedReads other) {
        return new GatewayResilience(admission, backends, breaker, other);
    }
}
