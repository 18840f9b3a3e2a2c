/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.catalog.FenceService;
import io.hbasesearch.gateway.catalog.IndexCatalog;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.Cursors;
import io.hbasesearch.gateway.guard.Admissions;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.BackendGuard.Bounds;
import io.hbasesearch.gateway.guard.CallerRates;
import io.hbasesearch.gateway.guard.RowRoom;
import io.hbasesearch.gateway.http.ApiKeys;
import io.hbasesearch.gateway.http.HttpListener;
import io.hbasesearch.gateway.http.ListenerSettings;
import io.hbasesearch.gateway.operations.Health;
import io.hbasesearch.gateway.operations.HealthReport;
import io.hbasesearch.gateway.operations.OperationsRoutes;
import io.hbasesearch.gateway.operations.OperationsServer;
import io.hbasesearch.gateway.plan.RowPaths;
import io.hbasesearch.gateway.rows.KeySearch;
import io.hbasesearch.gateway.rows.RowFetcher;
import io.hbasesearch.gateway.rows.RowService;
import io.hbasesearch.gateway.search.CheckedHits;
import io.hbasesearch.gateway.search.Corrections;
import io.hbasesearch.gateway.search.HitCheck;
import io.hbasesearch.gateway.search.HitMatcher;
import io.hbasesearch.gateway.search.HitVersions;
import io.hbasesearch.gateway.search.HitWriter;
import io.hbasesearch.gateway.search.PageCursors;
import io.hbasesearch.gateway.search.PlanChoice;
import io.hbasesearch.gateway.search.RowExplainer;
import io.hbasesearch.gateway.search.SearchPath;
import io.hbasesearch.gateway.search.SearchService;
import io.hbasesearch.gateway.search.Snapshots;
import io.hbasesearch.gateway.search.SuggestService;
import io.hbasesearch.gateway.search.TablePath;
import io.hbasesearch.gateway.search.WordsAsWritten;
import io.hbasesearch.gateway.search.several.SearchAllService;
import io.hbasesearch.gateway.telemetry.AccessLog;
import io.hbasesearch.gateway.telemetry.Endpoint;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the REST API, the search page, health and metrics on one port. Can serve health and metrics also on a second port, which API
 * callers cannot keep busy. Built by one thread; {@link #check}, {@link #port} and {@link #close} may be called by any thread. Closes only
 * what it opened: listener, checks and its own threads.
 */
public final class QueryGateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QueryGateway.class);

    /** Time to write the answers of requests; the requests themselves end by their deadlines. */
    private static final Duration DRAIN_EXTRA = Duration.ofSeconds(1);

    /** Part of the request timeout: a backend that has not answered after it has failed. */
    private static final int PATIENCE_DIVISOR = 4;

    private static final int SPARE_THREADS = 24;

    private final GatewayServices services;
    private final GatewayConfig config;
    private final ApiKeys apiKeys;
    private final Admissions admissions;
    private final CallerRates callers;
    private final BackendGuard index;
    private final BackendGuard hbase;
    private final BackendGuard kafka;
    private final List<Endpoint> endpoints;
    private final IndexCatalog catalog;
    private final Health health;
    private final HttpListener listener;
    private final Optional<OperationsServer> operations;

    /** Creates a gateway without a second port for health and metrics. Does no I/O. */
    public QueryGateway(GatewayServices services) {
        this(services, GlobalOpenTelemetry.get());
    }

    /**
     * Creates a gateway with a second port for health and metrics. Does no I/O.
     *
     * @param operations address of the second port
     */
    public QueryGateway(GatewayServices services, OperationsConfig operations) {
        this(services, Optional.of(operations), GlobalOpenTelemetry.get());
    }

    /** @param telemetry receives the spans */
    QueryGateway(GatewayServices services, OpenTelemetry telemetry) {
        this(services, Optional.empty(), telemetry);
    }

    private QueryGateway(
            GatewayServices services, Optional<OperationsConfig> operationsConfig, OpenTelemetry telemetry) {
        this.services = services;
        this.config = services.config();
        GatewayResilience bounds = config.resilience();
        GatewayResilience.Admission admitted = bounds.admission();
        GatewayResilience.Backends asked = bounds.backends();
        GatewayMetrics metrics = new GatewayMetrics(services.monitoring().metrics());
        this.apiKeys = ApiKeys.of(config);
        this.admissions = Admissions.of(
                admitted, () -> apiKeys.count() > 1, services.monitoring().metrics());
        this.callers = new CallerRates(
                admitted.callerRequestsPerSecond(), services.monitoring().metrics());
        this.index = guard("index", Bounds.of(asked.indexCalls(), asked.indexCallsPerSecond(), admitted.all()));
        Bounds ofHBase = Bounds.of(asked.hbaseCalls(), asked.hbaseCallsPerSecond(), admitted.all());
        this.hbase = guard("hbase", ofHBase);
        this.kafka = guard("kafka", new Bounds(admitted.fences(), asked.kafkaCallsPerSecond()));
        this.catalog = new IndexCatalog(
                services.indexes().byName(),
                services.indexes().statistics(),
                index,
                freshness(),
                services.ports().awaited());
        this.health = new Health(this::components);
        GatewayRoutes routes = routes(metrics, ofHBase, new Tracing(telemetry));
        this.endpoints = routes.endpoints();
        OperationsRoutes healthAndMetrics =
                new OperationsRoutes(this::report, services.monitoring().metrics());
        this.listener = new HttpListener(settings(metrics), all -> {
            PageRoutes.addTo(all);
            callers.addTo(all);
            routes.addTo(all);
            healthAndMetrics.addTo(all);
        });
        this.operations = operationsConfig.map(where -> new OperationsServer(
                where.host(),
                where.gatewayPort(),
                apiKeys,
                this::report,
                services.monitoring().metrics()));
    }

    private BackendGuard guard(String backend, Bounds bounds) {
        Duration patience = config.requestTimeout().dividedBy(PATIENCE_DIVISOR);
        return new BackendGuard(
                backend,
                patience,
                bounds,
                config.resilience().breaker(),
                services.monitoring().metrics());
    }

    private GatewayRoutes routes(GatewayMetrics metrics, Bounds ofHBase, Tracing tracing) {
        GatewayCapabilities ports = services.ports();
        Cursors cursors = Cursors.signedBy(config.keys().cursorKey());
        FreshnessSource freshness = freshness();
        RowFetcher fetcher = new RowFetcher(
                services.rows(),
                ports.history(),
                hbase,
                metrics,
                tracing,
                config.limits().maxAnswerBytes());
        HitMatcher matcher = new HitMatcher(ports.matcher());
        HitCheck check = new HitCheck(index, matcher);
        CheckedHits checked = new CheckedHits(fetcher, check, services.announcer(), metrics, tracing);
        Snapshots snapshots = new Snapshots(
                config.limits().maxSnapshots(),
                System::nanoTime,
                services.monitoring().metrics());
        SearchPath searches = new SearchPath(index, checked, snapshots, metrics, tracing);
        PathReader paths = ports.paths().orElseGet(() -> new RowPaths(services.rows()));
        TablePath tables = new TablePath(hbase, paths, ofHBase.atOnceOfLongOnes(), metrics, tracing);
        SearchService service = new SearchService(
                new SearchService.Plans(
                        new PlanChoice(index, hbase),
                        searches,
                        tables,
                        check,
                        new WordsAsWritten(index),
                        new Corrections(index)),
                new HitWriter(services.highlighter(), new HitVersions(fetcher)),
                new PageCursors(cursors),
                freshness,
                metrics,
                tracing,
                config.limits().maxAnswerBytes());
        FenceService fences = new FenceService(catalog, ports.touches(), kafka, index, freshness, metrics, tracing);
        if (!cursors.areShared()) {
            LOG.info(
                    "Cursors are signed with a key of this process only: set gateway.cursorKey to make them valid on all gateways");
        }
        return new GatewayRoutes(
                config,
                admissions,
                room(),
                catalog,
                new GatewayRoutes.Services(
                        service,
                        new SearchAllService(catalog, service, metrics),
                        new RowExplainer(fetcher, matcher),
                        new SuggestService(index, freshness, tracing),
                        new RowService(fetcher, new KeySearch(tables::read), Clock.systemUTC()),
                        fences),
                cursors.areShared(),
                tracing);
    }

    private RowRoom room() {
        GatewayResilience.Admission admitted = config.resilience().admission();
        return RowRoom.of(
                Runtime.getRuntime().maxMemory(),
                admitted.requests() + admitted.streams(),
                services.monitoring().metrics());
    }

    private FreshnessSource freshness() {
        return services.ports().freshness().orElse(any -> Optional.empty());
    }

    /** Returns the endpoints under {@code /v1}. */
    List<Endpoint> endpoints() {
        return endpoints;
    }

    private ListenerSettings settings(GatewayMetrics metrics) {
        Set<String> open = new HashSet<>(PageRoutes.paths());
        open.addAll(HttpListener.liveness());
        // The OpenAPI document is the same for every caller, and public with the source code.
        open.add(OpenApi.JSON_PATH);
        open.add(OpenApi.YAML_PATH);
        return new ListenerSettings(
                "gateway",
                config.host(),
                config.port(),
                new ListenerSettings.Access(apiKeys, open),
                new ListenerSettings.Limits(
                        threads(config.resilience().admission()),
                        config.resilience().admission().connectionsPerAddress()),
                (context, millis) -> {
                    metrics.answered(context, millis);
                    AccessLog.answered(context, millis);
                },
                services.monitoring().metrics());
    }

    /**
     * Returns the number of threads: for active requests, for waiting ones, and spare ones for health, metrics, the page and rejections.
     */
    private static int threads(GatewayResilience.Admission admitted) {
        return admitted.requests()
                + admitted.waiting()
                + 2 * (admitted.streams() + admitted.fences() + Admissions.BODIES)
                + SPARE_THREADS;
    }

    /**
     * Opens the ports.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException CONFIGURATION_INVALID if the address is taken, or reachable from other hosts
     *     without API keys
     */
    public void start() {
        operations.ifPresent(OperationsServer::start);
        listener.start();
        operations.ifPresent(server -> LOG.info("Health and metrics are also served on port {}", server.port()));
        LOG.info("The gateway listens on http://{}:{}", config.host(), port());
    }

    /** Returns the port that was opened. */
    public int port() {
        return listener.port();
    }

    /** Returns the second port for health and metrics, if there is one. */
    public Optional<Integer> operationsPort() {
        return operations.map(OperationsServer::port);
    }

    /** Checks whether a request could be answered now. Takes up to two seconds; never throws. */
    public CheckResult check() {
        HealthReport report = report();
        return report.ready() ? CheckResult.healthy() : CheckResult.failed(report.toString());
    }

    private HealthReport report() {
        HealthReport report = health.report();
        return admissions.isClosed() ? report.stopping() : report;
    }

    private Map<String, Supplier<CheckResult>> components() {
        Map<String, Supplier<CheckResult>> components = new LinkedHashMap<>();
        components.put("hbase", services.rows()::check);
        new TreeMap<>(catalog.all())
                .forEach((name, searchable) -> components.put("index:" + name, () -> check(name, searchable)));
        components.putAll(services.monitoring().components().get());
        if (apiKeys.isWatched()) {
            components.put(ApiKeys.COMPONENT, apiKeys::check);
        }
        return components;
    }

    private CheckResult check(String name, SearchableIndex searchable) {
        CheckResult result = searchable.searcher().check();
        if (result.ok() && index.isOpen(name)) {
            return CheckResult.failed("searches failed repeatedly, so they are paused for a few seconds");
        }
        TableId table = searchable.definition().table();
        if (result.ok() && hbase.isOpen(table.toString())) {
            return CheckResult.failed(
                    "reads of table " + table + " failed repeatedly, so they are paused for a few seconds");
        }
        return result;
    }

    /** Rejects new requests, lets active ones finish within their deadlines, then closes the port. Idempotent. */
    @Override
    public void close() {
        if (!admissions.isClosed()) {
            boolean drained = admissions.drain(config.requestTimeout().plus(DRAIN_EXTRA));
            LOG.info("The gateway stops{}", drained ? "" : " and aborts requests that exceeded their deadline");
        }
        listener.close();
        operations.ifPresent(OperationsServer::close);
        health.close();
        index.close();
        hbase.close();
        kafka.close();
    }
}
