/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * The addresses of health and metrics, and the thresholds of warnings. A gateway serves them on a separate port.
 *
 * @param host a loopback address unless the gateway's API keys are configured
 * @param port of an indexer; 0 picks a free one
 * @param gatewayPort of a process with a gateway; 0 picks a free one
 * @param definitionsInterval between two checks of the files of index definitions
 */
public record OperationsConfig(
        String host, int port, int gatewayPort, AlarmsConfig alarms, Duration definitionsInterval) {
    /** The default. */
    public static final int GATEWAY_PORT = 8082;

    /** The default. */
    public static final Duration DEFINITIONS_INTERVAL = Duration.ofSeconds(5);

    public OperationsConfig {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(alarms, "alarms");
        Objects.requireNonNull(definitionsInterval, "definitionsInterval");
    }

    /** Creates a configuration with defaults for the rest. */
    public OperationsConfig(String host, int port) {
        this(host, port, GATEWAY_PORT, AlarmsConfig.DEFAULT, DEFINITIONS_INTERVAL);
    }
}
