/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.system.DeadLetterLog;
import io.hbasesearch.system.HeapUse;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of any size in processes with 512 MB: each becomes a document or a dead letter, rows beside them are indexed, no process ends, and
 * their heaps keep room.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LargeRowsIT {
    private static final Logger LOG = LoggerFactory.getLogger(LargeRowsIT.class);
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final byte[] NARROW = Bytes.toBytes("d");
    private static final byte[] WIDE = Bytes.toBytes("w");
    private static final int PUT_BYTES = 2 << 20;
    private static final int HEAP_MEGABYTES = 512;
    private static final String HEAP = HEAP_MEGABYTES + "m";
    /** What a full collection leaves is less, so that there is room for what comes. */
    private static final double MOST_LIVE = 0.8;

    private static final int SOME_ROWS_FAILED = 3;
    private static final int INDEXES = 5;

    /** The servers that all tests share have no heap for such rows. */
    private static final int HBASE_MEGABYTES = 3_072;

    private URI elasticsearch;

    @Test
    void rowsOfAnySizeBecomeDocumentsOrDeadLettersAndNoProcessEnds(@TempDir Path directory) throws Exception {
        try (HBaseServer hbase = HBaseServer.builder(directory.resolve("hbase"))
                        .heapMegabytes(HBASE_MEGABYTES)
                        .extraClasspath(Servers.endpointJar())
                        .build();
                KafkaServer kafka =
                        KafkaServer.builder(directory.resolve("kafka")).build();
                ElasticsearchServer index = ElasticsearchServer.builder(directory.resolve("elasticsearch"))
                        .heapMegabytes(512)
                        .build()) {
            hbase.start();
            kafka.start();
            index.start();
            hbase.awaitReady(START);
            kafka.awaitReady(START);
            index.awaitReady(START);
            elasticsearch = index.uri();
            ServerAddresses addresses = new ServerAddresses(
                    hbase.zooKeeperPort(), kafka.bootstrapServers(), List.of(index.uri()), index.uri(), 0);
            try (Connection connection = ConnectionFactory.createConnection(Servers.clientConfiguration(hbase))) {
                run(addresses, connection, Files.createDirectories(directory.resolve("site")));
            }
        }
    }

    private void run(ServerAddresses addresses, Connection connection, Path directory) throws Exception {
        TableName name = TableName.valueOf("large");
        createTable(connection, name);
        Site site = Site.withDefinition(
                addresses,
                directory,
                "large",
                new Site.Definition(
                        """
                        table: default:large
                        rowKey: {format: binary}
                        fields:
                          body: {column: "d:body", type: text}
                          w: {columns: "w:*", maxColumns: 10000}
                        """));
        site.addPeer("large", "large", 1);
        site.run(0, "index", "create", "large");
        Set<RowKey> refused = new TreeSet<>();
        try (SearchProcess serve = SearchProcess.startWithin(HEAP, site, "serve");
                Table table = connection.getTable(name)) {
            Set<RowKey> small = rows(table, "small", 2_000, 100);
            awaitLive(serve, small);

            Set<RowKey> large = rows(table, "megabyte", 800, 1 << 20);
            refused.addAll(wide(table, "huge", 1, 4_000, 30_000));
            refused.addAll(wide(table, "cells", 12, 3, 9 << 20));
            small.addAll(rows(table, "between", 200, 100));
            awaitLive(serve, small);
            awaitLive(serve, large);
            awaitLetters(addresses, serve, refused);
            // Edits that tell nothing of how large their rows are.
            for (RowKey row : refused) {
                table.put(new Put(row.bytes().toBytes()).addColumn(NARROW, Bytes.toBytes("body"), Bytes.toBytes("x")));
            }
            small.addAll(rows(table, "after", 200, 100));
            awaitLive(serve, small);
            requireRoom("serve", serve, site.log("serve"));

            Path log = directory.resolve("reindex.log");
            try (SearchProcess reindex = SearchProcess.startWithin(HEAP, site.config(), log, "reindex", "large")) {
                assertThat(reindex.awaitEnd(PATIENCE)).isTrue();
                assertThat(reindex.stop()).as(() -> tail(log)).isEqualTo(SOME_ROWS_FAILED);
            }
            assertThat(serve.isAlive()).isTrue();
            // Elasticsearch refuses questions, too, while it has no memory.
            Oracle.await("stubs of " + refused, PATIENCE, () -> failed().equals(
                            refused.stream().map(LargeRowsIT::id).collect(Collectors.toSet())));
            requireRoom("reindex", null, log);
            requireRoom("serve", serve, site.log("serve"));
        }
        severalIndexes(addresses, connection, site, directory, refused);
    }

    /** Several indexes of rows of 1 MB in one process, and a document of 39 MB, of a row that may be so large. */
    private void severalIndexes(
            ServerAddresses addresses, Connection connection, Site site, Path directory, Set<RowKey> refused)
            throws Exception {
        TableName name = TableName.valueOf("several");
        createTable(connection, name);
        site.addPeer("several", "several", 1);
        List<String> indexes = new ArrayList<>();
        for (int i = 1; i <= INDEXES; i++) {
            String index = "several" + i;
            indexes.add(index);
            Files.writeString(
                    directory.resolve("indexes").resolve(index + ".yaml"),
                    """
                    table: default:several
                    rowKey: {format: binary}
                    fields:
                      body: {column: "d:body", type: text}
                    """);
            site.run(0, "index", "create", index);
        }
        Path config = site.configWithIndexer("larger-rows", "{maxRowBytes: 64MB}");
        Path log = site.log("serve-several");
        try (SearchProcess serve = SearchProcess.startWithin(HEAP, config, log, "serve");
                Table large = connection.getTable(TableName.valueOf("large"));
                Table several = connection.getTable(name)) {
            Set<RowKey> rows = rows(several, "megabyte", 200, 1 << 20);
            refused.addAll(wide(large, "document", 1, 5, 39 * (1 << 20) / 5));
            rows.addAll(rows(several, "behind", 200, 100));
            for (String index : indexes) {
                awaitLive(serve, index, rows);
            }
            awaitLetters(addresses, serve, refused);
            awaitLive(serve, rows(large, "behind", 200, 100));
            requireRoom("serve of " + (INDEXES + 1) + " indexes", serve, log);
        }
    }

    private static void createTable(Connection connection, TableName name) throws IOException {
        connection
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(name)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(NARROW)
                                .setScope(1)
                                .build())
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(WIDE)
                                .setScope(1)
                                .build())
                        .build());
    }

    /** @param process null if it has ended */
    private static void requireRoom(String what, @Nullable SearchProcess process, Path log) throws IOException {
        HeapUse heap = HeapUse.of(log);
        LOG.info(
                "{} -Xmx{}: at most {} MB live after a full collection, {} MB in use before one of {} collections, {} MB resident",
                what,
                HEAP,
                heap.highestLiveMegabytes(),
                heap.highestMegabytes(),
                heap.collections(),
                process == null ? "?" : peakBytes(process) >> 20);
        assertThat(heap.collections()).as("collections in %s", log).isPositive();
        assertThat(heap.highestLiveMegabytes()).as("MB live in %s", what).isLessThan((long)
                (MOST_LIVE * HEAP_MEGABYTES));
        assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
    }

    private static Set<RowKey> rows(Table table, String prefix, int number, int bytes) throws IOException {
        Set<RowKey> rows = new TreeSet<>();
        List<Put> puts = new ArrayList<>();
        long together = 0;
        for (int i = 0; i < number; i++) {
            byte[] row = Bytes.toBytes(prefix + "-" + i);
            rows.add(RowKey.copyOf(row));
            puts.add(new Put(row).addColumn(NARROW, Bytes.toBytes("body"), words(bytes)));
            together += bytes;
            if (together >= PUT_BYTES || i == number - 1) {
                table.put(puts);
                puts.clear();
                together = 0;
            }
        }
        return rows;
    }

    /** Rows of many columns or of large ones, written by puts of some megabytes. */
    private static Set<RowKey> wide(Table table, String prefix, int number, int columns, int bytes) throws IOException {
        Set<RowKey> rows = new TreeSet<>();
        for (int i = 0; i < number; i++) {
            byte[] row = Bytes.toBytes(prefix + "-" + i);
            rows.add(RowKey.copyOf(row));
            Put put = new Put(row);
            for (int column = 0; column < columns; column++) {
                put.addColumn(WIDE, Bytes.toBytes("c" + column), words(bytes));
                if (put.heapSize() > PUT_BYTES || column == columns - 1) {
                    table.put(put);
                    put = new Put(row);
                }
            }
        }
        return rows;
    }

    private static byte[] words(int bytes) {
        StringBuilder text = new StringBuilder(bytes);
        while (text.length() < bytes) {
            text.append("word").append(text.length() % 1_000).append(' ');
        }
        return text.substring(0, bytes).getBytes(StandardCharsets.US_ASCII);
    }

    private void awaitLive(SearchProcess serve, Set<RowKey> rows) {
        awaitLive(serve, "large", rows);
    }

    private void awaitLive(SearchProcess serve, String index, Set<RowKey> rows) {
        Oracle.await(rows.size() + " rows are documents of " + index, PATIENCE, () -> {
            assertThat(serve.isAlive()).as("serve lives").isTrue();
            return states(index)
                    .entrySet()
                    .containsAll(rows.stream()
                            .collect(Collectors.toMap(LargeRowsIT::id, row -> RawDocument.State.ROW))
                            .entrySet());
        });
    }

    /**
     * What stands for each row, without its fields: all of them together are too large for this process. Past the alias, which hides stubs.
     */
    private Map<String, RawDocument.State> states(String index) {
        Map<String, RawDocument.State> states = new TreeMap<>();
        String after = "";
        while (true) {
            JsonNode hits = post(
                            "/hbase-search-" + index + "-*/_search",
                            "{\"size\":1000,\"_source\":[\"_deleted\",\"_failed\"],\"sort\":[\"_row\"]" + after + "}")
                    .path("hits")
                    .path("hits");
            if (hits.isEmpty()) {
                return states;
            }
            for (JsonNode hit : hits) {
                boolean isFailed = hit.path("_source").has("_failed");
                states.put(hit.path("_id").asText(), isFailed ? RawDocument.State.FAILED : RawDocument.State.ROW);
            }
            after = ",\"search_after\":" + hits.get(hits.size() - 1).path("sort");
        }
    }

    private JsonNode post(String path, String body) {
        try {
            var response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(elasticsearch.resolve(path))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return new ObjectMapper().readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String id(RowKey row) {
        return DocumentId.of(row, Bucket.ONLY).toString();
    }

    private Set<String> failed() {
        Set<String> failed = new TreeSet<>();
        states("large").forEach((row, state) -> {
            if (state == RawDocument.State.FAILED) {
                failed.add(row);
            }
        });
        return failed;
    }

    private static void awaitLetters(ServerAddresses addresses, SearchProcess serve, Set<RowKey> rows) {
        Oracle.await("dead letters of " + rows, PATIENCE, () -> {
            assertThat(serve.isAlive()).isTrue();
            try {
                return DeadLetterLog.read(addresses.bootstrapServers(), "large")
                        .newestVersions()
                        .keySet()
                        .equals(rows);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException e) {
            return log + " cannot be read";
        }
    }

    /** The kernel's own figure, of Linux; 0 elsewhere. */
    private static long peakBytes(SearchProcess process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        }
    }
}
