/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.List;

/**
 * The query gateway.
 *
 * @param host the address to listen on; beyond loopback it needs API keys
 * @param port 0 picks a free one
 * @param apiKeys one of which a caller must present; none means loopback only
 * @param requestTimeout the deadline of a request, shared by search and fetch
 * @param maxHits the largest page
 */
public record GatewayConfig(String host, int port, List<Secret> apiKeys, Duration requestTimeout, int maxHits) {
    public GatewayConfig {
        apiKeys = List.copyOf(apiKeys);
    }
}
