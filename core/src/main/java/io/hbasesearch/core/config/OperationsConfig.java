/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * Where an indexer process without a gateway serves health and metrics, and when indexers and gateways warn.
 *
 * @param host loopback unless the gateway's API keys are configured
 * @param port 0 picks a free one
 * @param definitionsInterval between two looks at the files of index definitions
 */
public record OperationsConfig(String host, int port, AlarmsConfig alarms, Duration definitionsInterval) {
    /** As it is when nothing is said. */
    public static final Duration DEFINITIONS_INTERVAL = Duration.ofSeconds(5);

    public OperationsConfig {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(alarms, "alarms");
        Objects.requireNonNull(definitionsInterval, "definitionsInterval");
    }

    /** With the rest as it is when nothing is said. */
    public OperationsConfig(String host, int port) {
        this(host, port, AlarmsConfig.DEFAULT, DEFINITIONS_INTERVAL);
    }
}
