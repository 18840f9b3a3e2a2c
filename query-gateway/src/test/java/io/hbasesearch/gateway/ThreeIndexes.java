/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.TestHttp;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.lucene.search.LuceneHighlighter;
import io.hbasesearch.testing.MemoryTable;
import io.hbasesearch.testing.PartialRowReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A gateway over three embedded indexes with the same fields, each of its own table; some keys are in several. */
final class ThreeIndexes implements AutoCloseable {
    static final List<String> NAMES = List.of("first", "second", "third");
    private static final String FIELDS =
            """
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
            fields:
              gloss: {column: 'd:gloss', type: text}
              kind: {column: 'd:kind', type: keyword}
              count: {column: 'd:count', type: long, encoding: utf8}
              price: {column: 'd:price', type: double, encoding: utf8}
              seen: {column: 'd:seen', type: date, encoding: utf8}
              open: {column: 'd:open', type: boolean, encoding: utf8}
              place: {column: 'd:place', type: geo_point, separator: ';'}
            """;
    /** UTF-16 has another order of the last two than UTF-8. */
    private static final List<String> KINDS = List.of("a", "b", "ä", "\uff5a", "\ud83d\ude00");

    private static final List<String> PLACES =
            List.of("31.2,121.5", "31.3,121.5", "-12,-77;31.25,121.5", "52.5,13.4", "-31.2,-58.5");

    private static final List<String> WORDS = List.of("whale", "sea", "ship", "the", "krill", "song");

    /** A row as it was indexed: columns to values. */
    record Indexed(String index, String key, Map<String, String> columns) {}

    final List<Indexed> indexed = new ArrayList<>();
    private final Map<TableId, MemoryTable> tables = new LinkedHashMap<>();
    private final Map<String, SearchableIndex> indexes = new LinkedHashMap<>();
    private final List<DocumentWriter> writers = new ArrayList<>();
    private final PrometheusMetrics metrics = new PrometheusMetrics("test");
    private final LuceneBackend backend;
    private final QueryGateway gateway;

    ThreeIndexes(Path directory, Random random) throws Exception {
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(200), 16 << 20));
        for (String name : NAMES) {
            fill(DefinitionText.read(name, "table: " + name + "\n" + FIELDS), random);
        }
        gateway = new QueryGateway(new GatewayServices(
                new GatewayServices.Indexes(() -> indexes, backend.admin()::statistics),
                new Tables(),
                new RecordingAnnouncer(),
                new LuceneHighlighter(),
                new GatewayServices.Monitoring(metrics, Map::of),
                new GatewayConfig("127.0.0.1", 0, List.of(), Duration.ofSeconds(10), 1_000),
                GatewayCapabilities.none()));
        gateway.start();
    }

    TestHttp http() {
        return new TestHttp(gateway.port());
    }

    private void fill(IndexDefinition definition, Random random) throws Exception {
        MemoryTable table = new MemoryTable();
        tables.put(definition.table(), table);
        IndexMetadata metadata = backend.admin().create(definition, new IndexSource("topic", "id", 1, 1));
        DocumentWriter writer = backend.openWriter(definition, metadata, Duration.ofHours(6));
        writers.add(writer);
        RowMapper mapper = new RowMapper(definition);
        List<IndexOperation> operations = new ArrayList<>();
        int rows = 20 + random.nextInt(20);
        for (int i = 0; i < rows; i++) {
            String text = String.format(Locale.ROOT, "%04d-item%d", random.nextInt(6), i);
            RowKey key = RowKey.utf8(text);
            Map<String, String> columns = columns(random);
            table.put(key, columns);
            Row row = table.row(key, ColumnSelection.everything());
            operations.add(
                    new IndexOperation.Upsert(key, RowVersion.of(1, i), System.currentTimeMillis(), mapper.map(row)));
            indexed.add(new Indexed(definition.name(), text, columns));
        }
        writer.write(operations).get(30, TimeUnit.SECONDS);
        SearchableIndex index = new SearchableIndex(definition, metadata, backend.openSearcher(definition));
        index.searcher().refresh();
        indexes.put(definition.name(), index);
    }

    private static Map<String, String> columns(Random random) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(
                "gloss",
                random.ints(1 + random.nextInt(8), 0, WORDS.size())
                        .mapToObj(WORDS::get)
                        .collect(Collectors.joining(" ")));
        Map<String, String> others = Map.of(
                "kind", KINDS.get(random.nextInt(KINDS.size())),
                "count", Long.toString(random.nextInt(7) - 3),
                "price", Double.toString(random.nextInt(7) / 8.0 - 0.25),
                "seen", String.format(Locale.ROOT, "20%02d-01-02T03:04:05Z", random.nextInt(5)),
                "open", Boolean.toString(random.nextBoolean()),
                "place", PLACES.get(random.nextInt(PLACES.size())));
        others.forEach((name, value) -> {
            if (random.nextInt(5) > 0) {
                columns.put(name, value);
            }
        });
        return columns;
    }

    /** Deletes a row from its table; the index still has it. */
    void delete(Indexed row) {
        tables.get(TableId.parse("default:" + row.index())).delete(RowKey.utf8(row.key()));
    }

    private final class Tables extends PartialRowReader {
        @Override
        public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
            return tables.get(table).read(table, columns, keys, timeout);
        }

        @Override
        public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
            return tables.get(table).scan(table, columns, range);
        }
    }

    @Override
    public void close() {
        gateway.close();
        indexes.values().forEach(index -> index.searcher().close());
        writers.forEach(DocumentWriter::close);
        backend.close();
        metrics.close();
    }
}
