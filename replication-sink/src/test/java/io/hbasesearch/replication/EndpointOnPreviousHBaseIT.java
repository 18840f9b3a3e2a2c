/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import io.hbasesearch.servers.HBaseVersion;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same jar in real servers of the release lines before: 2.5, and 2.4 where {@code -Pcompatibility} has fetched it. */
class EndpointOnPreviousHBaseIT {
    private static final byte[] D = Bytes.toBytes("d");

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS", "OLDEST"})
    void announcesPutsAndDeletesOnceAGetCanSeeThem(HBaseVersion version) throws Exception {
        assumeTrue(version.isFetched(), version + " was not fetched: -Pcompatibility does that");
        try (SinkCluster cluster = SinkCluster.start("hbase-" + version, version, ShippedJar.file())) {
            Set<String> regionServers = cluster.regionServers();
            TableRoute route = new TableRoute("default", "mail", 1, 4);
            TableName mail = cluster.createTable("mail", Map.of("d", 1));
            cluster.addPeer("search", Map.of(SinkConfig.TABLES.key(), route.toString()), mail);
            try (TopicReader topic = cluster.createTopic(route);
                    Table table = cluster.connection.getTable(mail)) {
                table.put(new Put(Bytes.toBytes("a")).addColumn(D, D, D));
                table.put(new Put(Bytes.toBytes("z")).addColumn(D, D, D));
                table.delete(new Delete(Bytes.toBytes("b")));
                topic.awaitRows(Set.of("a", "z", "b"));
            }

            assertThat(BarrierCheck.invisibleRows(cluster, "guarded", "region")).isEmpty();
            assertThat(cluster.logLines("edits wait for"))
                    .as("regions can be asked")
                    .isEmpty();
            assertThat(cluster.regionServers()).isEqualTo(regionServers);
            assertThat(cluster.aborts()).isEmpty();
        }
    }
}
