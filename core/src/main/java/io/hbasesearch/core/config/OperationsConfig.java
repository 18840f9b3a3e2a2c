/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.Objects;

/**
 * Where an indexer process without a gateway serves health and metrics, and when indexers and gateways warn.
 *
 * @param host loopback unless the gateway's API keys are configured
 * @param port 0 picks a free one
 */
public record OperationsConfig(String host, int port, AlarmsConfig alarms) {
    public OperationsConfig {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(alarms, "alarms");
    }

    /** With the alarms as they are when nothing is said. */
    public OperationsConfig(String host, int port) {
        this(host, port, AlarmsConfig.DEFAULT);
    }
}
