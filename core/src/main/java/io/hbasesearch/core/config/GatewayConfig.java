/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The query gateway.
 *
 * @param host the address to listen on; beyond loopback it needs API keys
 * @param port 0 picks a free one
 * @param apiKeys one of which a caller must present; none means loopback only
 * @param requestTimeout the deadline of a request, shared by search and fetch
 * @param maxHits the largest page
 * @param cursorKey signs the cursors that callers page with, the same for all gateways of one service; empty for a random one
 */
public record GatewayConfig(
        String host, int port, List<Secret> apiKeys, Duration requestTimeout, int maxHits, Optional<Secret> cursorKey) {
    public GatewayConfig {
        apiKeys = List.copyOf(apiKeys);
        Objects.requireNonNull(cursorKey, "cursorKey");
    }

    /** A gateway that signs cursors with a key of its own. */
    public GatewayConfig(String host, int port, List<Secret> apiKeys, Duration requestTimeout, int maxHits) {
        this(host, port, apiKeys, requestTimeout, maxHits, Optional.empty());
    }
}
