/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.metrics.Metrics;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Settings of an {@link HttpListener}.
 *
 * @param name of its threads
 * @param port 0 picks a free one
 * @param observer told of every answer
 * @param metrics where requests without a valid key are counted
 */
public record ListenerSettings(
        String name, String host, int port, Access access, Limits limits, AnswerObserver observer, Metrics metrics) {
    public ListenerSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(access, "access");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(observer, "observer");
        Objects.requireNonNull(metrics, "metrics");
    }

    /**
     * Who may send requests.
     *
     * @param keys without keys only loopback is allowed; the listener starts and closes them
     * @param openPaths served without a key
     */
    public record Access(ApiKeys keys, Set<String> openPaths) {
        public Access {
            Objects.requireNonNull(keys, "keys");
            openPaths = Set.copyOf(openPaths);
        }
    }

    /**
     * Limits of the listener.
     *
     * @param threads the most that serve requests at once
     * @param connectionsOfAddress the most that one client address has once all 4,096 are taken
     */
    public record Limits(int threads, int connectionsOfAddress) {
        /** Allows half of all connections for one address. */
        public static Limits of(int threads) {
            return new Limits(threads, ConnectionBounds.Limits.OF_ADDRESS);
        }
    }

    /** Creates settings without metrics. */
    ListenerSettings(
            String name,
            String host,
            int port,
            List<ApiKey> apiKeys,
            Set<String> openPaths,
            int threads,
            AnswerObserver observer) {
        this(
                name,
                host,
                port,
                new Access(new ApiKeys(apiKeys), openPaths),
                Limits.of(threads),
                observer,
                Metrics.none());
    }

    /** Called for each request once it is answered, on the request's thread. Must not throw. */
    @FunctionalInterface
    public interface AnswerObserver {
        void answered(Context context, float millis);
    }
}
