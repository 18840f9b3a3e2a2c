/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.gateway.http.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The endpoints under {@code /v1}: reads requests, lets them in, writes answers. Safe for use by several threads. */
final class GatewayRoutes {
    private static final String INDEX = "index";
    private static final String SEARCH = "/v1/indexes/{index}/search";

    private static final Map<String, String> ENDPOINTS = new TreeMap<>(Map.of(
            "indexes", "/v1/indexes",
            "index", "/v1/indexes/{index}",
            "search", SEARCH,
            "row", "/v1/indexes/{index}/rows/{key}",
            "health", "/health",
            "liveness", "/health/live",
            "metrics", "/metrics"));

    private final GatewayConfig config;
    private final Admission admission;
    private final IndexCatalog catalog;
    private final SearchService searches;
    private final RowService rows;

    GatewayRoutes(
            GatewayConfig config, Admission admission, IndexCatalog catalog, SearchService searches, RowService rows) {
        this.config = config;
        this.admission = admission;
        this.catalog = catalog;
        this.searches = searches;
        this.rows = rows;
    }

    void addTo(RoutesConfig routes) {
        Service service =
                new Service(ENDPOINTS, config.maxHits(), config.requestTimeout().toMillis());
        routes.get("/v1", context -> Json.write(context, 200, service));
        routes.get("/v1/indexes", this::list);
        routes.get("/v1/indexes/{index}", this::describe);
        routes.get(SEARCH, context -> search(context, Parameters::ofUrl));
        routes.post(SEARCH, context -> search(context, Parameters::ofBody));
        routes.get("/v1/indexes/{index}/rows/{key}", this::row);
    }

    private void list(Context context) {
        Parameters.ofUrl(context, List.of()).finish();
        Deadline deadline = Deadline.after(config.requestTimeout());
        Json.write(context, 200, Map.of("indexes", admission.run(() -> catalog.describeAll(deadline))));
    }

    private void describe(Context context) {
        Parameters.ofUrl(context, List.of()).finish();
        Deadline deadline = Deadline.after(config.requestTimeout());
        SearchableIndex index = catalog.get(context.pathParam(INDEX));
        Json.write(context, 200, admission.run(() -> catalog.describe(index, deadline)));
    }

    private void search(Context context, ParameterSource source) {
        SearchableIndex index = catalog.get(context.pathParam(INDEX));
        SearchParameters parameters = ParameterNames.search(source.read(context, ParameterNames.OF_SEARCH), config);
        Json.write(context, 200, admission.run(() -> catalog.call(index, found -> searches.search(found, parameters))));
    }

    private void row(Context context) {
        SearchableIndex index = catalog.get(context.pathParam(INDEX));
        ParameterNames.RowParameters parameters =
                ParameterNames.row(Parameters.ofUrl(context, ParameterNames.OF_ROW), config);
        String key = context.pathParam(ParameterNames.KEY);
        Json.write(context, 200, admission.run(() -> rows.read(index, key, parameters)));
    }

    /** What a client may want to know before it asks for more. */
    private record Service(Map<String, String> endpoints, int maxHits, long requestTimeoutMs) {}

    @FunctionalInterface
    private interface ParameterSource {
        Parameters read(Context context, List<String> known);
    }
}
