/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.RawWrites;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes wrong while edits flow, with a real indexer: rows that cannot be indexed, documents that differ, edits that wait in HBase's logs,
 * a process that does not answer, events that are gone before they were read. Status and doctor name each.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class DoctorFlowIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String TOPIC = "hbase-search.default.rounds";
    private static final String NOBODY_LISTENS = "127.0.0.1:1";
    /** A pass each second. */
    private static final String SCRUB = "{scrub: {rowsPerSecond: 10000, pauseBetweenPasses: 1s, settle: 50ms}}";

    @Test
    void namesEachTroubleOfTheFlow(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "rounds", 1);
        Site site = new Site(servers.addresses(), directory, "default:rounds", "rounds");
        site.addPeer("rounds", "rounds", 1);
        site.run(0, "index", "create", "rounds");
        makeImpatient(site);
        int port = freePort();
        String service = "http://127.0.0.1:" + port;
        try (SearchProcess indexer = SearchProcess.start(indexerConfig(site, port), site.log("indexer"), "indexer")) {
            put(table, "a", "words");
            awaitLine(site, service, "ok divergence rounds");
            lettersAreCounted(site, table, service);
            documentsDiffer(servers, site, service);
            aProcessThatHangsIsNamed(site, indexer, service);
        }
        nobodyIndexes(site);
        editsWaitInHBasesLogs(servers, site, table);
        unreadEventsAreGone(servers, site, table);
    }

    /** With a known port and a scrub in a hurry. */
    private static Path indexerConfig(Site site, int port) throws Exception {
        Path config = site.configWithIndexer("hurry", SCRUB);
        return Files.writeString(config, with(Files.readString(config), "port: " + port));
    }

    /** For commands: short of patience with what waits. */
    private static void makeImpatient(Site site) throws Exception {
        Files.writeString(
                site.config(),
                with(Files.readString(site.config()), "port: 0\n  alarms: {interval: 1s, walBacklogAge: 5s}"));
    }

    private static String with(String config, String operations) {
        assertThat(config).contains("operations:\n  port: 0\n");
        return config.replace("operations:\n  port: 0\n", "operations:\n  " + operations + "\n");
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static void lettersAreCounted(Site site, TestTable table, String service) throws Exception {
        put(table, "b", "words", "no number");
        awaitLine(site, service, "warning dead-letters rounds");
        assertThat(Diagnosis.status(site, 0, "--service", service).troubles())
                .anyMatch(line -> line.contains("dead-letters list rounds --state open"));
    }

    private static void documentsDiffer(Servers servers, Site site, String service) throws Exception {
        RawWrites raw = new RawWrites(servers.elasticsearch().uri(), site.index());
        // Again and again, as each pass of the scrub has what it finds read again.
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            raw.delete(RowKey.copyOf(Bytes.toBytes("a")));
            assertThat(Diagnosis.status(site, 0, "--service", service).troubles())
                    .anyMatch(line -> line.startsWith("divergence rounds: 1 rows differed")
                            && line.contains("hbase-search verify rounds"));
        });
    }

    private static void aProcessThatHangsIsNamed(Site site, SearchProcess indexer, String service) throws Exception {
        indexer.pause();
        try {
            assertThat(Diagnosis.status(site, 11, "--service", service).lines())
                    .contains("WRONG service " + service, "ok peer rounds");
        } finally {
            indexer.resume();
        }
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        Diagnosis.status(site, 0, "--service", service).lines())
                .noneMatch(line -> line.startsWith("WRONG")));
    }

    private static void nobodyIndexes(Site site) throws Exception {
        int port = freePort();
        String config = Files.readString(site.config());
        assertThat(config).contains("gateway:\n  port: 0\n");
        Path searching = Files.writeString(
                site.config().resolveSibling("searching.yaml"),
                config.replace("gateway:\n  port: 0\n", "gateway:\n  port: " + port + "\n"));
        String service = "http://127.0.0.1:" + port;
        try (SearchProcess gateway = SearchProcess.start(searching, site.log("gateway"), "gateway")) {
            awaitLine(site, service, "warning service indexer");
            assertThat(gateway.isAlive()).isTrue();
        }
    }

    /** The endpoint is sent to a Kafka that is not there, as while Kafka is down. */
    private static void editsWaitInHBasesLogs(Servers servers, Site site, TestTable table) throws Exception {
        String[] send = {"peer", "add", "--peer-id", "rounds", "--table", "rounds", "--kafka", NOBODY_LISTENS};
        site.run(0, send);
        put(table, "c", "waits");
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            Diagnosis found = Diagnosis.doctor(site, 1);
            assertThat(found.lines())
                    .contains("WRONG peer rounds")
                    .anyMatch(line -> line.startsWith("warning wal-queue 127.0.0.1,"));
            assertThat(found.troubles())
                    .anyMatch(line -> line.startsWith("peer rounds: the oldest edit has waited for"))
                    .anyMatch(line ->
                            line.startsWith("wal-queue ") && line.contains("Check the log of that RegionServer"));
        });
        send[send.length - 1] = servers.kafka().bootstrapServers();
        site.run(0, send);
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        Diagnosis.status(site, 0).lines())
                .contains("ok peer rounds"));
    }

    /** No indexer runs, and somebody deletes records: the index has lost them for good. */
    private static void unreadEventsAreGone(Servers servers, Site site, TestTable table) throws Exception {
        put(table, "d", "unread");
        Awaitility.await().atMost(PATIENCE).until(() -> site.eventCount("default", "rounds") >= 4);
        try (Admin kafka = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            int partitions = kafka.describeTopics(List.of(TOPIC))
                    .allTopicNames()
                    .get()
                    .get(TOPIC)
                    .partitions()
                    .size();
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (int i = 0; i < partitions; i++) {
                ends.put(new TopicPartition(TOPIC, i), OffsetSpec.latest());
            }
            Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
            kafka.listOffsets(ends)
                    .all()
                    .get()
                    .forEach((partition, end) -> before.put(partition, RecordsToDelete.beforeOffset(end.offset())));
            kafka.deleteRecords(before).all().get();
        }
        Diagnosis found = Diagnosis.doctor(site, 13);
        assertThat(found.lines()).contains("WRONG lag rounds", "WRONG epoch rounds");
        assertThat(found.troubles())
                .anyMatch(line -> line.startsWith("lag rounds: Kafka has deleted events that it has not read")
                        && line.contains("index epoch rounds"));
    }

    private static void awaitLine(Site site, String service, String line) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        Diagnosis.status(site, 0, "--service", service).lines())
                .contains(line));
    }

    private static void put(TestTable table, String row, String text) throws Exception {
        put(table, new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text)));
    }

    private static void put(TestTable table, String row, String text, String count) throws Exception {
        put(
                table,
                new Put(Bytes.toBytes(row))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text))
                        .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes(count)));
    }

    private static void put(TestTable table, Put put) throws Exception {
        try (Table open = table.open()) {
            open.put(put);
        }
    }
}
