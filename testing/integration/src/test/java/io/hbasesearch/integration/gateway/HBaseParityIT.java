/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePathReader;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gets and scans of tables in HBase, of three regions on two servers, give the same rows in the same pages as both kinds of index:
 * what {@link GatewayContract} says of a table in memory, over what reads real ones.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class HBaseParityIT {
    private static final String COMPOSITE = "parity_composite";
    private static final int ROWS = 90;
    private static final int REQUESTS = 15;
    private static final Map<String, Map<RowKey, Map<String, String>>> TABLES = new HashMap<>();
    private static final Map<String, IndexBackend> BACKENDS = new HashMap<>();

    @TempDir
    private static Path directory;

    private static HBaseConnections connections;
    private static HBasePathReader paths;

    @BeforeAll
    static void writeRows(Servers servers) throws IOException {
        connections = new HBaseConnections(new HBaseConfig(
                "127.0.0.1:" + servers.addresses().zooKeeperPort(),
                "/hbase",
                Optional.empty(),
                Map.of(),
                Duration.ofSeconds(20)));
        paths = new HBasePathReader(connections);
        BACKENDS.put("lucene", new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(100), 16 << 20)));
        BACKENDS.put(
                "elasticsearch",
                GatewayStand.elasticsearch(servers.elasticsearch().uri()));
        create(servers, COMPOSITE, RandomRows.of(new Random(1), 15, 6));
        for (Map.Entry<String, String> layout : KeyLayouts.ALL.entrySet()) {
            create(servers, tableOf(layout.getKey()), rows(layout.getValue()));
        }
    }

    private static String tableOf(String layout) {
        return "parity_" + layout.replaceAll("[^a-z]+", "_");
    }

    private static Map<RowKey, Map<String, String>> rows(String parts) {
        Random random = new Random(parts.hashCode());
        KeyLayouts layouts = new KeyLayouts(random);
        IndexDefinition definition = KeyLayouts.definition("any", parts);
        Map<RowKey, Map<String, String>> rows = new TreeMap<>();
        for (int i = 0; i < ROWS; i++) {
            rows.put(
                    layouts.key(definition.rowKey().orElseThrow().spec()),
                    random.nextBoolean() ? Map.of("kind", "odd") : Map.of("kind", "even", "x", "y"));
        }
        return rows;
    }

    private static void create(Servers servers, String name, Map<RowKey, Map<String, String>> rows) throws IOException {
        List<RowKey> keys = List.copyOf(rows.keySet());
        TestTable table = TestTable.create(
                servers.connection(),
                name,
                0,
                keys.get(keys.size() / 3).bytes().toBytes(),
                keys.get(2 * keys.size() / 3).bytes().toBytes());
        new HBaseRowWriter(connections)
                .put(
                        RandomRows.definition(table.name().getNameAsString()).table(),
                        rows.entrySet().stream()
                                .map(row -> new HBaseRowWriter.RowPut(row.getKey(), values(row.getValue())))
                                .toList());
        TABLES.put(name, rows);
    }

    private static Map<ColumnName, ByteArray> values(Map<String, String> columns) {
        return columns.entrySet().stream()
                .collect(Collectors.toMap(
                        column -> ColumnName.of("d", column.getKey()), column -> ByteArray.utf8(column.getValue())));
    }

    @AfterAll
    static void close() {
        BACKENDS.values().forEach(IndexBackend::close);
        paths.close();
        connections.close();
    }

    @Test
    void compositeKeysLeadToTheRowsThatASearchFinds() throws Exception {
        for (String backend : BACKENDS.keySet()) {
            RandomQueries queries = new RandomQueries(new Random(backend.hashCode()));
            compare(
                    backend,
                    RandomRows.definition(COMPOSITE),
                    () -> Parity.with(queries.next(), "keyFormat", "text"),
                    REQUESTS,
                    REQUESTS / 3);
        }
    }

    @Test
    void whateverKeysLookLikeTheyLeadToTheRowsThatASearchFinds() throws Exception {
        compareAllLayouts(0, REQUESTS);
    }

    /** Who reads meanwhile waits a little, and gets the same rows. */
    @Test
    @OnlyWithFaults
    @Timeout(600)
    void theyDoWhileABalancerMovesRegions(Servers servers) throws Exception {
        try (MovingRegions moving = new MovingRegions(servers.connection(), TABLES.keySet())) {
            compareAllLayouts(1, 2 * REQUESTS);
            moving.requireMoves(5);
        }
    }

    private static void compareAllLayouts(int seed, int number) throws InterruptedException {
        for (Map.Entry<String, String> layout : KeyLayouts.ALL.entrySet()) {
            for (String backend : BACKENDS.keySet()) {
                KeyLayouts layouts = new KeyLayouts(new Random(seed + backend.hashCode()));
                compare(
                        backend,
                        KeyLayouts.definition(tableOf(layout.getKey()), layout.getValue()),
                        layouts::request,
                        number,
                        number / 5);
            }
        }
    }

    private static void compare(
            String backend, IndexDefinition definition, Supplier<Map<String, Object>> requests, int number, int least)
            throws InterruptedException {
        try (GatewayStand stand = new GatewayStand(
                BACKENDS.get(backend),
                definition,
                new HBaseRowReader(connections),
                GatewayCapabilities.none().withPaths(paths))) {
            stand.index(TABLES.get(definition.table().qualifier()).keySet());
            int compared = 0;
            for (int i = 0; i < number; i++) {
                compared += new Parity(stand).holdsFor(requests.get()) ? 1 : 0;
            }
            assertThat(compared)
                    .as("requests that %s can answer, compared with %s", definition.table(), backend)
                    .isGreaterThan(least);
        }
    }
}
