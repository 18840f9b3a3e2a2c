/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.common.acl.AclOperation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shipped jar in a real HBase 2.6 with two RegionServers, and a real Kafka. */
@ExtendWith(SharedCluster.class)
class EndpointIT {
    private static final byte[] D = Bytes.toBytes("d");
    private static final byte[] Q = Bytes.toBytes("q");

    private static SinkCluster cluster;
    private static Set<String> regionServers;

    @BeforeAll
    static void useTheSharedCluster() throws Exception {
        cluster = SharedCluster.get();
        regionServers = cluster.regionServers();
        assertThat(regionServers).hasSize(2);
    }

    @AfterEach
    void noRegionServerDied() throws Exception {
        assertThat(cluster.regionServers()).isEqualTo(regionServers);
        assertThat(cluster.aborts()).isEmpty();
    }

    @Test
    void announcesPutsAndDeletesWithTheirCells() throws Exception {
        TableRoute route = new TableRoute("ns", "edits", 3, 4);
        try (Fixture fixture = new Fixture(route, Map.of("d", 1, "e", 1), Map.of())) {
            fixture.table.put(new Put(Bytes.toBytes("a"), 17)
                    .addColumn(D, Q, Bytes.toBytes("v"))
                    .addColumn(Bytes.toBytes("e"), Q, Bytes.toBytes("w")));
            RowMutation put = fixture.topic.awaitRow("a").get(0);
            assertThat(put.getNamespace()).isEqualTo("ns");
            assertThat(put.getTable()).isEqualTo("edits");
            assertThat(put.getPayload()).isEqualTo(Payload.EDITS);
            assertThat(put.getRegionSequenceId()).isPositive();
            assertThat(put.getCellsList())
                    .extracting(cell -> cell.getFamily().toStringUtf8()
                            + ":" + cell.getQualifier().toStringUtf8() + "@" + cell.getTimestamp() + " "
                            + cell.getType() + "=" + cell.getValue().toStringUtf8())
                    .containsExactlyInAnyOrder("d:q@17 PUT=v", "e:q@17 PUT=w");

            fixture.table.delete(new Delete(Bytes.toBytes("column")).addColumns(D, Q));
            fixture.table.delete(new Delete(Bytes.toBytes("version")).addColumn(D, Q, 17));
            fixture.table.delete(new Delete(Bytes.toBytes("zzz")));
            assertThat(types(fixture.topic.awaitRow("column"))).containsExactly(CellType.DELETE_COLUMN);
            assertThat(types(fixture.topic.awaitRow("version"))).containsExactly(CellType.DELETE);
            assertThat(types(fixture.topic.awaitRow("zzz")))
                    .containsExactly(CellType.DELETE_FAMILY, CellType.DELETE_FAMILY);
        }
    }

    @Test
    void degradesAnEditThatIsTooLargeForAnEvent() throws Exception {
        TableRoute route = new TableRoute("default", "large", 1, 2);
        try (Fixture fixture = new Fixture(route, Map.of("d", 1), Map.of())) {
            fixture.table.put(new Put(Bytes.toBytes("large")).addColumn(D, Q, new byte[3_000_000]));
            Put wide = new Put(Bytes.toBytes("wide"));
            for (int i = 0; i < 20_000; i++) {
                wide.addColumn(D, Bytes.toBytes("a rather long name of a column, number " + i), new byte[1]);
            }
            fixture.table.put(wide);
            fixture.table.put(new Put(Bytes.toBytes("small")).addColumn(D, Q, new byte[1]));

            assertThat(fixture.topic.awaitRow("large").get(0).getPayload()).isEqualTo(Payload.COLUMNS);
            assertThat(fixture.topic.awaitRow("wide").get(0).getPayload()).isEqualTo(Payload.KEYS);
            assertThat(fixture.topic.awaitRow("small").get(0).getPayload()).isEqualTo(Payload.EDITS);
        }
    }

    /** The broker's own limit, which the endpoint does not know. */
    @Test
    void degradesAnEditThatTheBrokerRefuses() throws Exception {
        TableRoute route = new TableRoute("default", "refused", 1, 1);
        Map<String, String> settings =
                Map.of(SinkConfig.MAX_EVENT_BYTES.key(), "4000000", "hbase-search.kafka.buffer.memory", "20000000");
        try (Fixture fixture = new Fixture(route, Map.of("d", 1), settings)) {
            fixture.table.put(new Put(Bytes.toBytes("a")).addColumn(D, Q, new byte[2_000_000]));

            assertThat(fixture.topic.awaitRow("a").get(0).getPayload()).isEqualTo(Payload.COLUMNS);
        }
    }

    @Test
    void outlastsAKafkaThatIsDown() throws Exception {
        outlasts("down", cluster.kafka::stop, () -> {
            cluster.kafka.start();
            cluster.kafka.awaitReady(SinkCluster.START);
        });
    }

    @Test
    void outlastsAKafkaThatHangs() throws Exception {
        outlasts("hanging", cluster.kafka::pause, cluster.kafka::resume);
    }

    private static void outlasts(String name, Step begin, Step end) throws Exception {
        TableRoute route = new TableRoute("default", name, 1, 4);
        Map<String, String> impatient = Map.of(
                "hbase-search.kafka.delivery.timeout.ms", "5000", "hbase-search.kafka.request.timeout.ms", "3000");
        try (Fixture fixture = new Fixture(route, Map.of("d", 1), impatient)) {
            fixture.put("before");
            fixture.topic.awaitRow("before");

            Set<String> rows = new TreeSet<>();
            for (int i = 0; i < 200; i++) {
                rows.add((i % 2 == 0 ? "a" : "z") + i);
            }
            begin.run();
            try {
                fixture.put(rows.toArray(String[]::new));
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !cluster.logLines(
                                "peer " + name + ": edits are not shipped yet")
                        .isEmpty());
            } finally {
                end.run();
            }

            fixture.topic.awaitRows(rows);
        }
    }

    /** What begins or ends an outage. */
    private interface Step {
        void run() throws Exception;
    }

    @Test
    void waitsForAMissingTopicAndNamesTheCommandThatCreatesIt() throws Exception {
        TableRoute route = new TableRoute("default", "late", 1, 2);
        TableName table = cluster.createTable("late", Map.of("d", 1));
        try (Table late = cluster.connection.getTable(table)) {
            cluster.addPeer("late", Map.of(SinkConfig.TABLES.key(), route.toString()), table);
            late.put(new Put(Bytes.toBytes("a")).addColumn(D, Q, Q));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> cluster.logLines("hbase-search peer add").stream()
                            .anyMatch(line -> line.contains(route.topicName())));

            try (TopicReader topic = cluster.createTopic(route)) {
                topic.awaitRow("a");
            }
        } finally {
            cluster.admin.removeReplicationPeer("late");
        }
    }

    /** A producer that knows the topic notices the loss of DESCRIBE when it asks for the topic's leaders again. */
    @ParameterizedTest
    @EnumSource(
            value = AclOperation.class,
            names = {"WRITE", "DESCRIBE"})
    void waitsForARightOnOneTopicAndLosesNothing(AclOperation right) throws Exception {
        String lacks = "lacks_" + right.name().toLowerCase(Locale.ROOT);
        TableRoute denied = new TableRoute("default", lacks, 1, 2);
        TableRoute allowed = new TableRoute("default", "beside_" + lacks, 1, 2);
        TableName deniedTable = cluster.createTable(lacks, Map.of("d", 1));
        TableName allowedTable = cluster.createTable("beside_" + lacks, Map.of("d", 1));
        Map<String, String> settings = Map.of(
                SinkConfig.TABLES.key(), denied + ";" + allowed, "hbase-search.kafka.metadata.max.age.ms", "1000");
        try (TopicReader deniedTopic = cluster.createTopic(denied);
                TopicReader allowedTopic = cluster.createTopic(allowed);
                Table lacking = cluster.connection.getTable(deniedTable);
                Table beside = cluster.connection.getTable(allowedTable)) {
            cluster.addPeer(lacks, settings, deniedTable, allowedTable);
            lacking.put(new Put(Bytes.toBytes("a-before")).addColumn(D, Q, Q));
            deniedTopic.awaitRow("a-before");

            Set<String> rows = new TreeSet<>();
            cluster.deny(denied.topicName(), right);
            try {
                Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                    String row = (rows.size() % 2 == 0 ? "a" : "z") + rows.size();
                    lacking.put(new Put(Bytes.toBytes(row)).addColumn(D, Q, Q));
                    beside.put(new Put(Bytes.toBytes(row)).addColumn(D, Q, Q));
                    rows.add(row);
                    return cluster.logLines("peer " + lacks + ": edits are not shipped yet").stream()
                            .anyMatch(line -> line.contains("table default:" + lacks + ", topic " + denied.topicName())
                                    && line.contains("TopicAuthorizationException")
                                    && line.contains(
                                            "--operation WRITE --operation DESCRIBE --topic " + denied.topicName()));
                });
            } finally {
                cluster.allowEverything();
            }
            deniedTopic.awaitRows(rows);
            allowedTopic.awaitRows(rows);
        } finally {
            cluster.admin.removeReplicationPeer(lacks);
        }
    }

    @Test
    void waitsForABadConfigurationToBeMended() throws Exception {
        TableRoute route = new TableRoute("default", "mended", 1, 2);
        try (Fixture fixture = new Fixture(route, Map.of("d", 1), Map.of(SinkConfig.PAYLOAD.key(), "everything"))) {
            fixture.put("a");
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !cluster.logLines(
                            "must be one of edits, columns, keys")
                    .isEmpty());

            cluster.updatePeer("mended", Map.of(SinkConfig.PAYLOAD.key(), "keys"));

            assertThat(fixture.topic.awaitRow("a").get(0).getPayload()).isEqualTo(Payload.KEYS);
        }
    }

    @Test
    void announcesNothingThatThePeerOrTheFamilysScopeLeavesOut() throws Exception {
        TableRoute route = new TableRoute("default", "filtered", 1, 1);
        TableName filtered = cluster.createTable("filtered", Map.of("d", 1, "other", 1, "local", 0));
        try (TopicReader topic = cluster.createTopic(route);
                Table table = cluster.connection.getTable(filtered)) {
            cluster.addPeer(
                    "filtered",
                    cluster.peer(Map.of(
                                    SinkConfig.TABLES.key(),
                                    route.toString(),
                                    SinkConfig.COLUMNS_PREFIX + "default:filtered",
                                    "d:q,local"))
                            .setReplicateAllUserTables(false)
                            .setTableCFsMap(Map.of(filtered, List.of("d", "local"))));
            table.put(new Put(Bytes.toBytes("a-scope")).addColumn(Bytes.toBytes("local"), Q, Q));
            table.put(new Put(Bytes.toBytes("a-family")).addColumn(Bytes.toBytes("other"), Q, Q));
            table.put(new Put(Bytes.toBytes("a-column")).addColumn(D, Bytes.toBytes("unmapped"), Q));
            table.put(new Put(Bytes.toBytes("a-mixed"))
                    .addColumn(Bytes.toBytes("local"), Q, Q)
                    .addColumn(Bytes.toBytes("other"), Q, Q)
                    .addColumn(D, Bytes.toBytes("unmapped"), Q)
                    .addColumn(D, Q, Q));
            table.delete(new Delete(Bytes.toBytes("a-row")));
            table.put(new Put(Bytes.toBytes("a-last")).addColumn(D, Q, Q));

            // One region and one partition, so that nothing can still be on its way behind the last row.
            List<RowMutation> events = topic.awaitRows(Set.of("a-last"));
            assertThat(topic.rows()).containsExactly("a-last", "a-mixed", "a-row");
            assertThat(events).flatExtracting(RowMutation::getCellsList).allSatisfy(cell -> assertThat(
                            cell.getFamily().toStringUtf8())
                    .isEqualTo("d"));
            assertThat(events).flatExtracting(RowMutation::getCellsList).hasSize(3);
        } finally {
            cluster.admin.removeReplicationPeer("filtered");
        }
    }

    @Test
    void announcesNothingOfExcludedNamespacesAndTables() throws Exception {
        TableRoute included = new TableRoute("default", "included", 1, 1);
        TableRoute excluded = new TableRoute("secret", "excluded", 1, 1);
        TableName in = cluster.createTable("included", Map.of("d", 1));
        TableName out = cluster.createTable("secret:excluded", Map.of("d", 1));
        try (TopicReader inTopic = cluster.createTopic(included);
                TopicReader outTopic = cluster.createTopic(excluded);
                Table inTable = cluster.connection.getTable(in);
                Table outTable = cluster.connection.getTable(out)) {
            cluster.addPeer(
                    "excluding",
                    cluster.peer(Map.of(SinkConfig.TABLES.key(), included + ";" + excluded))
                            .setReplicateAllUserTables(true)
                            .setExcludeNamespaces(Set.of("secret")));
            // Through one server's log, so that nothing can still be on its way behind the included row.
            cluster.admin.move(regionOf(in).getEncodedNameAsBytes(), cluster.serverOf(regionOf(out)));
            outTable.put(new Put(Bytes.toBytes("a")).addColumn(D, Q, Q));
            inTable.put(new Put(Bytes.toBytes("b")).addColumn(D, Q, Q));
            inTopic.awaitRow("b");
            assertThat(outTopic.readToEnd()).isEmpty();

            cluster.admin.updateReplicationPeerConfig(
                    "excluding",
                    cluster.peer(Map.of(SinkConfig.TABLES.key(), included + ";" + excluded))
                            .setReplicateAllUserTables(true)
                            .build());
            outTable.put(new Put(Bytes.toBytes("c")).addColumn(D, Q, Q));
            outTopic.awaitRow("c");
        } finally {
            cluster.admin.removeReplicationPeer("excluding");
        }
    }

    @Test
    void showsWhatTheBarrierIsFor() throws Exception {
        assertThat(BarrierCheck.invisibleRows(cluster, "unguarded", "unsafe-off"))
                .isNotEmpty();
    }

    @Test
    void announcesEditsOnlyOnceAGetCanSeeThem() throws Exception {
        assertThat(BarrierCheck.invisibleRows(cluster, "guarded", "region")).isEmpty();
    }

    private static RegionInfo regionOf(TableName table) throws IOException {
        return cluster.admin.getRegions(table).get(0);
    }

    private static List<CellType> types(List<RowMutation> events) {
        return events.get(0).getCellsList().stream().map(CellChange::getType).toList();
    }

    /** A table with its topic and a peer of the table's name. */
    private static final class Fixture implements AutoCloseable {
        private final String peer;
        private final TableName name;
        private final TopicReader topic;
        private final Table table;

        Fixture(TableRoute route, Map<String, Integer> scopes, Map<String, String> settings) throws Exception {
            peer = route.topic().table();
            name = cluster.createTable(route.topic().namespace() + ":" + peer, scopes);
            topic = cluster.createTopic(route);
            table = cluster.connection.getTable(name);
            Map<String, String> all = new HashMap<>(settings);
            all.put(SinkConfig.TABLES.key(), route.toString());
            cluster.addPeer(peer, all, name);
        }

        void put(String... rows) throws IOException {
            for (String row : rows) {
                table.put(new Put(Bytes.toBytes(row)).addColumn(D, Q, Q));
            }
        }

        @Override
        public void close() throws IOException {
            topic.close();
            table.close();
            cluster.admin.removeReplicationPeer(peer);
        }
    }
}
