/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.servers.HBaseCluster;
import io.hbasesearch.servers.HBaseNode;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of RegionServers that are processes with open info ports: one as it should be, one without the endpoint's jar, one with the jar
 * of another version and HBase's own replication settings. Doctor names each by its server; then the endpoint is upgraded server
 * by server under writes, and the index is equal to the table.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class DoctorClusterIT {
    private static final Duration START = Duration.ofMinutes(4);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long SEED = 8;
    private static final String OLD = "0.0.9";
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xAA}};

    @Test
    void serversThatDifferAreNamedAndARollingUpgradeHealsThem(Servers servers, @TempDir Path directory)
            throws Exception {
        List<EndpointJars> jars = List.of(
                EndpointJars.in(directory.resolve("lib-1")),
                EndpointJars.in(directory.resolve("lib-2")),
                EndpointJars.in(directory.resolve("lib-3")));
        jars.get(0).current();
        jars.get(2).version(OLD);
        try (HBaseCluster hbase = cluster(directory, jars)) {
            hbase.start(START);
            hbase.awaitReady(START);
            Site site = new Site(
                    servers.addresses().withZooKeeperPort(hbase.zooKeeperPort()),
                    directory.resolve("site"),
                    "default:wardround",
                    "wardround");
            try (Connection connection = ConnectionFactory.createConnection(client(hbase))) {
                TestTable table = TestTable.create(connection, "wardround", 1, SPLITS);
                site.addPeer("wardround", "wardround", 1);
                site.run(0, "index", "create", "wardround");
                everyServerIsDiagnosed(site, hbase);
                upgradeOneByOne(site, hbase, jars, table);
            }
        }
    }

    private static HBaseCluster cluster(Path directory, List<EndpointJars> jars) {
        HBaseCluster.Builder builder = HBaseCluster.builder(directory.resolve("hbase"))
                .regionServers(jars.size())
                // A master makes an endpoint, too, when a peer is added.
                .nodeClasspath("master-1", Servers.endpointJar())
                .setting("hbase.master.info.port", "0")
                .setting("hbase.master.info.bindAddress", "127.0.0.1")
                .setting("hbase.regionserver.info.port", "0")
                .setting("hbase.regionserver.info.bindAddress", "127.0.0.1")
                // HBase lets a server die whose endpoint cannot be made; this one is to be found first.
                .setting("replication.source.regionserver.abort", "false")
                // What HBase has unless somebody sets it.
                .nodeSetting("regionserver-3", "replication.source.sleepforretries", "1000")
                .nodeSetting("regionserver-3", "replication.source.maxretriesmultiplier", "300");
        for (int i = 0; i < jars.size(); i++) {
            builder.nodeClasspath("regionserver-" + (i + 1), jars.get(i).all());
        }
        return builder.build();
    }

    private static Configuration client(HBaseCluster hbase) {
        Configuration configuration = HBaseConfiguration.create();
        hbase.clientSettings().forEach(configuration::set);
        return configuration;
    }

    private static void everyServerIsDiagnosed(Site site, HBaseCluster hbase) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            Diagnosis found = Diagnosis.doctor(site, 1);
            assertThat(found.lines())
                    .anyMatch(line -> line.startsWith("ok endpoint-jar " + name(hbase, 1)))
                    .anyMatch(line -> line.startsWith("ok hbase-settings " + name(hbase, 1)))
                    .anyMatch(line -> line.startsWith("WRONG endpoint-jar " + name(hbase, 2)))
                    .anyMatch(line -> line.startsWith("ok hbase-settings " + name(hbase, 2)))
                    .anyMatch(line -> line.startsWith("warning endpoint-jar " + name(hbase, 3)))
                    .anyMatch(line -> line.startsWith("warning hbase-settings " + name(hbase, 3)))
                    .contains("warning endpoint-jar all servers")
                    .anyMatch(line -> line.startsWith("ok endpoint-jar master 127.0.0.1,"));
            assertThat(found.troubles())
                    .anyMatch(line -> line.startsWith("endpoint-jar " + name(hbase, 2))
                            && line.contains("the endpoint's jar is not on its class path -> Copy the endpoint's jar"))
                    .anyMatch(line ->
                            line.startsWith("endpoint-jar " + name(hbase, 3)) && line.contains("it has version " + OLD))
                    .anyMatch(line -> line.startsWith("endpoint-jar all servers")
                            && line.contains(OLD)
                            && line.contains(Versions.program()))
                    .anyMatch(line -> line.startsWith("hbase-settings " + name(hbase, 3))
                            && line.contains("up to 300000 ms")
                            && line.contains("replication.source.sleepforretries=50"))
                    // Its edits are announced by nobody, as HBase itself says.
                    .anyMatch(line -> (line.startsWith("wal-queue " + name(hbase, 2))
                                    && line.contains("its endpoint has not started"))
                            || (line.startsWith("endpoint " + name(hbase, 2)) && line.contains("it has no queue")));
        });
    }

    private static String name(HBaseCluster hbase, int number) {
        return "127.0.0.1," + hbase.regionServers().get(number - 1).port() + ",";
    }

    private static void upgradeOneByOne(Site site, HBaseCluster hbase, List<EndpointJars> jars, TestTable table)
            throws Exception {
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 10, SEED).startSlowly(50)) {
            for (int number : List.of(2, 3)) {
                HBaseNode server = hbase.regionServers().get(number - 1);
                server.stop();
                jars.get(number - 1).current();
                server.start();
                server.awaitReady(START);
            }
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            Diagnosis.doctor(site, 0).lines())
                    .filteredOn(line -> line.contains(" endpoint-jar ") || line.contains(" wal-queue "))
                    .hasSizeGreaterThanOrEqualTo(2 * jars.size())
                    .allMatch(line -> line.startsWith("ok ")));
            assertThat(workload.operations()).isPositive();
            workload.close();
            Map<?, ?> rows = table.expected();
            assertThat(rows).isNotEmpty();
            site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", "wardround"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }
}
