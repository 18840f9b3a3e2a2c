/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.catalog.FenceService;
import io.hbasesearch.gateway.catalog.IndexCatalog;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.Admission;
import io.hbasesearch.gateway.guard.Admissions;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.guard.RowRoom;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.PacedOutput;
import io.hbasesearch.gateway.http.Problems;
import io.hbasesearch.gateway.http.RequestId;
import io.hbasesearch.gateway.http.UnreadAnswers;
import io.hbasesearch.gateway.request.Keys;
import io.hbasesearch.gateway.request.ParameterNames;
import io.hbasesearch.gateway.request.ParameterNames.Places;
import io.hbasesearch.gateway.request.ParameterNames.RowParameters;
import io.hbasesearch.gateway.request.Parameters;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.request.SuggestParameters;
import io.hbasesearch.gateway.rows.RowService;
import io.hbasesearch.gateway.search.RowExplainer;
import io.hbasesearch.gateway.search.RowStream;
import io.hbasesearch.gateway.search.SearchService;
import io.hbasesearch.gateway.search.SuggestService;
import io.hbasesearch.gateway.search.several.SearchAllService;
import io.hbasesearch.gateway.telemetry.Endpoint;
import io.hbasesearch.gateway.telemetry.Tracing;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Serves the endpoints under {@code /v1}: reads requests, admits them, writes answers. Safe for use by several threads. */
final class GatewayRoutes {
    private static final String INDEX = ParameterNames.INDEX;
    private static final String SEARCH_ALL = "/v1/search";
    private static final String OF_INDEX = "/v1/indexes/{index}";
    private static final String ROWS = OF_INDEX + "/rows";
    private static final String EXPLAINED_ROW = OF_INDEX + "/explain/{key}";
    private static final String ROW = ROWS + "/{key}";

    /** Maximum number of a stream's hits in memory at a time. */
    private static final int STREAM_PAGE = 200;

    private static final Map<String, String> ENDPOINTS = new TreeMap<>(Map.ofEntries(
            Map.entry("indexes", "/v1/indexes"),
            Map.entry("index", OF_INDEX),
            Map.entry("search", OF_INDEX + "/search"),
            Map.entry("search_all", SEARCH_ALL),
            Map.entry("count", OF_INDEX + "/count"),
            Map.entry("explain", OF_INDEX + "/explain"),
            Map.entry("explain_row", EXPLAINED_ROW),
            Map.entry("stream", OF_INDEX + "/stream"),
            Map.entry("suggest", OF_INDEX + "/suggest"),
            Map.entry("row", ROW),
            Map.entry("row_by_parts", ROWS),
            Map.entry("rows", ROWS + ":batchGet"),
            Map.entry("fence", ROW + ":fence"),
            Map.entry("fence_by_body", ROWS + ":fence"),
            Map.entry("openapi", OpenApi.JSON_PATH),
            Map.entry("health", "/health"),
            Map.entry("liveness", "/health/live"),
            Map.entry("metrics", "/metrics")));

    private final GatewayConfig config;
    private final Admissions admissions;
    private final RowRoom room;
    private final IndexCatalog catalog;
    private final SearchService searches;
    private final SearchAllService searchesOfAll;
    private final RowExplainer explainer;
    private final SuggestService suggestions;
    private final RowService rows;
    private final FenceService fences;
    private final boolean cursorsAreShared;
    private final Tracing tracing;

    /** The services that answer requests. */
    record Services(
            SearchService searches,
            SearchAllService searchesOfAll,
            RowExplainer explainer,
            SuggestService suggestions,
            RowService rows,
            FenceService fences) {}

    GatewayRoutes(
            GatewayConfig config,
            Admissions admissions,
            RowRoom room,
            IndexCatalog catalog,
            Services services,
            boolean cursorsAreShared,
            Tracing tracing) {
        this.config = config;
        this.admissions = admissions;
        this.room = room;
        this.catalog = catalog;
        this.searches = services.searches();
        this.searchesOfAll = services.searchesOfAll();
        this.explainer = services.explainer();
        this.suggestions = services.suggestions();
        this.rows = services.rows();
        this.fences = services.fences();
        this.cursorsAreShared = cursorsAreShared;
        this.tracing = tracing;
    }

    void addTo(RoutesConfig routes) {
        endpoints()
                .forEach(endpoint ->
                        routes.addHttpHandler(endpoint.method(), endpoint.path(), tracing.traced(endpoint)));
    }

    /** Returns every endpoint under {@code /v1}. */
    List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>();
        all.add(Endpoint.get("/v1", List.of(), this::service));
        all.add(Endpoint.get(OpenApi.JSON_PATH, List.of(), OpenApi::json));
        all.add(Endpoint.get(OpenApi.YAML_PATH, List.of(), OpenApi::yaml));
        all.add(Endpoint.get("/v1/indexes", List.of(), this::list));
        all.add(Endpoint.get(OF_INDEX, List.of(), this::describe));
        addQueries(all, "/search", ParameterNames.OF_SEARCH, searches::search);
        addQueries(all, "/count", ParameterNames.OF_COUNT, searches::count);
        addQueries(
                all, "/explain", ParameterNames.OF_EXPLAIN, (index, asked, deadline) -> searches.explain(index, asked));
        all.add(Endpoint.get(EXPLAINED_ROW, ParameterNames.OF_EXPLAINED_ROW, this::explainRow));
        Places ofSearchAll = ParameterNames.OF_SEARCH_ALL;
        all.add(Endpoint.get(
                SEARCH_ALL,
                ofSearchAll.inUrl(),
                context -> searchAll(context, Parameters.ofUrl(context, ofSearchAll.inUrl()))));
        all.add(Endpoint.post(
                SEARCH_ALL, ofSearchAll.inBody(), context -> searchAll(context, body(context, ofSearchAll.inBody()))));
        Places ofStream = ParameterNames.OF_STREAM;
        all.add(Endpoint.get(
                OF_INDEX + "/stream",
                ofStream.inUrl(),
                context -> stream(context, index(context), Parameters.ofUrl(context, ofStream.inUrl()))));
        all.add(Endpoint.post(
                OF_INDEX + "/stream",
                ofStream.inBody(),
                context -> stream(context, index(context), body(context, ofStream.inBody()))));
        all.add(Endpoint.get(OF_INDEX + "/suggest", ParameterNames.OF_SUGGEST, this::suggest));
        all.add(Endpoint.get(ROW, ParameterNames.OF_ROW, this::row));
        all.add(Endpoint.get(ROWS, ParameterNames.OF_PARTS, this::rowByParts));
        all.add(Endpoint.post(ROWS + ":batchGet", ParameterNames.OF_BATCH, this::batch));
        all.add(Endpoint.post(ROW + ":fence", ParameterNames.OF_FENCE, this::fence));
        all.add(Endpoint.post(ROWS + ":fence", ParameterNames.OF_FENCE_IN_BODY, this::fenceByBody));
        return all;
    }

    /** Answers a query within its deadline, even if the query runs twice. */
    @FunctionalInterface
    private interface Work {
        Object apply(SearchableIndex index, SearchParameters parameters, RequestDeadline deadline);
    }

    private void addQueries(List<Endpoint> all, String name, Places known, Work work) {
        all.add(Endpoint.get(
                OF_INDEX + name,
                known.inUrl(),
                context -> query(context, index(context), Parameters.ofUrl(context, known.inUrl()), work)));
        all.add(Endpoint.post(
                OF_INDEX + name,
                known.inBody(),
                context -> query(context, index(context), body(context, known.inBody()), work)));
    }

    private void service(Context context) {
        Parameters.ofUrl(context, List.of()).finish();
        Json.write(
                context,
                200,
                new Service(
                        ENDPOINTS,
                        config.maxHits(),
                        config.requestTimeout().toMillis(),
                        cursorsAreShared ? "shared" : "process"));
    }

    private void list(Context context) {
        Parameters.ofUrl(context, List.of()).finish();
        RequestDeadline deadline = RequestDeadline.after(config.requestTimeout());
        Predicate<String> open = Caller.of(context)::mayRead;
        answer(context, admissions.requests(), held -> Map.of("indexes", catalog.describeAll(open, deadline)));
    }

    private void describe(Context context) {
        Parameters.ofUrl(context, List.of()).finish();
        RequestDeadline deadline = RequestDeadline.after(config.requestTimeout());
        SearchableIndex index = index(context);
        answer(context, admissions.requests(), held -> catalog.describe(index, deadline));
    }

    /**
     * Computes and writes the answer while holding a place, so that callers that do not read hold at most as many answers as there are
     * places. An answer also keeps its share of {@link RowRoom} until it has been read.
     */
    private void answer(Context context, Admission places, Function<RowRoom.Held, ?> work) {
        places.run(Caller.of(context), () -> {
            try (RowRoom.Held held = room.held()) {
                // No variable refers to the rows: while the caller reads, only the text is in memory.
                byte[] answer = Json.bytes(work.apply(held));
                held.answered(answer.length);
                UnreadAnswers.hasPlace(context);
                Json.writeBytes(context, answer);
            }
            return true;
        });
    }

    private SearchableIndex index(Context context) {
        String name = context.pathParam(INDEX);
        Caller caller = Caller.of(context);
        caller.requireIndex(name);
        return catalog.get(name, caller::mayRead);
    }

    /**
     * Reads a request's body; the caller's access to the index was checked before. A body that has already arrived needs no place, so that
     * slow bodies delay only other slow bodies.
     */
    private Parameters body(Context context, List<String> known) {
        if (Json.isBodyThere(context)) {
            return Parameters.ofBody(context, known);
        }
        return admissions.bodies().run(Caller.of(context), () -> Parameters.ofBody(context, known));
    }

    private void query(Context context, SearchableIndex index, Parameters given, Work work) {
        SearchParameters parameters = ParameterNames.search(given, config, Caller.of(context));
        answer(context, admissions.requests(), held -> {
            RequestDeadline deadline = RequestDeadline.ofSearch(parameters.timeout(), held);
            Object answer = catalog.call(index, deadline, found -> work.apply(found, parameters, deadline));
            String times = deadline.stages().header();
            if (!times.isEmpty()) {
                context.header("Server-Timing", times);
            }
            return answer;
        });
    }

    private void searchAll(Context context, Parameters given) {
        Caller caller = Caller.of(context);
        List<String> open =
                catalog.all().keySet().stream().filter(caller::mayRead).toList();
        List<String> names = ParameterNames.indexes(given, open);
        // Access comes first, so that no other refusal tells a caller about an index.
        names.stream().filter(name -> !name.isEmpty()).forEach(caller::requireIndex);
        SearchParameters parameters = ParameterNames.search(given, config, caller);
        List<SearchableIndex> indexes =
                names.stream().map(name -> catalog.get(name, caller::mayRead)).toList();
        answer(
                context,
                admissions.requests(),
                held -> searchesOfAll.search(
                        indexes, parameters, RequestDeadline.ofSearch(parameters.timeout(), held)));
    }

    private void explainRow(Context context) {
        SearchableIndex index = index(context);
        SearchParameters parameters = ParameterNames.search(
                Parameters.ofUrl(context, ParameterNames.OF_EXPLAINED_ROW), config, Caller.of(context));
        String key = context.pathParam(ParameterNames.KEY);
        answer(context, admissions.requests(), held -> {
            RequestDeadline deadline = RequestDeadline.ofSearch(parameters.timeout(), held);
            return catalog.call(index, deadline, found -> explainer.explain(found, key, parameters, deadline));
        });
    }

    private void suggest(Context context) {
        SearchableIndex index = index(context);
        SuggestParameters parameters =
                ParameterNames.suggest(Parameters.ofUrl(context, ParameterNames.OF_SUGGEST), config);
        answer(context, admissions.requests(), held -> {
            RequestDeadline deadline = RequestDeadline.ofSearch(parameters.timeout(), held);
            return catalog.call(index, deadline, found -> suggestions.suggest(found, parameters, deadline));
        });
    }

    private void stream(Context context, SearchableIndex index, Parameters given) {
        String name = index.definition().name();
        Predicate<String> open = Caller.of(context)::mayRead;
        SearchParameters parameters = ParameterNames.search(given, config, Caller.of(context));
        Admission streams = admissions.streams();
        String id = RequestId.of(context);
        streams.run(Caller.of(context), () -> {
            try (RowRoom.Held held = room.held()) {
                RowStream stream = new RowStream(
                        page -> pageOfStream(catalog.get(name, open), page, held),
                        parameters,
                        Math.min(STREAM_PAGE, config.maxHits()),
                        streams::isClosed,
                        failure -> Problems.from(failure, id).in(id));
                stream.begin();
                UnreadAnswers.hasPlace(context);
                write(context, stream);
            }
            return true;
        });
    }

    private SearchService.Page pageOfStream(SearchableIndex index, SearchParameters page, RowRoom.Held held) {
        RequestDeadline deadline = RequestDeadline.ofSearch(page.timeout(), held);
        return catalog.call(index, deadline, found -> searches.page(found, page, deadline));
    }

    private static void write(Context context, RowStream stream) {
        context.status(200).contentType(RowStream.MEDIA_TYPE);
        try {
            stream.writeTo(PacedOutput.of(context));
        } catch (IOException e) {
            // The caller has disconnected, or has not read for too long: the failure cannot be reported.
            context.attribute(Json.CUT_OFF, true);
        }
    }

    private void row(Context context) {
        SearchableIndex index = index(context);
        RowParameters parameters = ParameterNames.row(Parameters.ofUrl(context, ParameterNames.OF_ROW), config);
        String key = context.pathParam(ParameterNames.KEY);
        answer(context, admissions.requests(), held -> rows.read(index, key, parameters, held));
    }

    private void rowByParts(Context context) {
        SearchableIndex index = index(context);
        Parameters read =
                Parameters.ofUrl(context, ParameterNames.OF_PARTS, name -> name.startsWith(ParameterNames.PART_PREFIX));
        Map<String, String> parts = new LinkedHashMap<>();
        for (String name : read.names(ParameterNames.PART_PREFIX)) {
            read.text(name, ParameterNames.MAX_KEY_LENGTH)
                    .ifPresent(value -> parts.put(name.substring(ParameterNames.PART_PREFIX.length()), value));
        }
        Keys.Parts values = new Keys.Parts(parts, ParameterNames.zone(read));
        RowParameters parameters = ParameterNames.row(read, config);
        answer(context, admissions.requests(), held -> rows.readByParts(index, values, parameters, held));
    }

    private void batch(Context context) {
        SearchableIndex index = index(context);
        Parameters read = body(context, ParameterNames.OF_BATCH);
        List<String> keys = ParameterNames.keys(read, config);
        RowParameters parameters = ParameterNames.row(read, config);
        answer(context, admissions.requests(), held -> rows.readAll(index, keys, parameters, held));
    }

    private void fence(Context context) {
        SearchableIndex index = indexToFence(context);
        RowParameters parameters = ParameterNames.row(Parameters.ofUrl(context, ParameterNames.OF_FENCE), config);
        fence(context, index, Keys.parse(context.pathParam(ParameterNames.KEY), parameters.keyFormat()), parameters);
    }

    /** Fences a row whose key is in the body, because it cannot be part of a path. */
    private void fenceByBody(Context context) {
        SearchableIndex index = indexToFence(context);
        Parameters read = body(context, ParameterNames.OF_FENCE_IN_BODY);
        String key = ParameterNames.key(read);
        RowParameters parameters = ParameterNames.row(read, config);
        fence(context, index, Keys.parseInBody(key, parameters.keyFormat()), parameters);
    }

    private SearchableIndex indexToFence(Context context) {
        SearchableIndex index = index(context);
        Caller.of(context).requireFences();
        return index;
    }

    private void fence(Context context, SearchableIndex index, RowKey row, RowParameters parameters) {
        Predicate<String> open = Caller.of(context)::mayRead;
        answer(context, admissions.fences(), held -> fences.fence(index, row, parameters, open));
    }

    /**
     * Describes the gateway to clients.
     *
     * @param cursors {@code shared} by all gateways with the same key, or valid only in this {@code process}
     */
    private record Service(Map<String, String> endpoints, int maxHits, long requestTimeoutMs, String cursors) {}
}
