/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

/**
 * Where an indexer process without a gateway serves health and metrics.
 *
 * @param host loopback unless the gateway's API keys are configured
 * @param port 0 picks a free one
 */
public record OperationsConfig(String host, int port) {}
