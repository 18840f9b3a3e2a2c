/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutation;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bulk loads where HBase records them for replication. That is a setting of the whole cluster, so these tests have an HBase
 * of their own. No scrub runs.
 */
@ExtendWith(Servers.Extension.class)
class RecordedBulkLoadIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** At one row a second, longer than any of these tests. */
    private static final int LOADED = 400;

    private static final int BEHIND = 200;
    private static final byte[] SPLIT = Bytes.toBytes("m");

    @TempDir
    private static Path data;

    private static HBaseServer hbase;
    private static Connection connection;
    private static ServerAddresses addresses;

    @BeforeAll
    static void startHBase(Servers servers) throws Exception {
        hbase = HBaseServer.builder(data.resolve("hbase"))
                .extraClasspath(Servers.endpointJar())
                .extraClasspath(Servers.testClasses())
                .setting("hbase.replication.bulkload.enabled", "true")
                .setting("hbase.replication.cluster.id", "bulk-loads")
                .build();
        hbase.start();
        hbase.awaitReady(LIMIT);
        connection = ConnectionFactory.createConnection(Servers.clientConfiguration(hbase));
        addresses = servers.addresses().withZooKeeperPort(hbase.zooKeeperPort());
    }

    @AfterAll
    static void stopHBase() throws IOException {
        if (connection != null) {
            connection.close();
        }
        if (hbase != null) {
            hbase.close();
        }
    }

    @Test
    void loadedRowsAreFoundWithoutAScrub(@TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(connection, "loaded", 1, SPLIT);
        Site site = site(directory, "loaded");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            put(table, "before");
            await(site, table);

            BulkLoads.load(hbase, "loaded", directory, "a", 700);
            BulkLoads.load(hbase, "loaded", directory, "z", 20);
            await(site, table);
            put(table, "behind");
            await(site, table);

            assertThat(table.expected()).hasSize(722);
            Oracle.await("every event is acknowledged", LIMIT, () -> committed(site) == events(site, "loaded"));
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(rowsOf(site, RowMutation.Cause.TOUCH)).isEqualTo(720);
        assertThat(rowsOf(site, RowMutation.Cause.EDIT)).isEqualTo(2);
    }

    @Test
    @OnlyWithFaults
    void aLoadThatAKilledIndexerWasBusyWithIsFinishedByTheNext(@TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(connection, "killed_load", 1, SPLIT);
        Site site = site(directory, "killed_load");
        Path slow = site.configWithIndexer("slow", "{scrub: {enabled: false, bulkLoadRowsPerSecond: 1}}");
        try (SearchProcess indexer = SearchProcess.start(slow, site.log("slow"), "indexer")) {
            BulkLoads.load(hbase, "killed_load", directory, "a", LOADED);
            putBehind(table);
            Oracle.await("rows behind it are indexed", LIMIT, () -> documents(site) == BEHIND);
            indexer.kill();
        }
        assertThat(site.committedEvents()).as("nothing behind the load").isLessThan(events(site, "killed_load"));
        assertThat(documents(site)).as("loaded rows are not there yet").isEqualTo(BEHIND);

        try (SearchProcess again = SearchProcess.start(site, "indexer")) {
            await(site, table);
            assertThat(table.expected()).hasSize(LOADED + BEHIND);
            Oracle.await("every event is acknowledged", LIMIT, () -> committed(site) == events(site, "killed_load"));
            assertThat(again.isAlive()).isTrue();
        }
    }

    @Test
    @OnlyWithFaults
    void aLoadIsFinishedByWhoeverHasItsPartitions(@TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(connection, "shared_load", 1, SPLIT);
        Site site = site(directory, "shared_load");
        Path slow = site.configWithIndexer("slow", "{scrub: {enabled: false, bulkLoadRowsPerSecond: 1}}");
        try (SearchProcess first = SearchProcess.start(slow, site.log("slow"), "indexer")) {
            BulkLoads.load(hbase, "shared_load", directory, "a", LOADED);
            putBehind(table);
            Oracle.await("rows behind it are indexed", LIMIT, () -> documents(site) == BEHIND);
            try (SearchProcess second = SearchProcess.start(site, "indexer")) {
                Oracle.await("the second has compared its part", LIMIT, () -> documents(site) > BEHIND);
                assertThat(first.stop())
                        .as("ends in time, busy with the load as it is")
                        .isZero();
                await(site, table);
                Oracle.await(
                        "every event is acknowledged", LIMIT, () -> committed(site) == events(site, "shared_load"));
                assertThat(second.isAlive()).isTrue();
            }
        }
        assertThat(table.expected()).hasSize(LOADED + BEHIND);
    }

    private static Site site(Path directory, String name) throws IOException {
        Site site = new Site(addresses, directory, "default:" + name, name.replace('_', '-'));
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", site.index());
        return site;
    }

    private static void put(TestTable table, String row) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("put")));
        }
    }

    /** So many that every partition has some: once they are indexed, the load before them was taken everywhere. */
    private static void putBehind(TestTable table) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < BEHIND; i++) {
            puts.add(new Put(Bytes.toBytes("behind" + i))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("put")));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
    }

    private static void await(Site site, TestTable table) throws Exception {
        String name = table.name().getNameAsString();
        site.oracle().awaitConverged(table.expected(), LIMIT, () -> site.events("default", name));
    }

    private static long documents(Site site) {
        try {
            return site.oracle().read().values().stream()
                    .filter(document -> !document.stub())
                    .count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static long committed(Site site) {
        return site.committedEvents();
    }

    private static long events(Site site, String table) {
        return site.eventCount("default", table);
    }

    private static long rowsOf(Site site, RowMutation.Cause cause) throws Exception {
        return site.events("default", "loaded").events().stream()
                .filter(event -> event.getCause() == cause)
                .map(RowMutation::getRow)
                .distinct()
                .count();
    }
}
