/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePathReader;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A table in real HBase for each layout, its topic, and its index in one embedded backend that one indexer fills. Rows are
 * written, and announced as the replication endpoint does. For one thread. Owns all of it.
 */
final class LayoutTables implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(150);
    private static final int TABLES_AT_A_TIME = 8;

    private final ServiceConfig config = TestSettings.config(
            "127.0.0.1:" + TestServers.hbase().zooKeeperPort(),
            TestServers.kafka().bootstrapServers());
    private final HBaseConnections connections = new HBaseConnections(config.hbase());
    private final HBasePathReader paths = new HBasePathReader(connections);
    private final IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace());
    private final Map<String, IndexDefinition> definitions = new HashMap<>();
    private final Map<String, DocumentSearcher> searchers = new HashMap<>();
    private final Indexer indexer;

    LayoutTables(List<Layout> layouts) throws IOException {
        Path directory = TestServers.directory("definitions");
        for (Layout layout : layouts) {
            definitions.put(layout.sample(), define(directory, layout));
        }
        try (Topics topics = new Topics(config.kafka());
                IndexLifecycle lifecycle = new IndexLifecycle(backend, config.kafka())) {
            createTables(topics);
            definitions.values().forEach(lifecycle::create);
        }
        indexer = new Indexer(
                config,
                backend,
                new HBaseRowReader(connections),
                List.copyOf(definitions.values()),
                new CountingMetrics());
        indexer.start();
        write(layouts);
    }

    /** Several at a time: the master takes a second or so for each, most of which it waits. */
    private void createTables(Topics topics) {
        HBaseTables tables = new HBaseTables(connections);
        ExecutorService threads = Executors.newFixedThreadPool(TABLES_AT_A_TIME);
        try {
            CompletableFuture.allOf(definitions.values().stream()
                            .map(definition -> CompletableFuture.runAsync(
                                    () -> {
                                        tables.create(definition.table(), Map.of("d", true));
                                        topics.create(topic(definition.table()), 1, (short) 1);
                                    },
                                    threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Uses the sample's own file. */
    private static IndexDefinition define(Path directory, Layout layout) throws IOException {
        StringBuilder yaml = new StringBuilder("table: l_" + layout.sample() + "\nrowKey:\n  spec: " + layout.file()
                + "\n  undecodable: skip\nfields:\n  body: {column: \"d:body\", type: text}\n");
        layout.columns()
                .forEach(column ->
                        yaml.append("  column_" + column + ": {column: \"d:" + column + "\", type: keyword}\n"));
        Path file = Files.writeString(directory.resolve(layout.sample() + ".yaml"), yaml);
        return new IndexDefinitionReader(Map.of()).readFile(file);
    }

    private static TopicName topic(TableId table) {
        return TopicName.of(table.namespace(), table.qualifier(), 1);
    }

    private void write(List<Layout> layouts) {
        HBaseRowWriter writer = new HBaseRowWriter(connections);
        Map<String, Object> properties = config.kafka().clientProperties();
        properties.put("acks", "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (Layout layout : layouts) {
                TableId table = definition(layout).table();
                List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
                layout.rows().keySet().forEach(row -> puts.add(put(row, layout.textsOf(row))));
                layout.strays().forEach(row -> puts.add(put(row, Map.of())));
                writer.put(table, puts);
                puts.forEach(put -> producer.send(event(table, put.key())));
            }
        }
    }

    private static HBaseRowWriter.RowPut put(RowKey row, Map<String, String> texts) {
        Map<ColumnName, ByteArray> values = new HashMap<>();
        values.put(TestSettings.BODY, ByteArray.utf8("hello"));
        texts.forEach((name, text) -> values.put(ColumnName.of("d", name), ByteArray.utf8(text)));
        return new HBaseRowWriter.RowPut(row, values);
    }

    private static ProducerRecord<byte[], byte[]> event(TableId table, RowKey row) {
        byte[] key = row.bytes().toBytes();
        RowMutation event = RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.EDIT)
                .setNamespace(table.namespace())
                .setTable(table.qualifier())
                .setRow(ByteString.copyFrom(key))
                .setPayload(Payload.KEYS)
                .setWriteTimeMillis(System.currentTimeMillis())
                .build();
        return new ProducerRecord<>(topic(table).toString(), 0, key, event.toByteArray());
    }

    IndexDefinition definition(Layout layout) {
        return definitions.get(layout.sample());
    }

    HBasePathReader paths() {
        return paths;
    }

    DocumentSearcher searcher(Layout layout) {
        return searchers.computeIfAbsent(layout.sample(), sample -> backend.openSearcher(definitions.get(sample)));
    }

    /** Waits until exactly the layout's rows are in its index; their documents. */
    Map<RowKey, IndexedDocument> awaitIndexed(Layout layout) {
        return await(layout.sample()).atMost(PATIENCE).until(() -> live(layout), documents -> documents
                .keySet()
                .equals(layout.rows().keySet()));
    }

    private Map<RowKey, IndexedDocument> live(Layout layout) {
        Map<RowKey, IndexedDocument> live = new TreeMap<>();
        DocumentSearcher searcher = searcher(layout);
        searcher.refresh();
        try (DocumentCursor documents = searcher.scan()) {
            documents.forEachRemaining(document -> {
                if (document.state() == IndexedDocument.State.LIVE) {
                    live.put(document.row(), document);
                }
            });
        }
        return live;
    }

    @Override
    public void close() {
        indexer.close();
        searchers.values().forEach(DocumentSearcher::close);
        backend.close();
        paths.close();
        connections.close();
    }
}
