/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Regions move, split and merge and the peer pauses while rows are written: each is announced, and readable by then. */
@ExtendWith(SharedCluster.class)
class RegionChangesIT {
    private static final byte[] D = Bytes.toBytes("d");
    private static final List<String> REGIONS = List.of("a", "h", "n", "u");
    private static final TableRoute ROUTE = new TableRoute("default", "changing", 1, 4);

    private final Set<String> written = ConcurrentHashMap.newKeySet();
    private final Set<String> invisible = ConcurrentHashMap.newKeySet();

    @Test
    void announcesEveryRow() throws Exception {
        SinkCluster cluster = SharedCluster.get();
        ExecutorService background = Executors.newFixedThreadPool(2);
        try (TopicReader topic = cluster.createTopic(ROUTE)) {
            Set<String> regionServers = cluster.regionServers();
            TableName name = cluster.createTable("changing", Map.of("d", 1));
            cluster.addPeer("changing", Map.of(SinkConfig.TABLES.key(), ROUTE.toString()), name);
            try (Table table = cluster.connection.getTable(name)) {
                Callable<Void> changes = () -> {
                    change(cluster, name);
                    return null;
                };
                Future<Void> changing = background.submit(changes);
                Future<?> writing = background.submit(() -> writeUntilDone(table, changing));
                while (!writing.isDone()) {
                    topic.poll(event -> check(table, event));
                }
                changing.get(1, TimeUnit.SECONDS);
                writing.get(1, TimeUnit.SECONDS);
                topic.awaitRows(written, Duration.ofMinutes(2), event -> check(table, event));
            }

            assertThat(written).hasSizeGreaterThan(100);
            assertThat(invisible).isEmpty();
            assertThat(cluster.regionServers()).isEqualTo(regionServers);
            assertThat(cluster.aborts()).isEmpty();
        } finally {
            background.shutdownNow();
            cluster.admin.removeReplicationPeer("changing");
        }
    }

    private static void change(SinkCluster cluster, TableName table) throws Exception {
        List<RegionInfo> regions = cluster.admin.getRegions(table);
        for (RegionInfo region : regions) {
            cluster.moveToTheOtherServer(region);
        }
        cluster.admin.disableReplicationPeer("changing");
        cluster.moveToTheOtherServer(regions.get(0));
        cluster.admin
                .splitRegionAsync(regions.get(3).getRegionName(), Bytes.toBytes("u50"))
                .get(1, TimeUnit.MINUTES);
        cluster.admin.enableReplicationPeer("changing");
        cluster.admin
                .mergeRegionsAsync(
                        new byte[][] {
                            regions.get(0).getRegionName(), regions.get(1).getRegionName()
                        },
                        false)
                .get(1, TimeUnit.MINUTES);
        assertThat(cluster.admin.getRegions(table)).hasSize(REGIONS.size());
    }

    private void writeUntilDone(Table table, Future<?> changes) {
        for (int i = 0; !changes.isDone(); i++) {
            String row = REGIONS.get(i % REGIONS.size()) + i;
            try {
                table.put(new Put(Bytes.toBytes(row)).addColumn(D, D, D));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            written.add(row);
        }
    }

    private void check(Table table, RowMutation event) {
        try {
            if (table.get(new Get(event.getRow().toByteArray())).isEmpty()) {
                invisible.add(event.getRow().toStringUtf8());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
