/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The configuration of the query gateway.
 *
 * @param host the address to listen on; beyond loopback it needs API keys
 * @param port 0 picks a free one
 * @param requestTimeout the deadline of a request, shared by search and fetch
 * @param resilience limits on load, and the handling of slow or unavailable backends
 */
public record GatewayConfig(
        String host, int port, Keys keys, Duration requestTimeout, Limits limits, GatewayResilience resilience) {
    public static final long DEFAULT_ANSWER_BYTES = 16L << 20;
    public static final int DEFAULT_SNAPSHOTS = 100;

    public GatewayConfig {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(resilience, "resilience");
    }

    /** Creates a configuration with a random cursor key and default limits. */
    public GatewayConfig(String host, int port, List<ApiKey> apiKeys, Duration requestTimeout, int maxHits) {
        this(
                host,
                port,
                new Keys(apiKeys, Optional.empty(), Optional.empty()),
                requestTimeout,
                new Limits(maxHits, DEFAULT_ANSWER_BYTES, DEFAULT_SNAPSHOTS),
                GatewayResilience.defaults());
    }

    /**
     * The keys of callers and of cursors.
     *
     * @param apiKeys a caller must present one of them; without keys the gateway listens on loopback only
     * @param file the file of API keys, which may change while the gateway runs; empty if there is none
     * @param cursorKey signs paging cursors, the same for all gateways of one service; empty for a random key
     */
    public record Keys(List<ApiKey> apiKeys, Optional<ApiKeysFile> file, Optional<Secret> cursorKey) {
        public Keys {
            apiKeys = List.copyOf(apiKeys);
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(cursorKey, "cursorKey");
        }
    }

    /**
     * Limits on one answer and on paging.
     *
     * @param maxHits the largest page
     * @param maxAnswerBytes the most bytes of the rows of one answer, or of one page of a stream; a single row is never truncated
     * @param maxSnapshots the most snapshots that are kept at once for paging
     */
    public record Limits(int maxHits, long maxAnswerBytes, int maxSnapshots) {}

    public int maxHits() {
        return limits.maxHits();
    }

    /** Finds the first matching key that is valid at a time and whose plain text is known. */
    public Optional<String> plainKey(Predicate<ApiKey> fitting, Instant now) {
        return keys.apiKeys().stream()
                .filter(key -> fitting.test(key) && !key.isExpired(now))
                .flatMap(key -> key.plain().stream())
                .findFirst();
    }

    /** Returns a copy with another resilience. */
    public GatewayConfig with(GatewayResilience other) {
        return new GatewayConfig(host, port, keys, requestTimeout, limits, other);
    }

    /** Returns a copy with other limits on the bytes of an answer and on the snapshots that are kept. */
    public GatewayConfig with(long answerBytes, int snapshots) {
        return new GatewayConfig(
                host, port, keys, requestTimeout, new Limits(limits.maxHits(), answerBytes, snapshots), resilience);
    }
}
