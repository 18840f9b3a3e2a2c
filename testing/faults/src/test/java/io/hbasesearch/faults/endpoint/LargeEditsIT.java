/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Edits of 64 MB, which HBase takes only when it is told to: no edit is too large to announce. */
class LargeEditsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int LARGE = 64 << 20;

    private static EndpointStand stand;

    @BeforeAll
    static void start() throws Exception {
        stand = new EndpointStand(
                2_048,
                Map.of(
                        "hbase.client.keyvalue.maxsize", Integer.toString(256 << 20),
                        "hbase.server.keyvalue.maxsize", Integer.toString(256 << 20)));
    }

    @AfterAll
    static void stop() throws Exception {
        stand.close();
    }

    @Test
    void editOf64MegabytesLosesValuesOrCellsButNeighboursDoNot() throws Exception {
        announces("large", Map.of());
    }

    /** The endpoint believes that Kafka takes more than it does, so that the broker's refusals make the events smaller. */
    @Test
    void theBrokersOwnLimitMakesItSmallerStepByStep() throws Exception {
        announces(
                "refused",
                Map.of(
                        "hbase-search.max.event.bytes",
                        Integer.toString(90 << 20),
                        "hbase-search.kafka.buffer.memory",
                        Integer.toString(160 << 20),
                        // A request as large as that takes its time on a machine that has other work.
                        "hbase-search.kafka.request.timeout.ms",
                        "120000",
                        "hbase-search.kafka.delivery.timeout.ms",
                        "240000"));
    }

    private static void announces(String name, Map<String, String> settings) throws Exception {
        TableName tableName = stand.createTable(name, stand.kafka());
        stand.addPeer(name, stand.kafka().bootstrapServers(), settings, tableName);
        Backlog backlog = new Backlog(stand, name);
        try (Table table = stand.connection().getTable(tableName);
                Announced announced = new Announced(stand.kafka().bootstrapServers(), EndpointStand.topic(name))) {
            CompletableFuture<Void> puts = CompletableFuture.runAsync(() -> putAll(table));
            Awaitility.await().atMost(PATIENCE).until(() -> {
                backlog.watch(Duration.ofMillis(100));
                announced.read();
                return announced.firstMissing(5) < 0;
            });
            puts.join();
            backlog.drained(PATIENCE);
            backlog.log("edits of 64 MB, " + name);
            assertThat(IntStream.range(0, 5).mapToObj(announced::payload))
                    .containsExactly(Payload.EDITS, Payload.COLUMNS, Payload.COLUMNS, Payload.KEYS, Payload.EDITS);
            assertThat(stand.jvm().sink(name, "DegradedEventsTotal")).isGreaterThanOrEqualTo(3);
            // A batch ends with the edit that passes 64 MB; each server holds one at most.
            assertThat(backlog.mostHeldBytes()).isLessThan(2L * 3 * LARGE);
        }
        stand.admin().removeReplicationPeer(name);
        stand.assertNothingAborted();
    }

    private static void putAll(Table table) {
        try {
            table.put(cells(0, 1, 16, 10));
            table.put(cells(1, 1, 16, LARGE));
            table.put(cells(2, 64, 16, LARGE / 64));
            table.put(cells(3, 50_000, 1_200, 100));
            table.put(cells(4, 1, 16, 10));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One edit of one row: that many cells with names and values of that many bytes. */
    private static Put cells(int row, int count, int nameBytes, int valueBytes) {
        byte[] value = new byte[valueBytes];
        new Random(row).nextBytes(value);
        Put put = new Put(NumberedRows.key(row));
        for (int i = 0; i < count; i++) {
            String name = "%0" + nameBytes + "d";
            put.addColumn(EndpointStand.FAMILY, Bytes.toBytes(name.formatted(i)), value);
        }
        return put;
    }
}
