/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code peer add} changes nothing where it cannot do everything. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class PeerAddIT {
    private static final byte[] FAMILY = Bytes.toBytes("d");

    @Test
    void moreReplicasThanBrokersAreRefusedBeforeTheScopeIsSet(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "peeraddrefused";
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        TableName table = TableName.valueOf(name);
        try (Admin admin = servers.connection().getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(table)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                    .build());
            String refused = site.run(10, "peer", "add", "--peer-id", name, "--table", name, "--set-scope");
            assertThat(refused)
                    .contains("3 replicas, but Kafka has 1 broker; nothing was changed")
                    .contains("--replication-factor 1");
            assertThat(admin.getDescriptor(table).getColumnFamily(FAMILY).getScope())
                    .isZero();
            site.run(0, "peer", "add", "--peer-id", name, "--table", name, "--set-scope", "--replication-factor", "1");
            assertThat(admin.getDescriptor(table).getColumnFamily(FAMILY).getScope())
                    .isOne();
        }
    }
}
