/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a put in our HBase image, through its endpoint and Kafka, to documents in Elasticsearch, with indexers outside. */
@RequiresDocker
class WholePathIT {
    private static final String NAME = "contained";
    private static final long SEED = 11;
    private static final Duration CONVERGENCE = Duration.ofMinutes(3);

    @Test
    void containerEditsBecomeDocumentsEvenAfterAnIndexerIsKilled(@TempDir Path directory) throws Exception {
        Containers servers = new Containers();
        URI elasticsearch = servers.elasticsearch();
        int zooKeeper = Containers.hbase().zooKeeperPort();
        Site site = new Site(
                new ServerAddresses(zooKeeper, servers.kafka(), List.of(elasticsearch), elasticsearch, 0),
                directory,
                "default:" + NAME,
                NAME);
        try (Connection connection = ConnectionFactory.createConnection(client(zooKeeper))) {
            TestTable table = TestTable.create(connection, NAME, 1);
            site.run(
                    0,
                    "peer",
                    "add",
                    "--peer-id",
                    NAME,
                    "--table",
                    NAME,
                    "--replication-factor",
                    "1",
                    "--kafka",
                    Containers.KAFKA_INSIDE);
            site.run(0, "index", "create", NAME);
            try (Workload workload = new Workload(table, 200, SEED)) {
                try (SearchProcess killed = SearchProcess.start(site, "indexer")) {
                    workload.apply(400);
                    converges(site, table);
                    workload.apply(200);
                    killed.kill();
                }
                workload.apply(200);
                try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                    converges(site, table);
                    assertThat(indexer.isAlive()).isTrue();
                }
            }
        }
    }

    private static void converges(Site site, TestTable table) throws Exception {
        Oracle oracle = site.oracle();
        oracle.awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", NAME));
    }

    private static Configuration client(int zooKeeperPort) {
        Configuration configuration = HBaseConfiguration.create();
        configuration.set("hbase.zookeeper.quorum", "127.0.0.1");
        configuration.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort);
        return configuration;
    }
}
