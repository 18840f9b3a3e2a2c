/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseVersion;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of the shipped jar that lost a class on its way to the servers, so that an Error is thrown in the endpoint. */
class IncompleteJarIT {
    private static final String MISSING = "io/hbasesearch/shaded/org/apache/kafka/clients/producer/KafkaProducer.class";
    private static final byte[] D = Bytes.toBytes("d");
    private static final Set<String> ROWS = Set.of("a", "b", "y", "z");

    @Test
    void hurtsNoRegionServerAndItsEditsArriveOnceTheWholeJarIsBack(@TempDir Path directory) throws Exception {
        Path incomplete = incompleteCopy(directory);
        try (SinkCluster cluster = SinkCluster.start("incomplete-jar", HBaseVersion.CURRENT, incomplete)) {
            Set<String> regionServers = cluster.regionServers();
            TableRoute route = new TableRoute("default", "mail", 1, 2);
            TableName mail = cluster.createTable("mail", Map.of("d", 1));
            try (TopicReader topic = cluster.createTopic(route)) {
                cluster.addPeer("search", Map.of(SinkConfig.TABLES.key(), route.toString()), mail);
                put(cluster, mail);

                awaitFailures(cluster, 0);
                // Another instance of the endpoint meets a class that has failed to load before.
                int failures = failures(cluster);
                restartPeerAndRollLogs(cluster);
                awaitFailures(cluster, failures);
                assertThat(cluster.regionServers()).isEqualTo(regionServers);
                assertThat(cluster.aborts()).isEmpty();
                try (Table table = cluster.connection.getTable(mail)) {
                    assertThat(table.get(new Get(Bytes.toBytes("z"))).isEmpty()).isFalse();
                }
                assertThat(topic.readToEnd()).isEmpty();

                cluster.restartHBase(ShippedJar.file());
                topic.awaitRows(ROWS, Duration.ofMinutes(2), event -> {});
            }
        }
    }

    private static void put(SinkCluster cluster, TableName name) throws IOException {
        try (Table table = cluster.connection.getTable(name)) {
            for (String row : ROWS) {
                table.put(new Put(Bytes.toBytes(row)).addColumn(D, D, D));
            }
        }
    }

    private static void awaitFailures(SinkCluster cluster, int moreThan) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> failures(cluster) > moreThan);
    }

    private static int failures(SinkCluster cluster) throws IOException {
        return cluster.logLines("A class is missing from the hbase-search jar").size();
    }

    /** Rolling needs the lock that HBase may hold while it stops an endpoint. */
    private static void restartPeerAndRollLogs(SinkCluster cluster) throws IOException {
        cluster.admin.disableReplicationPeer("search");
        cluster.admin.enableReplicationPeer("search");
        for (ServerName server : cluster.admin.getRegionServers()) {
            cluster.admin.rollWALWriter(server);
        }
    }

    private static Path incompleteCopy(Path directory) throws IOException {
        Path copy = Files.copy(ShippedJar.file(), directory.resolve("incomplete.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(copy)) {
            Files.delete(jar.getPath(MISSING));
        }
        return copy;
    }
}
