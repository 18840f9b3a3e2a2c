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
    private static final ValueType<Integer> RATE = ValueType.integer(0, 1_000_000, "in a second");
    private static final ValueType<Integer> COUNT = ValueType.integer(1, 10_000, "calls");

    private static final Setting<Integer> REQUESTS = Setting.withDefault(
            "requests", PLACES, "32", "searches and row reads at once; each may hold a page in memory");
    private static final Setting<Integer> WAITING = Setting.withDefault(
            "waiting",
            ValueType.integer(0, 4_096, "requests"),
            "64",
            "requests that may wait for their turn; the next one is refused with 503");
    private static final Setting<Duration> LONGEST_WAIT = Setting.withDefault(
            "longestWait",
            ValueType.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "1s",
            "how long a request waits for its turn before it is refused with 503");
    private static final Setting<Integer> STREAMS =
            Setting.withDefault("streams", PLACES, "8", "streams at once; as many wait");
    private static final Setting<Integer> FENCES =
            Setting.withDefault("fences", PLACES, "32", "fences at once; as many wait");
    private static final Setting<Integer> CALLER_RATE = Setting.withDefault(
            "callerRequestsPerSecond",
            RATE,
            "0",
            "the most requests of one API key in a second, more get 429; without keys all callers are one; 0 for any number");
    private static final Setting<Integer> CONNECTIONS = Setting.withDefault(
            "connectionsPerAddress",
            ValueType.integer(1, GatewayResilience.Admission.CONNECTIONS, "connections"),
            "2048",
            "connections of one client address once all 4096 are taken; behind a proxy all callers have its address");
    private static final SettingGroup ADMISSION = SettingGroup.of(
            "admission",
            "how many requests are let in",
            REQUESTS,
            WAITING,
            LONGEST_WAIT,
            STREAMS,
            FENCES,
            CALLER_RATE,
            CONNECTIONS);

    private static final Setting<Integer> INDEX_CALLS = Setting.withDefault(
            "indexCalls", CALLS, "0", "calls to the indexes at once, more get 503; 0 for as many as requests need");
    private static final Setting<Integer> HBASE_CALLS = Setting.withDefault(
            "hbaseCalls",
            CALLS,
            "0",
            "calls to HBase at once, more are done without or get 503; 0 for as many as requests need");
    private static final Setting<Integer> INDEX_RATE = Setting.withDefault(
            "indexCallsPerSecond", RATE, "0", "calls to each index in a second, more get 503; 0 for any number");
    private static final Setting<Integer> HBASE_RATE = Setting.withDefault(
            "hbaseCallsPerSecond",
            RATE,
            "0",
            "batches of gets and scans of each table in a second, more get 503; 0 for any number");
    private static final Setting<Integer> KAFKA_RATE = Setting.withDefault(
            "kafkaCallsPerSecond",
            RATE,
            "0",
            "fences that write to each topic in a second, more get 503; 0 for any number");
    private static final SettingGroup BACKENDS = SettingGroup.of(
            "backends",
            "how much the gateway asks of index, HBase and Kafka",
            INDEX_CALLS,
            HBASE_CALLS,
            INDEX_RATE,
            HBASE_RATE,
            KAFKA_RATE);

    private static final Setting<Integer> WINDOW =
            Setting.withDefault("window", COUNT, "20", "the last calls over which failures are counted");
    private static final Setting<Integer> MINIMUM_CALLS =
            Setting.withDefault("minimumCalls", COUNT, "10", "calls before failures count");
    private static final Setting<Integer> FAILURE_PERCENT = Setting.withDefault(
            "failurePercent",
            ValueType.integer(1, 100, "per cent"),
            "50",
            "of these calls must have failed for the index or table to be left alone");
    private static final Setting<Duration> OPEN_FOR = Setting.withDefault(
            "openFor",
            ValueType.duration(Duration.ofMillis(100), Duration.ofHours(1)),
            "5s",
            "how long it is left alone");
    private static final Setting<Integer> PROBES =
            Setting.withDefault("probes", COUNT, "3", "calls that then find out whether it is back");
    private static final SettingGroup BREAKER = SettingGroup.of(
            "breaker",
            "when an index or a table that keeps failing is left alone",
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
                values.get(LONGEST_WAIT),
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
