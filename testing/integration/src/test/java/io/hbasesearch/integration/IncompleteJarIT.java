/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shipped jar lost a class on its way to the RegionServers, so that an Error is thrown inside the endpoint. */
@ExtendWith(Servers.Extension.class)
@OnlyWithFaults
class IncompleteJarIT {
    private static final long SEED = 3;
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);
    private static final String MISSING = "io/hbasesearch/shaded/org/apache/kafka/clients/producer/KafkaProducer.class";
    private static final String COMPLAINT = "A class is missing from the hbase-search jar";

    @Test
    void regionServersLiveOnAndTheEditsArriveOnceTheWholeJarIsBack(Servers servers, @TempDir Path directory)
            throws Exception {
        Path data = directory.resolve("hbase");
        HBaseServer broken = HBaseServer.builder(data)
                .regionServers(2)
                .extraClasspath(incompleteCopy(directory))
                .build();
        Site site = new Site(
                servers.addresses().withZooKeeperPort(broken.zooKeeperPort()),
                directory.resolve("site"),
                "default:incomplete",
                "incomplete");
        try (broken) {
            broken.start();
            broken.awaitReady(START);
            writeWithoutTheClass(site, broken);
        }
        HBaseServer whole = HBaseServer.builder(data)
                .regionServers(2)
                .zooKeeperPort(broken.zooKeeperPort())
                .extraClasspath(Servers.endpointJar())
                .build();
        try (whole) {
            whole.start();
            whole.awaitReady(START);
            assertIndexed(site, whole);
        }
    }

    private static void writeWithoutTheClass(Site site, HBaseServer hbase) throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(Servers.clientConfiguration(hbase));
                Admin admin = connection.getAdmin()) {
            TestTable table = TestTable.create(connection, "incomplete", 1, new byte[] {(byte) 0x80});
            Set<ServerName> before = new HashSet<>(admin.getRegionServers());
            site.addPeer("incomplete", "incomplete", 1);
            site.run(0, "index", "create", "incomplete");
            try (Workload workload = new Workload(table, 50, SEED)) {
                workload.apply(100);
                Oracle.await("the endpoint's complaint", CONVERGENCE, () -> log(hbase)
                        .contains(COMPLAINT));
                restartPeerAndRollLogs(admin);
                // Still served: the same server processes, by their start codes, take writes and answer.
                workload.apply(100);
            }
            assertThat(new HashSet<>(admin.getRegionServers())).isEqualTo(before);
            assertThat(log(hbase)).doesNotContain("ABORTING region server");
            assertThat(site.eventCount("default", "incomplete")).isZero();
        }
    }

    /** Rolling needs the lock that HBase may hold while it stops an endpoint. */
    private static void restartPeerAndRollLogs(Admin admin) throws IOException {
        admin.disableReplicationPeer("incomplete");
        admin.enableReplicationPeer("incomplete");
        for (ServerName server : admin.getRegionServers()) {
            admin.rollWALWriter(server);
        }
    }

    private static void assertIndexed(Site site, HBaseServer hbase) throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(Servers.clientConfiguration(hbase));
                SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            TestTable table = TestTable.existing(connection, "incomplete");
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "incomplete"));
            assertThat(indexer.isAlive()).isTrue();
            assertThat(log(hbase)).doesNotContain(COMPLAINT);
        }
    }

    private static Path incompleteCopy(Path directory) throws IOException {
        Path copy = Files.copy(Servers.endpointJar(), directory.resolve("incomplete.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(copy)) {
            Files.delete(jar.getPath(MISSING));
        }
        return copy;
    }

    private static String log(HBaseServer hbase) {
        try {
            return Files.readString(hbase.logFile());
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the log of HBase", e);
        }
    }
}
