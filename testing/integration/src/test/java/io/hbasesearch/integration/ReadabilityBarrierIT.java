/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the barrier is for. A coprocessor holds every edit between the write-ahead log and its visibility for half a second;
 * an indexer that is told meanwhile reads a row without the edit, and is never told again.
 */
@ExtendWith(Servers.Extension.class)
class ReadabilityBarrierIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(1);
    private static final int ROWS = 12;

    @Test
    void withTheBarrierNoEditIsMissed(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = slowTable(servers, "barrier_on");
        Site site = new Site(servers.addresses(), directory, "default:barrier_on", "barrier_on");
        site.addPeer("barrier_on", "barrier_on", 1);
        site.run(0, "index", "create", "barrier_on");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            warmUp(table, site);
            fill(table);
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "barrier_on"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void withoutTheBarrierEditsAreMissedForGood(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = slowTable(servers, "barrier_off");
        Site site = new Site(servers.addresses(), directory, "default:barrier_off", "barrier_off");
        site.addPeer("barrier_off", "barrier_off", 1);
        switchBarrierOff(servers, "barrier_off");
        site.run(0, "index", "create", "barrier_off");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            warmUp(table, site);
            fill(table);
            Oracle.await("all edits indexed", CONVERGENCE, () -> site.committedEvents() >= 1 + ROWS);
            List<String> missed = site.oracle().differences(table.expected());
            Oracle.report(1 + ROWS, missed.size(), site.events("default", "barrier_off"));
            assertThat(missed).as("edits missed without the barrier").isNotEmpty();
            assertThat(site.oracle().read())
                    .as("stubs of what was read too early")
                    .hasSize(1 + ROWS);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static TestTable slowTable(Servers servers, String name) throws IOException {
        return TestTable.create(
                servers.connection(),
                TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
                        .setCoprocessor("io.hbasesearch.replication.SlowVisibility"),
                1);
    }

    private static void switchBarrierOff(Servers servers, String peer) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            ReplicationPeerConfig config = admin.getReplicationPeerConfig(peer);
            admin.updateReplicationPeerConfig(
                    peer,
                    ReplicationPeerConfig.newBuilder(config)
                            .putAllConfiguration(Map.of("hbase-search.barrier", "unsafe-off"))
                            .build());
        }
    }

    /** The window is half a second wide: an indexer that is still starting would come too late to look into it. */
    private static void warmUp(TestTable table, Site site) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Workload.row(ROWS)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("first")));
        }
        Oracle.await("the indexer at work", CONVERGENCE, () -> site.committedEvents() >= 1);
    }

    private static void fill(TestTable table) throws IOException {
        try (Table open = table.open()) {
            for (int i = 0; i < ROWS; i++) {
                open.put(new Put(Workload.row(i))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("row " + i)));
            }
        }
    }
}
