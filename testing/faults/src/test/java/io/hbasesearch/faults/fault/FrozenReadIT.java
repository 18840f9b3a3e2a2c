/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.servers.HBaseCluster;
import io.hbasesearch.servers.HBaseNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Freezes a RegionServer until another one has its regions and a row has changed there. Reads that were sent meanwhile are answered as
 * soon as the frozen server goes on, before it learns of its death: indexers must not take these answers.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FrozenReadIT {
    private static final Logger LOG = LoggerFactory.getLogger(FrozenReadIT.class);
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int READERS = 12;
    private static final TableId TABLE = TableId.parse("frozen");
    private static final TableName NAME = TableName.valueOf("frozen");
    private static final RowKey ROW = RowKey.utf8("row");
    private static final ColumnName WORD = ColumnName.of("d", "word");

    @Test
    void anIndexersReaderTakesNoAnswerOfAReplacedRegionServer(@TempDir Path directory) throws Exception {
        try (HBaseCluster cluster = HBaseCluster.builder(directory)
                .masters(1)
                .regionServers(2)
                .setting("zookeeper.session.timeout", "16000")
                .build()) {
            cluster.start(START);
            cluster.awaitReady(START);
            Configuration configuration = HBaseConfiguration.create();
            cluster.clientSettings().forEach(configuration::set);
            try (Connection connection = ConnectionFactory.createConnection(configuration)) {
                run(cluster, connection);
            }
        }
    }

    private static void run(HBaseCluster cluster, Connection connection) throws Exception {
        connection
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(NAME)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
                        .build());
        put(connection, "old");
        HBaseConfig config =
                new HBaseConfig("127.0.0.1:" + cluster.zooKeeperPort(), "/hbase", Optional.empty(), Map.of(), PATIENCE);
        ExecutorService threads = Executors.newFixedThreadPool(2 * READERS);
        try (HBaseConnections connections = new HBaseConnections(config);
                RowReader anywhere = new HBaseRowReader(connections, 1 << 20);
                RowReader owners = HBaseRowReader.ofOwners(connections, 1 << 20)) {
            assertThat(word(anywhere)).isEqualTo("old");
            assertThat(word(owners)).isEqualTo("old");
            ServerName name = owner(connection);
            HBaseNode frozen = cluster.regionServers().stream()
                    .filter(node -> node.port() == name.getPort())
                    .findFirst()
                    .orElseThrow();
            assertThat(frozen.pause()).isTrue();
            List<Future<String>> unchecked = new ArrayList<>();
            List<Future<String>> checked = new ArrayList<>();
            try {
                for (int i = 0; i < READERS; i++) {
                    unchecked.add(threads.submit(() -> word(anywhere)));
                    checked.add(threads.submit(() -> word(owners)));
                }
                Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> !owner(connection)
                        .equals(name));
                put(connection, "new");
            } finally {
                frozen.resume();
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> read : checked) {
                answers.add(read.get());
            }
            long stale = 0;
            for (Future<String> read : unchecked) {
                stale += read.get().equals("old") ? 1 : 0;
            }
            LOG.info("{} of {} reads without the check were answered by the replaced server", stale, READERS);
            assertThat(answers).containsOnly("new");
            // Else the moment was missed, and the test has shown nothing.
            assumeThat(stale).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }

    private static String word(RowReader reader) {
        return reader.read(TABLE, ColumnSelection.everything(), List.of(ROW), PATIENCE)
                .get(0)
                .cell(WORD)
                .orElseThrow()
                .value()
                .utf8();
    }

    private static ServerName owner(Connection connection) throws Exception {
        connection.clearRegionLocationCache();
        try (RegionLocator locator = connection.getRegionLocator(NAME)) {
            return locator.getRegionLocation(ROW.bytes().toBytes(), true).getServerName();
        }
    }

    private static void put(Connection connection, String word) throws Exception {
        try (Table table = connection.getTable(NAME)) {
            table.put(new Put(ROW.bytes().toBytes())
                    .addColumn(Bytes.toBytes("d"), Bytes.toBytes("word"), Bytes.toBytes(word)));
        }
    }
}
