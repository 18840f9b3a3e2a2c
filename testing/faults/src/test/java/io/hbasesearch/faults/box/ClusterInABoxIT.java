/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterInABoxIT {
    private static final byte[] FAMILY = Bytes.toBytes("d");
    private static final int ROWS = 500;

    /** The ground that the fault suite stands on: an edit that is lost in the end would otherwise be HBase's own loss. */
    @Test
    void acknowledgedEditSurvivesTheKillOfRegionServerAndMaster(@TempDir Path directory) throws Exception {
        Path jar = Path.of(System.getProperty("hbasesearch.endpoint.jar"));
        try (ClusterInABox box = new ClusterInABox(directory, jar)) {
            box.start();
            assertThat(box.hbase().masters().stream().filter(HBaseNode::isRunning))
                    .hasSize(2);
            try (Connection connection = ConnectionFactory.createConnection(box.clientConfiguration());
                    Admin admin = connection.getAdmin()) {
                assertThat(admin.getRegionServers()).hasSize(3);
                Table table = table(connection, admin);
                for (int i = 0; i < ROWS; i++) {
                    table.put(new Put(row(i)).addColumn(FAMILY, FAMILY, Bytes.toBytes(i)));
                }
                box.hbase().regionServers().get(0).kill();
                box.hbase().masters().get(0).kill();
                assertAllThere(table);
                box.hbase().masters().get(0).start();
                box.hbase().regionServers().get(0).start();
                box.hbase().awaitReady(Duration.ofMinutes(2));
                assertThat(admin.getRegionServers()).hasSize(3);
            }
        }
    }

    private static Table table(Connection connection, Admin admin) throws Exception {
        TableName name = TableName.valueOf("durable");
        byte[][] splits = {{'3'}, {'6'}};
        admin.createTable(
                TableDescriptorBuilder.newBuilder(name)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                        .build(),
                splits);
        return connection.getTable(name);
    }

    private static void assertAllThere(Table table) throws Exception {
        List<Get> gets = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            gets.add(new Get(row(i)));
        }
        assertThat(table.get(gets)).noneMatch(result -> result.isEmpty());
    }

    private static byte[] row(int i) {
        return Bytes.toBytes(i % 10 + "-" + i);
    }
}
