/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Serves the endpoints for probes and scrapers. Safe for use by several threads. */
public final class OperationsRoutes {
    private final Supplier<HealthReport> health;
    private final PrometheusMetrics metrics;

    public OperationsRoutes(Supplier<HealthReport> health, PrometheusMetrics metrics) {
        this.health = Objects.requireNonNull(health, "health");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    public void addTo(RoutesConfig routes) {
        routes.get("/health/live", context -> Json.write(context, 200, Map.of("status", "ok")));
        routes.get("/health", this::health);
        routes.get("/metrics", this::metrics);
    }

    /** Reports health, including messages of servers, which are meant for operators. */
    private void health(Context context) {
        Caller.of(context).requireAll();
        HealthReport report = health.get();
        Json.write(context, report.ready() ? 200 : 503, report);
    }

    private void metrics(Context context) {
        Caller.of(context).requireAll();
        PrometheusMetrics.Scrape scrape = metrics.scrape(context.header("Accept"));
        context.contentType(scrape.contentType()).result(scrape.text());
    }
}
