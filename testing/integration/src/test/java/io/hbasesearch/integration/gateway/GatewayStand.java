/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.gateway.GatewayServices;
import io.hbasesearch.gateway.QueryGateway;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.lucene.search.LuceneHighlighter;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway over a real index and a test's own table. What is put into the table is indexed when the test says so. */
final class GatewayStand implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final ObjectMapper JSON = new ObjectMapper();

    final Set<RowKey> announced = ConcurrentHashMap.newKeySet();
    private final IndexBackend backend;
    private final IndexDefinition definition;
    private final RowReader table;
    private final IndexMetadata metadata;
    private final DocumentWriter writer;
    final WatchedSearcher searcher;
    private final PrometheusMetrics metrics = new PrometheusMetrics("test");
    private final QueryGateway gateway;
    private final HttpClient http = HttpClient.newHttpClient();
    private long offset;

    /** @param backend belongs to the caller, as the table does */
    GatewayStand(IndexBackend backend, IndexDefinition definition, RowReader table) {
        this(backend, definition, table, GatewayCapabilities.none());
    }

    /** @param ports in which the matcher is set */
    GatewayStand(IndexBackend backend, IndexDefinition definition, RowReader table, GatewayCapabilities ports) {
        this(backend, definition, table, ports, List.of());
    }

    /** @param keys one of which callers must present, if there are any; this class's own calls have none */
    GatewayStand(
            IndexBackend backend,
            IndexDefinition definition,
            RowReader table,
            GatewayCapabilities ports,
            List<ApiKey> keys) {
        this.backend = backend;
        this.definition = definition;
        this.table = table;
        this.metadata = backend.admin().create(definition, Fixtures.source(definition));
        this.writer = backend.openWriter(definition, metadata, Duration.ofHours(6));
        this.searcher = new WatchedSearcher(backend.openSearcher(definition, metadata));
        SearchableIndex index = new SearchableIndex(definition, metadata, searcher);
        this.gateway = new QueryGateway(new GatewayServices(
                new GatewayServices.Indexes(() -> Map.of(definition.name(), index), backend.admin()::statistics),
                table,
                announcer(),
                new LuceneHighlighter(),
                new GatewayServices.Monitoring(metrics, Map::of),
                new GatewayConfig("127.0.0.1", 0, keys, TIMEOUT, 1_000),
                ports.withMatcher(new LuceneQueryMatcher())));
        gateway.start();
    }

    /** Two shards, in each of which a word counts for something else. For the caller to close. */
    static ElasticsearchBackend elasticsearch(URI server) {
        return new ElasticsearchBackend(
                new ElasticsearchConfig(
                        List.of(server),
                        ElasticsearchConfig.Credentials.NONE,
                        Optional.empty(),
                        new ElasticsearchConfig.NewIndex(2, 0, Duration.ofMillis(200)),
                        new ElasticsearchConfig.BulkLimits(
                                2, 1 << 20, 500, 1 << 20, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                        Duration.ofSeconds(10)),
                Metrics.none());
    }

    private RowAnnouncer announcer() {
        return new RowAnnouncer() {
            @Override
            public void touch(IndexMetadata index, Collection<RowKey> rows) {
                announced.addAll(rows);
            }

            @Override
            public void close() {}
        };
    }

    /** Indexes rows as the table has them now, and waits until they are found. */
    void index(Collection<RowKey> keys) throws InterruptedException {
        RowMapper mapper = new RowMapper(definition);
        List<IndexOperation> operations = new ArrayList<>();
        for (Row row : table.read(definition.table(), ColumnSelection.everything(), List.copyOf(keys), TIMEOUT)) {
            RowVersion version = RowVersion.of(Fixtures.EPOCH, ++offset);
            long now = System.currentTimeMillis();
            operations.add(
                    !row.isEmpty() && mapper.outcome(row) instanceof RowOutcome.Indexed mapped
                            ? new IndexOperation.Upsert(row.key(), version, now, mapped.document())
                            : new IndexOperation.MarkDeleted(row.key(), version, now));
        }
        try {
            assertThat(writer.write(operations).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .allMatch(result -> result instanceof WriteResult.Applied);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("rows were not indexed", e);
        }
        searcher.refresh();
    }

    /** As a value in a URL. */
    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    String name() {
        return definition.name();
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    /** Of an index that this gateway may not have. */
    HttpResponse<String> getOf(String index, String path) {
        return send(HttpRequest.newBuilder(uri(index, path)));
    }

    JsonNode answer(String path) {
        return answer(get(path));
    }

    HttpResponse<String> post(String path, Object body) {
        try {
            return send(HttpRequest.newBuilder(uri(path))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode answer(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return json(response.body());
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key");
    }

    private URI uri(String path) {
        return uri(definition.name(), path);
    }

    private URI uri(String index, String path) {
        return URI.create(address() + "/v1/indexes/" + index + path);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + gateway.port());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        gateway.close();
        metrics.close();
        searcher.close();
        writer.close();
        backend.admin().delete(definition.name());
    }
}
