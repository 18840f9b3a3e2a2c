/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.row.RowTouches;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.gateway.GatewayServices;
import io.hbasesearch.gateway.QueryGateway;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.lucene.search.LuceneHighlighter;
import io.hbasesearch.testing.MemoryTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * A gateway over an embedded index with the documents of a hundred rows, and these rows in memory. A fence's touch is indexed at
 * once, as an indexer without lag would.
 */
public final class FuzzedGateway implements AutoCloseable {
    static final int ROWS = 100;
    private static final String DEFINITION =
            """
            table: words
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
            fields:
              gloss: {column: 'd:gloss', type: text}
              kind: {column: 'd:kind', type: keyword}
              count: {column: 'd:count', type: long, encoding: utf8}
              price: {column: 'd:price', type: double, encoding: utf8}
              seen: {column: 'd:seen', type: date, encoding: utf8}
              open: {column: 'd:open', type: boolean, encoding: utf8}
              meta: {column: 'd:meta', type: json}
            """;
    private static final List<String> WORDS = List.of(
            "whale",
            "humpback",
            "baleen",
            "sea",
            "ocean",
            "the",
            "of",
            "a",
            "large",
            "roam",
            "foam",
            "krill",
            "鲸鱼",
            "海洋",
            "ship",
            "captain",
            "white",
            "harpoon",
            "deep",
            "blue",
            "song",
            "breach",
            "calf",
            "pod");

    private final RowMapper mapper;
    private final Map<RowKey, Row> rows = new HashMap<>();
    private final LuceneBackend backend;
    private final DocumentWriter writer;
    private final SearchableIndex index;
    private final PrometheusMetrics metrics = new PrometheusMetrics("fuzz");
    private final QueryGateway gateway;

    FuzzedGateway(Path directory) throws Exception {
        this(directory, List.of());
    }

    FuzzedGateway(Path directory, List<ApiKey> keys) throws Exception {
        this(directory, keys, DEFINITION, ofFuzz(), GatewayCapabilities.none());
    }

    /**
     * Rows of which the index has documents, and what the table has of them by now.
     *
     * @param now as {@code indexed}, but for what was written since
     */
    public record Rows(Map<RowKey, Row> indexed, Map<RowKey, Row> now) {}

    /** @param ports beside touches; their history is that of the table unless they have one */
    public FuzzedGateway(Path directory, List<ApiKey> keys, String text, Rows given, GatewayCapabilities ports)
            throws Exception {
        // The index is called as its table is.
        String name = DefinitionText.read("words", text).table().qualifier();
        IndexDefinition definition = DefinitionText.read(name, text);
        mapper = new RowMapper(definition);
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(200), 16 << 20));
        IndexMetadata metadata = backend.admin()
                .create(definition, new IndexSource("hbase-search.default.words", "topic-id", 1, 1, true));
        writer = backend.openWriter(definition, metadata, Duration.ofHours(6));
        rows.putAll(given.indexed());
        AtomicLong offset = new AtomicLong();
        write(rows.keySet().stream()
                .collect(Collectors.toMap(key -> key, key -> RowVersion.of(1, offset.getAndIncrement()))));
        index = new SearchableIndex(definition, metadata, backend.openSearcher(definition));
        index.searcher().refresh();
        rows.clear();
        rows.putAll(given.now());
        gateway = new QueryGateway(
                services(offset, keys, ports),
                new OperationsConfig("127.0.0.1", 0, 0, AlarmsConfig.DEFAULT, OperationsConfig.DEFINITIONS_INTERVAL));
        gateway.start();
    }

    /** One row that the index still finds is gone, and one is not what was indexed: hits that are stale. */
    private static Rows ofFuzz() {
        Random random = new Random(7);
        Map<RowKey, Row> indexed = new HashMap<>();
        for (int i = 0; i < ROWS; i++) {
            Row row = row(i, random);
            indexed.put(row.key(), row);
        }
        Map<RowKey, Row> now = new HashMap<>(indexed);
        now.remove(key(1));
        now.put(key(2), new Row(key(2), row(5, random).cells()));
        return new Rows(indexed, now);
    }

    private GatewayServices services(AtomicLong offset, List<ApiKey> keys, GatewayCapabilities ports) {
        RowTouches touches = (any, touched) -> {
            Map<RowKey, RowVersion> versions = touched.stream()
                    .collect(Collectors.toMap(key -> key, key -> RowVersion.of(1, offset.getAndIncrement())));
            write(versions);
            return versions;
        };
        MemoryTable table = new MemoryTable();
        rows.values().forEach(table::put);
        return new GatewayServices(
                new GatewayServices.Indexes(
                        () -> Map.of(index.definition().name(), index), backend.admin()::statistics),
                table,
                new Unheard(),
                new LuceneHighlighter(),
                new GatewayServices.Monitoring(metrics, Map::of),
                new GatewayConfig("127.0.0.1", 0, keys, Duration.ofSeconds(10), 1000),
                ports.withTouches(touches)
                        .withHistory(ports.history().orElse((any, columns, of, versions, bytes, timeout) -> of.stream()
                                .map(key -> table.row(key, columns).cells())
                                .toList())));
    }

    static RowKey key(int number) {
        return RowKey.utf8(String.format(Locale.ROOT, "%04d-item%d", number % 20, number));
    }

    private static Row row(int number, Random random) {
        List<Cell> cells = new ArrayList<>();
        cells.add(cell("gloss", text(random)));
        cells.add(cell("kind", List.of("odd", "even", "two words").get(random.nextInt(3))));
        cells.add(cell("count", Long.toString(random.nextInt(1_000))));
        cells.add(cell("price", Double.toString(random.nextInt(1_000) / 8.0)));
        cells.add(cell("seen", String.format(Locale.ROOT, "20%02d-01-02T03:04:05Z", random.nextInt(30))));
        cells.add(cell("open", Boolean.toString(random.nextBoolean())));
        cells.add(cell(
                "meta", "{\"tags\": [\"" + WORDS.get(random.nextInt(WORDS.size())) + "\"], \"depth\": {\"n\": 3}}"));
        return new Row(key(number), cells);
    }

    public static Cell cell(String qualifier, String value) {
        return new Cell(ColumnName.of("d", qualifier), 1_700_000_000_000L, ByteArray.wrap(value.getBytes(UTF_8)));
    }

    private static String text(Random random) {
        return random.ints(5 + random.nextInt(30), 0, WORDS.size())
                .mapToObj(WORDS::get)
                .collect(Collectors.joining(" "));
    }

    private void write(Map<RowKey, RowVersion> versions) {
        List<IndexOperation> operations = new ArrayList<>();
        versions.forEach((key, version) -> {
            Row row = rows.get(key);
            operations.add(
                    row == null
                            ? new IndexOperation.MarkDeleted(key, version, System.currentTimeMillis())
                            : new IndexOperation.Upsert(key, version, System.currentTimeMillis(), mapper.map(row)));
        });
        try {
            writer.write(operations).get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return gateway.port();
    }

    int operationsPort() {
        return gateway.operationsPort().orElseThrow();
    }

    /** Repairs that nobody makes: stale hits stay stale. */
    private static final class Unheard implements RowAnnouncer {
        @Override
        public void touch(IndexMetadata any, Collection<RowKey> rows) {}

        @Override
        public void close() {}
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        index.searcher().close();
        writer.close();
        backend.close();
        metrics.close();
    }

    static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
