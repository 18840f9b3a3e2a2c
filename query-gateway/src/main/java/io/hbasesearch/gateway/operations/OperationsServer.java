/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.http.ApiKeys;
import io.hbasesearch.gateway.http.HttpListener;
import io.hbasesearch.gateway.http.ListenerSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Health and metrics of a process without a gateway. Closes only its own listener and checks: metrics and components are
 * the caller's.
 */
public final class OperationsServer implements AutoCloseable {
    private static final int THREADS = 16;

    private final Health health;
    private final HttpListener listener;

    /**
     * @param apiKeys the gateway's; without any, the host must be loopback. Closed with the server
     * @param components name to check, asked for anew with each probe
     */
    public OperationsServer(
            OperationsConfig config,
            ApiKeys apiKeys,
            Supplier<Map<String, Supplier<CheckResult>>> components,
            PrometheusMetrics metrics) {
        this.health = new Health(apiKeys.isWatched() ? () -> with(apiKeys, components.get()) : components);
        OperationsRoutes routes = new OperationsRoutes(health::report, metrics);
        this.listener = new HttpListener(
                new ListenerSettings(
                        "operations",
                        config.host(),
                        config.port(),
                        apiKeys,
                        HttpListener.liveness(),
                        THREADS,
                        (context, millis) -> {},
                        metrics),
                routes::addTo);
    }

    private static Map<String, Supplier<CheckResult>> with(
            ApiKeys apiKeys, Map<String, Supplier<CheckResult>> components) {
        Map<String, Supplier<CheckResult>> all = new LinkedHashMap<>(components);
        all.put(ApiKeys.COMPONENT, apiKeys::check);
        return all;
    }

    /**
     * Opens the port.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException CONFIGURATION_INVALID if the address is taken or not allowed
     */
    public void start() {
        listener.start();
    }

    public int port() {
        return listener.port();
    }

    /** Idempotent. */
    @Override
    public void close() {
        listener.close();
        health.close();
    }
}
