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
 * @param apiKeys without keys only loopback is allowed; the listener starts and closes them
 * @param openPaths served without a key
 * @param threads the most that serve requests at once
 * @param connectionsOfAddress the most that one client address has once all 4,096 are taken
 * @param observer told of every answer
 * @param metrics where requests without a valid key are counted
 */
public record ListenerSettings(
        String name,
        String host,
        int port,
        ApiKeys apiKeys,
        Set<String> openPaths,
        int threads,
        int connectionsOfAddress,
        AnswerObserver observer,
        Metrics metrics) {
    public ListenerSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(apiKeys, "apiKeys");
        openPaths = Set.copyOf(openPaths);
        Objects.requireNonNull(observer, "observer");
        Objects.requireNonNull(metrics, "metrics");
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
        this(name, host, port, new ApiKeys(apiKeys), openPaths, threads, observer, Metrics.none());
    }

    /** Creates settings that allow half of all connections for one address. */
    public ListenerSettings(
            String name,
            String host,
            int port,
            ApiKeys apiKeys,
            Set<String> openPaths,
            int threads,
            AnswerObserver observer,
            Metrics metrics) {
        this(name, host, port, apiKeys, openPaths, threads, ConnectionBounds.Limits.OF_ADDRESS, observer, metrics);
    }

    /** Called for each request once it is answered, on the request's thread. Must not throw. */
    @FunctionalInterface
    public interface AnswerObserver {
        void answered(Context context, float millis);
    }
}
