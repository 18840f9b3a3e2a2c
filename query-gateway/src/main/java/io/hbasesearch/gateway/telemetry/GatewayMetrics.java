/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.telemetry;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.guard.StageTimes;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records the gateway's metrics. Safe for use by several threads. */
public final class GatewayMetrics {
    private static final String INDEX = "index";
    private static final double NANOS_PER_MILLI = 1e6;

    private final Metrics metrics;

    public GatewayMetrics(Metrics metrics) {
        this.metrics = metrics;
    }

    /** Counts an answer by its route, never by its path: paths contain row keys and would create unlimited tags. */
    public void answered(Context context, float millis) {
        Endpoint endpoint = context.endpoints().lastHttpEndpoint();
        String route = endpoint == null ? "none" : endpoint.path;
        String status = context.statusCode() / 100 + "xx";
        metrics.timer(
                        "hbase_search_gateway_request_seconds",
                        "Time from a request's arrival to its answer.",
                        "route",
                        route,
                        "status",
                        status)
                .record(Duration.ofNanos((long) (millis * NANOS_PER_MILLI)));
    }

    public Metrics.Timer search(String index) {
        return metrics.timer(
                "hbase_search_gateway_search_seconds", "Time in which the index found documents.", INDEX, index);
    }

    public Metrics.Timer fetch(String index) {
        return metrics.timer(
                "hbase_search_gateway_fetch_seconds", "Time in which HBase returned the rows of hits.", INDEX, index);
    }

    /** @param plan {@code search} or {@code table} */
    public Metrics.Timer page(String index, String plan) {
        return metrics.timer(
                "hbase_search_gateway_page_seconds",
                "Time from the choice of a plan to the checked rows of a page.",
                INDEX,
                index,
                "plan",
                plan);
    }

    /**
     * @param plan {@code search} or {@code table}
     * @param stage {@code search}, {@code fetch} and {@code check}, or {@code scan}; then {@code write}
     * @param request gets the time, too
     */
    public Stage stage(String index, String plan, String stage, StageTimes request) {
        return new Stage(
                stage,
                request,
                metrics.timer(
                        "hbase_search_gateway_stage_seconds",
                        "Time of each stage of an answer, by plan.",
                        INDEX,
                        index,
                        "plan",
                        plan,
                        "stage",
                        stage));
    }

    /** Timer of one stage of an answer. */
    public record Stage(String name, StageTimes request, Metrics.Timer timer) {
        public void record(Duration took) {
            timer.record(took);
            request.add(name, took);
        }

        /** Measures work that succeeds; a failure's time would only reflect the deadline. */
        public <T extends @Nullable Object> T measure(Supplier<T> work) {
            long start = System.nanoTime();
            T result = work.get();
            record(Duration.ofNanos(System.nanoTime() - start));
            return result;
        }
    }

    /** @param reached whether the row became visible in time */
    public Metrics.Timer fence(String index, boolean reached) {
        return metrics.timer(
                "hbase_search_gateway_fence_seconds",
                "Time until a fence was reached or timed out.",
                INDEX,
                index,
                "outcome",
                reached ? "reached" : "late");
    }

    /** @param backend that was skipped */
    public void degraded(String index, String backend) {
        metrics.counter(
                        "hbase_search_gateway_degraded_answers_total",
                        "Answers produced without a backend that could not be reached.",
                        INDEX,
                        index,
                        "backend",
                        backend)
                .increment();
    }

    public void hits(String index, int returned, int stale, int unmappable) {
        metrics.counter("hbase_search_gateway_hits_total", "Hits returned with their rows.", INDEX, index)
                .add(returned);
        metrics.counter(
                        "hbase_search_gateway_stale_hits_total",
                        "Hits dropped and announced for repair because their rows are gone.",
                        INDEX,
                        index)
                .add(stale);
        metrics.counter(
                        "hbase_search_gateway_unmappable_hits_total",
                        "Hits returned without fields because their rows no longer fit the index definition.",
                        INDEX,
                        index)
                .add(unmappable);
    }

    public void unreadable(String index, int matches) {
        metrics.counter(
                        "hbase_search_gateway_unreadable_hits_total",
                        "Matches left out because their documents belong to no row.",
                        INDEX,
                        index)
                .add(matches);
    }

    public void cut(String index, String stage) {
        metrics.counter(
                        "hbase_search_gateway_cut_answers_total",
                        "Answers that the deadline cut short.",
                        INDEX,
                        index,
                        "stage",
                        stage)
                .increment();
    }
}
