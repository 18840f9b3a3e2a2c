/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.ValueType;
import java.time.Duration;

/** The groups under {@code gateway} that limit its load and handle slow or unavailable backends. */
final class GatewayResilienceSettings {
    private static final ValueType<Integer> PLACES = ValueType.integer(1, 1_024, "requests");
    private static final ValueType<Integer> CALLS = ValueType.integer(0, 4_096, "calls");
    private static final ValueType<Integer> RATE = ValueType.integer(0, 1_000_000, "calls per second");
    private static final ValueType<Integer> COUNT = ValueType.integer(1, 10_000, "calls");

    private static final Setting<Integer> REQUESTS = Setting.withDefault(
            "requests",
            PLACES,
            "32",
            "maximum number of concurrent searches and row reads; each may hold a page in memory");
    private static final Setting<Integer> WAITING = Setting.withDefault(
            "waiting",
            ValueType.integer(0, 4_096, "requests"),
            "64",
            "maximum number of waiting requests; further ones are rejected with 503");
    private static final Setting<Duration> MAX_WAIT = Setting.withDefault(
                    "maxWait",
                    ValueType.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
                    "1s",
                    "maximum time that a request waits before it is rejected with 503")
            .formerly("longestWait");
    private static final Setting<Integer> STREAMS = Setting.withDefault(
            "streams", PLACES, "8", "maximum number of concurrent streams; the same number may wait");
    private static final Setting<Integer> FENCES = Setting.withDefault(
            "fences", PLACES, "32", "maximum number of concurrent fences; the same number may wait");
    private static final Setting<Integer> CALLER_RATE = Setting.withDefault(
            "callerRequestsPerSecond",
            RATE,
            "0",
            "maximum number of requests per second of one API key; further ones are rejected with 429. Without keys,"
                    + " all callers share the limit; 0 for no limit");
    private static final Setting<Integer> CONNECTIONS = Setting.withDefault(
            "connectionsPerAddress",
            ValueType.integer(1, GatewayResilience.Admission.CONNECTIONS, "connections"),
            "2048",
            "maximum number of connections of one client address once all 4096 connections are in use; behind a"
                    + " proxy, all callers have the proxy's address");
    private static final SettingGroup ADMISSION = SettingGroup.of(
            "admission",
            "limits for incoming requests",
            REQUESTS,
            WAITING,
            MAX_WAIT,
            STREAMS,
            FENCES,
            CALLER_RATE,
            CONNECTIONS);

    private static final Setting<Integer> INDEX_CALLS = Setting.withDefault(
            "indexCalls",
            CALLS,
            "0",
            "maximum number of concurrent calls to the indexes; further ones are rejected with 503. 0 for as many as"
                    + " the requests need");
    private static final Setting<Integer> HBASE_CALLS = Setting.withDefault(
            "hbaseCalls",
            CALLS,
            "0",
            "maximum number of concurrent calls to HBase; further ones are skipped or rejected with 503. 0 for as"
                    + " many as the requests need");
    private static final Setting<Integer> INDEX_RATE = Setting.withDefault(
            "indexCallsPerSecond",
            RATE,
            "0",
            "maximum number of calls per second to each index; further ones are rejected with 503. 0 for no limit");
    private static final Setting<Integer> HBASE_RATE = Setting.withDefault(
            "hbaseCallsPerSecond",
            RATE,
            "0",
            "maximum number of batches of gets and of scans per second of each table; further ones are rejected with"
                    + " 503. 0 for no limit");
    private static final Setting<Integer> KAFKA_RATE = Setting.withDefault(
            "kafkaCallsPerSecond",
            RATE,
            "0",
            "maximum number of fences per second that write to each topic; further ones are rejected with 503. 0 for"
                    + " no limit");
    private static final SettingGroup BACKENDS = SettingGroup.of(
            "backends",
            "limits for the gateway's calls to the index, HBase and Kafka",
            INDEX_CALLS,
            HBASE_CALLS,
            INDEX_RATE,
            HBASE_RATE,
            KAFKA_RATE);

    private static final Setting<Integer> WINDOW =
            Setting.withDefault("window", COUNT, "20", "number of recent calls over which failures are counted");
    private static final Setting<Integer> MINIMUM_CALLS =
            Setting.withDefault("minimumCalls", COUNT, "10", "minimum number of calls before failures count");
    private static final Setting<Integer> FAILURE_PERCENT = Setting.withDefault(
            "failurePercent",
            ValueType.integer(1, 100, "percent"),
            "50",
            "percentage of these calls that must fail for the breaker to open: the index or table is then not called");
    private static final Setting<Duration> OPEN_FOR = Setting.withDefault(
            "openFor",
            ValueType.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "5s",
            "how long the breaker stays open");
    private static final Setting<Integer> PROBES = Setting.withDefault(
            "probes", COUNT, "3", "number of calls that then test whether the index or table is available again");
    private static final SettingGroup BREAKER = SettingGroup.of(
            "breaker",
            "circuit breaker for an index or a table that keeps failing",
            WINDOW,
            MINIMUM_CALLS,
            FAILURE_PERCENT,
            OPEN_FOR,
            PROBES);

    private GatewayResilienceSettings() {}

    static SettingGroup[] groups() {
        return new SettingGroup[] {ADMISSION, BACKENDS, BREAKER};
    }

    /** Reports settings that contradict one another. */
    static void check(SettingValues gateway) {
        SettingValues breaker = gateway.group(BREAKER);
        int window = breaker.find(WINDOW).orElse(Integer.MAX_VALUE);
        int minimum = breaker.find(MINIMUM_CALLS).orElse(0);
        if (minimum > window) {
            breaker.problem(
                    MINIMUM_CALLS,
                    "is " + minimum + ", but only the last " + window
                            + " calls are counted (window): it would never open");
        }
    }

    /** Creates the configuration; call it only if no problem was reported. */
    static GatewayResilience read(SettingValues gateway) {
        return new GatewayResilience(
                admission(gateway.group(ADMISSION)),
                backends(gateway.group(BACKENDS)),
                breaker(gateway.group(BREAKER)));
    }

    private static GatewayResilience.Admission admission(SettingValues values) {
        return new GatewayResilience.Admission(
                values.get(REQUESTS),
                values.get(WAITING),
                values.get(MAX_WAIT),
                values.get(STREAMS),
                values.get(FENCES),
                values.get(CALLER_RATE),
                values.get(CONNECTIONS));
    }

    private static GatewayResilience.Backends backends(SettingValues values) {
        return new GatewayResilience.Backends(
                values.get(INDEX_CALLS),
                values.get(HBASE_CALLS),
                values.get(INDEX_RATE),
                values.get(HBASE_RATE),
                values.get(KAFKA_RATE));
    }

    private static GatewayResilience.Breaker breaker(SettingValues values) {
        return new GatewayResilience.Breaker(
                values.get(WINDOW),
                values.get(MINIMUM_CALLS),
                values.get(FAILURE_PERCENT),
                values.get(OPEN_FOR),
                values.get(PROBES));
    }
}
