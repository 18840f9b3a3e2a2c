/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseCluster;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two RegionServers, one with a clock an hour ahead, between which regions move under writes. HBase itself hides edits that have an
 * earlier time than those before them; documents are what the rows are.
 */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class SkewedClocksIT {
    private static final Duration START = Duration.ofMinutes(4);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long SEED = 11;
    private static final String NAME = "skewed";
    private static final int ROUNDS = 3;
    private static final int OPERATIONS = 300;
    private static final long HALF_AN_HOUR_MILLIS = Duration.ofMinutes(30).toMillis();

    @Test
    void documentsAreWhatRowsAreWhateverTheClocksOfRegionServers(Servers servers, @TempDir Path directory)
            throws Exception {
        try (HBaseCluster hbase = HBaseCluster.builder(directory.resolve("hbase"))
                .regionServers(2)
                .extraClasspath(Servers.endpointJar())
                .nodeClasspath(
                        "regionserver-2", Path.of("target", "test-classes").toAbsolutePath())
                .nodeSetting("regionserver-2", "hbase.client.userprovider.class", HourAhead.class.getName())
                // Else the master refuses a RegionServer whose clock is more than 30 s off.
                .setting("hbase.master.maxclockskew", "7200000")
                .build()) {
            hbase.start(START);
            hbase.awaitReady(START);
            Site site = new Site(
                    servers.addresses().withZooKeeperPort(hbase.zooKeeperPort()),
                    directory.resolve("site"),
                    NAME,
                    NAME);
            Configuration client = HBaseConfiguration.create();
            hbase.clientSettings().forEach(client::set);
            try (Connection connection = ConnectionFactory.createConnection(client)) {
                run(site, connection);
            }
        }
    }

    private static void run(Site site, Connection connection) throws Exception {
        TestTable table = TestTable.create(connection, NAME, 1, new byte[] {(byte) 0x80});
        site.addPeer(NAME, NAME, 1);
        site.run(0, "index", "create", NAME);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Admin admin = connection.getAdmin();
                Workload workload = new Workload(table, 40, SEED)) {
            for (int round = 0; round < ROUNDS; round++) {
                workload.apply(OPERATIONS);
                exchangeRegions(admin, table);
            }
            workload.apply(OPERATIONS);
            site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", NAME));
            assertThat(writeTimes(site)).as("some of an hour ahead, some not").hasSize(2);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void exchangeRegions(Admin admin, TestTable table) throws Exception {
        List<ServerName> live = List.copyOf(admin.getRegionServers());
        for (ServerName server : live) {
            for (RegionInfo region : admin.getRegions(server)) {
                if (region.getTable().equals(table.name())) {
                    admin.move(region.getEncodedNameAsBytes(), live.get(1 - live.indexOf(server)));
                }
            }
        }
    }

    /** Whether edits are of the future, by the write times that events tell. */
    private static Set<Boolean> writeTimes(Site site) throws Exception {
        long future = System.currentTimeMillis() + HALF_AN_HOUR_MILLIS;
        return site.events("default", NAME).events().stream()
                .map(event -> event.getWriteTimeMillis() > future)
                .collect(Collectors.toSet());
    }
}
