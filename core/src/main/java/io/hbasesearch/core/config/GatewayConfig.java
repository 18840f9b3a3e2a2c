/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The query gateway.
 *
 * @param host the address to listen on; beyond loopback it needs API keys
 * @param port 0 picks a free one
 * @param apiKeys one of which a caller must present; none means loopback only
 * @param requestTimeout the deadline of a request, shared by search and fetch
 * @param maxHits the largest page
 * @param maxAnswerBytes of the rows of one answer, or of one page of a stream; a single row is given whole
 * @param maxSnapshots that are kept at once for those who page
 * @param cursorKey signs the cursors that callers page with, the same for all gateways of one service; empty for a random one
 * @param resilience how much it takes on, and what it does about backends that are slow or gone
 * @param keysFile where the API keys come from, which may change while the gateway runs; empty if they do not
 */
public record GatewayConfig(
        String host,
        int port,
        List<ApiKey> apiKeys,
        Duration requestTimeout,
        int maxHits,
        long maxAnswerBytes,
        int maxSnapshots,
        Optional<Secret> cursorKey,
        GatewayResilience resilience,
        Optional<ApiKeysFile> keysFile) {
    public static final long DEFAULT_ANSWER_BYTES = 16L << 20;
    public static final int DEFAULT_SNAPSHOTS = 100;

    public GatewayConfig {
        apiKeys = List.copyOf(apiKeys);
        Objects.requireNonNull(cursorKey, "cursorKey");
        Objects.requireNonNull(resilience, "resilience");
        Objects.requireNonNull(keysFile, "keysFile");
    }

    /** A gateway that signs cursors with a key of its own, within the bounds that hold where nothing is written. */
    public GatewayConfig(String host, int port, List<ApiKey> apiKeys, Duration requestTimeout, int maxHits) {
        this(
                host,
                port,
                apiKeys,
                requestTimeout,
                maxHits,
                DEFAULT_ANSWER_BYTES,
                DEFAULT_SNAPSHOTS,
                Optional.empty(),
                GatewayResilience.defaults(),
                Optional.empty());
    }

    /** The first of the keys that fit, are in force at this time and are known as callers present them. */
    public Optional<String> plainKey(Predicate<ApiKey> fitting, Instant now) {
        return apiKeys.stream()
                .filter(key -> fitting.test(key) && !key.isExpired(now))
                .flatMap(key -> key.plain().stream())
                .findFirst();
    }

    /** The same within other bounds. */
    public GatewayConfig with(GatewayResilience other) {
        return new GatewayConfig(
                host, port, apiKeys, requestTimeout, maxHits, maxAnswerBytes, maxSnapshots, cursorKey, other, keysFile);
    }

    /** The same with other bounds of what one answer holds, and of what is kept between answers. */
    public GatewayConfig with(long answerBytes, int snapshots) {
        return new GatewayConfig(
                host, port, apiKeys, requestTimeout, maxHits, answerBytes, snapshots, cursorKey, resilience, keysFile);
    }
}
