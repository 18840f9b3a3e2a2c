/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.gateway.plan.RowPaths;
import io.hbasesearch.testing.Fixtures;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** A gateway on a free port over an index and a table in memory. */
public final class GatewayFixture implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final TableId TABLE = TableId.parse("default:words");

    public final FakeSearcher searcher = new FakeSearcher();
    public final FakeTable table = new FakeTable();
    final RecordingAnnouncer announcer = new RecordingAnnouncer();
    final FakeMatcher matcher = new FakeMatcher();
    public final FakeTouches touches = new FakeTouches();
    volatile Freshness freshness;
    public volatile Function<String, Optional<String>> awaited = name -> Optional.empty();
    public volatile Runnable beforeHistory = () -> {};
    /** Reads paths in the table's place, if a test says so. */
    volatile Function<PathRequest, PathRows> paths = new RowPaths(table)::read;

    final FakeHighlighter highlighter = new FakeHighlighter("whale");
    public final PrometheusMetrics metrics = new PrometheusMetrics("test");
    public final Map<String, SearchableIndex> indexes = new ConcurrentHashMap<>();
    final Map<String, Supplier<CheckResult>> components = new ConcurrentHashMap<>();
    final QueryGateway gateway;

    private GatewayFixture(GatewayConfig config) {
        this(config, OpenTelemetry.noop());
    }

    private GatewayFixture(GatewayConfig config, OperationsConfig operations) {
        offer(true);
        gateway = new QueryGateway(services(config), operations);
    }

    private GatewayFixture(GatewayConfig config, OpenTelemetry telemetry) {
        offer(true);
        gateway = new QueryGateway(services(config), telemetry);
    }

    private GatewayServices services(GatewayConfig config) {
        return new GatewayServices(
                new GatewayServices.Indexes(() -> Map.copyOf(indexes), name -> new IndexStatistics(42, 3, 1, 4096)),
                table,
                announcer,
                highlighter,
                new GatewayServices.Monitoring(metrics, () -> components),
                config,
                GatewayCapabilities.none()
                        .withPaths(new TestPaths())
                        .withHistory((of, columns, keys, versions, bytes, timeout) -> {
                            beforeHistory.run();
                            return table.history(of, columns, keys, versions, bytes, timeout);
                        })
                        .withTouches(touches)
                        .withMatcher(matcher)
                        .withAwaited(name -> awaited.apply(name))
                        .withFreshness(index -> Optional.ofNullable(freshness)));
    }

    static GatewayFixture tracedBy(OpenTelemetry telemetry) {
        return new GatewayFixture(config(List.of(), TIMEOUT), telemetry);
    }

    public static GatewayFixture create() {
        return new GatewayFixture(config(List.of(), TIMEOUT));
    }

    /** With another port for health and metrics. */
    static GatewayFixture withOperations() {
        return new GatewayFixture(
                config(List.of(), TIMEOUT),
                new OperationsConfig("127.0.0.1", 0, 0, AlarmsConfig.DEFAULT, OperationsConfig.DEFINITIONS_INTERVAL));
    }

    static GatewayFixture withKey(String key) {
        return new GatewayFixture(config(List.of(ApiKey.ofAll(new Secret(key))), TIMEOUT));
    }

    static GatewayFixture with(GatewayResilience bounds) {
        return new GatewayFixture(config(List.of(), TIMEOUT).with(bounds));
    }

    /** Whose answers and snapshots are bounded. */
    public static GatewayFixture with(long answerBytes, int snapshots) {
        return new GatewayFixture(config(List.of(), TIMEOUT).with(answerBytes, snapshots));
    }

    static GatewayFixture withKeys(List<String> keys, GatewayResilience bounds) {
        List<ApiKey> open = keys.stream().map(Secret::new).map(ApiKey::ofAll).toList();
        return new GatewayFixture(config(open, TIMEOUT).with(bounds));
    }

    public static GatewayFixture withKeys(ApiKey... keys) {
        return new GatewayFixture(config(List.of(keys), TIMEOUT));
    }

    private static GatewayConfig config(List<ApiKey> keys, Duration timeout) {
        return new GatewayConfig("127.0.0.1", 0, keys, timeout, 100);
    }

    /** Offers the index {@code words}. */
    void offer(boolean complete) {
        offer(1, complete, searcher);
    }

    /** Offers another generation of it. */
    public void offer(int generation, boolean complete, FakeSearcher found) {
        IndexDefinition definition = new IndexDefinition(
                "words",
                TABLE,
                RowKeyFormat.TEXT,
                List.of(
                        FieldMapping.ofRowKey("synset"),
                        FieldMapping.of("gloss", ColumnName.of("d", "gloss"), FieldType.TEXT),
                        FieldMapping.of("count", ColumnName.of("d", "count"), FieldType.LONG)),
                "hash");
        offer(definition, generation, complete, found);
    }

    /** Offers a definition of the index. */
    public void offer(IndexDefinition definition) {
        offer(definition, 1, true, searcher);
    }

    private void offer(IndexDefinition definition, int generation, boolean complete, FakeSearcher found) {
        IndexMetadata metadata = Fixtures.metadata("words")
                .physicalName("words-" + generation)
                .generation(generation)
                .uuid(new UUID(1, generation))
                .createdAt(Instant.parse("2026-01-02T03:04:05Z"))
                .table(TABLE)
                .source(new IndexSource("hbase-search.default.words", "topic-id", 4, 1, complete))
                .analyzers(Map.of("gloss", "standard"))
                .build();
        indexes.put("words", new SearchableIndex(definition, metadata, found));
    }

    /** Has the index fed from another topic. */
    void moveToEpoch(int epoch) {
        indexes.computeIfPresent(
                "words",
                (name, index) -> new SearchableIndex(
                        index.definition(),
                        index.metadata()
                                .movedTo(new IndexSource("hbase-search.default.words.e" + epoch, "another", 4, epoch)),
                        index.searcher()));
    }

    public TestHttp start() {
        gateway.start();
        return new TestHttp(gateway.port());
    }

    private final class TestPaths implements PathReader {
        @Override
        public PathRows read(PathRequest request) {
            return paths.apply(request);
        }

        @Override
        public void close() {}
    }

    @Override
    public void close() {
        gateway.close();
        metrics.close();
    }
}
