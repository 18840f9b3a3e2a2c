/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HBaseServerIT {
    private static final TableName TABLE = TableName.valueOf("mail");
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};

    @TempDir
    Path directory;

    @Test
    void rowsThatWereNeverFlushedAreThereAfterAStopAndAStart() throws Exception {
        int port = Ports.free();
        try (HBaseServer server = start("HBase 2.6, new", builder(port))) {
            try (Connection connection = connect(server)) {
                assertThat(connection.getAdmin().getRegionServers()).hasSize(2);
                putRows(connection, 500);
            }
            long pid = server.pid();
            Measured.stop("HBase 2.6", server);
            assertThat(ProcessHandle.of(pid)).isEmpty();
        }
        try (HBaseServer server = start("HBase 2.6, again", builder(port));
                Connection connection = connect(server)) {
            assertThat(server.zooKeeperPort()).isEqualTo(port);
            assertThat(countRows(connection)).isEqualTo(500);

            long pid = server.pid();
            server.kill();
            assertThat(ProcessHandle.of(pid)).isEmpty();
            assertThat(Ports.isFree(port)).isTrue();
            assertThat(LeftoverProcesses.find(directory)).isEmpty();
        }
    }

    @Test
    void theReleaseLineBeforeRunsToo() throws Exception {
        HBaseServer.Builder builder = HBaseServer.builder(directory).version(HBaseVersion.PREVIOUS);
        try (HBaseServer server = start("HBase 2.5, new", builder);
                Connection connection = connect(server)) {
            assertThat(connection.getAdmin().getClusterMetrics().getHBaseVersion())
                    .startsWith("2.5.");
            putRows(connection, 1);
            try (Table table = connection.getTable(TABLE)) {
                Result row = table.get(new Get(rowKey(0)));
                assertThat(row.getValue(FAMILY, QUALIFIER)).isEqualTo(rowKey(0));
            }
        }
    }

    @Test
    void aClasspathEntryThatDoesNotExistIsRefused() {
        Path missing = directory.resolve("endpoint.jar");
        try (HBaseServer server =
                HBaseServer.builder(directory).extraClasspath(missing).build()) {
            assertThatThrownBy(server::start)
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining(missing.toString());
        }
    }

    private HBaseServer.Builder builder(int port) {
        return HBaseServer.builder(directory).zooKeeperPort(port).regionServers(2);
    }

    private static HBaseServer start(String what, HBaseServer.Builder builder) throws InterruptedException {
        HBaseServer server = builder.build();
        try {
            Measured.start(what, server, Duration.ofSeconds(120));
            return server;
        } catch (ServerStartException e) {
            server.close();
            throw e;
        }
    }

    private static Connection connect(HBaseServer server) throws IOException {
        Configuration configuration = HBaseConfiguration.create();
        server.clientSettings().forEach(configuration::set);
        return ConnectionFactory.createConnection(configuration);
    }

    private static void putRows(Connection connection, int count) throws IOException {
        connection
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(TABLE)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                        .build());
        List<Put> puts = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            puts.add(new Put(rowKey(row)).addColumn(FAMILY, QUALIFIER, rowKey(row)));
        }
        try (Table table = connection.getTable(TABLE)) {
            table.put(puts);
        }
    }

    private static int countRows(Connection connection) throws IOException {
        int rows = 0;
        try (Table table = connection.getTable(TABLE);
                ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result row : scanner) {
                assertThat(row.getValue(FAMILY, QUALIFIER)).isEqualTo(row.getRow());
                rows++;
            }
        }
        return rows;
    }

    private static byte[] rowKey(int row) {
        return "row-%05d".formatted(row).getBytes(StandardCharsets.US_ASCII);
    }
}
