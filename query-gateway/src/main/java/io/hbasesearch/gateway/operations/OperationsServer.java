/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.http.ApiKeys;
import io.hbasesearch.gateway.http.HttpListener;
import io.hbasesearch.gateway.http.ListenerSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Serves health and metrics on a separate port, which a gateway's callers cannot keep busy. Closes only its own listener and checks:
 * metrics and components belong to the caller.
 */
public final class OperationsServer implements AutoCloseable {
    private static final int THREADS = 24;

    private final Optional<Health> health;
    private final HttpListener listener;

    /**
     * Creates the server of a process without a gateway.
     *
     * @param apiKeys the gateway's; without any, the host must be loopback. Closed with the server
     * @param components name to check, called for each probe
     */
    public OperationsServer(
            OperationsConfig config,
            ApiKeys apiKeys,
            Supplier<Map<String, Supplier<CheckResult>>> components,
            PrometheusMetrics metrics) {
        this(
                config.host(),
                config.port(),
                apiKeys,
                new Health(apiKeys.isWatched() ? () -> with(apiKeys, components.get()) : components),
                metrics);
    }

    private OperationsServer(String host, int port, ApiKeys apiKeys, Health health, PrometheusMetrics metrics) {
        this(host, port, apiKeys, Optional.of(health), health::report, metrics);
    }

    /** @param report the health of the process, which belongs to the caller */
    public OperationsServer(
            String host, int port, ApiKeys apiKeys, Supplier<HealthReport> report, PrometheusMetrics metrics) {
        this(host, port, apiKeys, Optional.empty(), report, metrics);
    }

    private OperationsServer(
            String host,
            int port,
            ApiKeys apiKeys,
            Optional<Health> health,
            Supplier<HealthReport> report,
            PrometheusMetrics metrics) {
        this.health = health;
        OperationsRoutes routes = new OperationsRoutes(report, metrics);
        this.listener = new HttpListener(
                new ListenerSettings(
                        "operations",
                        host,
                        port,
                        new ListenerSettings.Access(apiKeys, HttpListener.liveness()),
                        ListenerSettings.Limits.of(THREADS),
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
        health.ifPresent(Health::close);
    }
}
