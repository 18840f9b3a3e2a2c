/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.replication.ReplicationStorageFactory;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A bulk load is announced as the range of its region, and HBase must learn that its files may go. */
@ExtendWith(SharedCluster.class)
class BulkLoadIT {
    private static final byte[] D = Bytes.toBytes("d");

    @Test
    void isAnnouncedToEveryPartitionAndKeepsNoFilesFromBeingCleanedUp(@TempDir Path directory) throws Exception {
        SinkCluster cluster = SharedCluster.get();
        TableRoute route = new TableRoute("default", "bulk", 1, 3);
        TableName bulk = cluster.createTable("bulk", Map.of("d", 1));
        try (TopicReader topic = cluster.createTopic(route);
                Table table = cluster.connection.getTable(bulk)) {
            cluster.addPeer("bulk", Map.of(SinkConfig.TABLES.key(), route.toString()), bulk);
            cluster.admin.disableReplicationPeer("bulk");
            writeFile(cluster.configuration(), directory);
            BulkLoadHFiles.create(cluster.configuration())
                    .bulkLoad(bulk, new org.apache.hadoop.fs.Path(directory.toUri()));
            assertThat(filesKeptForPeers(cluster))
                    .as("as long as the peer has not seen the marker")
                    .isNotEmpty();

            cluster.admin.enableReplicationPeer("bulk");
            table.put(new Put(Bytes.toBytes("after")).addColumn(D, D, D));
            topic.awaitRow("after");

            Awaitility.await().until(() -> filesKeptForPeers(cluster).isEmpty());
            topic.readToEnd();
            assertThat(topic.bulkLoads()).hasSize(3).allSatisfy(event -> {
                assertThat(event.getRange().getStart().toStringUtf8()).isEqualTo("g");
                assertThat(event.getRange().getStop().toStringUtf8()).isEqualTo("m");
                assertThat(event.getFamiliesList())
                        .extracting(ByteString::toStringUtf8)
                        .containsExactly("d");
            });
            assertThat(topic.rows()).containsExactly("after");
            assertThat(cluster.aborts()).isEmpty();
        } finally {
            cluster.admin.removeReplicationPeer("bulk");
        }
    }

    private static void writeFile(Configuration configuration, Path directory) throws Exception {
        org.apache.hadoop.fs.Path file =
                new org.apache.hadoop.fs.Path(directory.resolve("d/file").toUri());
        try (HFile.Writer writer = HFile.getWriterFactoryNoCache(configuration)
                .withPath(FileSystem.getLocal(configuration), file)
                .withFileContext(new HFileContextBuilder().build())
                .create()) {
            writer.append(new KeyValue(Bytes.toBytes("loaded"), D, D, 5, D));
        }
    }

    private static Set<String> filesKeptForPeers(SinkCluster cluster) throws Exception {
        Configuration configuration = cluster.configuration();
        try (ZKWatcher zooKeeper = new ZKWatcher(configuration, "files kept for peers", null)) {
            return ReplicationStorageFactory.getReplicationQueueStorage(zooKeeper, configuration)
                    .getAllHFileRefs();
        }
    }
}
