/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the peer's own settings and the families' scope hold back is never announced; everything else is. */
@ExtendWith(Servers.Extension.class)
class PeerFiltersIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);
    private static final int ROWS = 50;
    /** Two regions, one on each RegionServer, so that a witness's edits pass through both servers' logs. */
    private static final byte[] HALF = {(byte) 0x80};

    @Test
    void onlyTheTablesOfTheTableCfsAreAnnounced(Servers servers, @TempDir Path directory) throws Exception {
        TestTable listed = TestTable.create(servers.connection(), "cfs_listed", 1, HALF);
        TestTable other = TestTable.create(servers.connection(), "cfs_other", 1);
        addPeer(servers, "cfs", List.of("cfs_listed", "cfs_other"), peer -> peer.setReplicateAllUserTables(false)
                .setTableCFsMap(Map.of(listed.name(), List.of("d"))));
        assertAnnounced(servers, directory, "default", "cfs_listed", listed);
        fill(other);
        assertSilent(servers, directory, other, "cfs_other", listed);
    }

    @Test
    void tablesOfAnExcludedNamespaceAreNotAnnounced(Servers servers, @TempDir Path directory) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            admin.createNamespace(NamespaceDescriptor.create("hidden").build());
        }
        TestTable shown = TestTable.create(servers.connection(), "ns_shown", 1, HALF);
        TestTable hidden = TestTable.create(servers.connection(), "hidden:ns_hidden", 1);
        addPeer(servers, "ns", List.of("ns_shown", "hidden:ns_hidden"), peer -> peer.setReplicateAllUserTables(true)
                .setExcludeNamespaces(Set.of("hidden")));
        assertAnnounced(servers, directory, "default", "ns_shown", shown);
        fill(hidden);
        assertSilent(servers, directory, hidden, "ns_hidden", shown);
    }

    @Test
    void familiesOfScopeZeroAreNotAnnounced(Servers servers, @TempDir Path directory) throws Exception {
        TestTable global = TestTable.create(servers.connection(), "scope_global", 1, HALF);
        TestTable local = TestTable.create(servers.connection(), "scope_local", 0);
        addPeer(servers, "scope", List.of("scope_global", "scope_local"), peer -> peer.setReplicateAllUserTables(true));
        assertAnnounced(servers, directory, "default", "scope_global", global);
        fill(local);
        assertSilent(servers, directory, local, "scope_local", global);
    }

    /** A peer as an administrator makes one by hand, with a route and a topic for every table: only its filters differ. */
    private static void addPeer(Servers servers, String id, List<String> tables, Filters filters) throws Exception {
        try (var kafka = org.apache.kafka.clients.admin.Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            kafka.createTopics(tables.stream()
                            .map(table -> new NewTopic(topic(TableName.valueOf(table)), 2, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
        String routes = String.join(
                ";",
                tables.stream()
                        .map(table -> qualified(TableName.valueOf(table)) + "=1/2")
                        .toList());
        ReplicationPeerConfigBuilder peer = ReplicationPeerConfig.newBuilder()
                .setReplicationEndpointImpl("io.hbasesearch.replication.KafkaReplicationEndpoint")
                .putConfiguration(
                        "hbase-search.kafka.bootstrap.servers", servers.kafka().bootstrapServers())
                .putConfiguration("hbase-search.tables", routes);
        try (Admin admin = servers.connection().getAdmin()) {
            admin.addReplicationPeer(id, filters.apply(peer).build());
        }
    }

    private static String topic(TableName table) {
        return "hbase-search." + table.getNamespaceAsString() + "." + table.getQualifierAsString();
    }

    private static String qualified(TableName table) {
        return table.getNamespaceAsString() + ":" + table.getQualifierAsString();
    }

    private static void assertAnnounced(Servers servers, Path directory, String namespace, String name, TestTable table)
            throws Exception {
        Site site = new Site(servers.addresses(), directory.resolve(name), namespace + ":" + name, name);
        site.run(0, "index", "create", name);
        fill(table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events(namespace, name));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** Waits until edits of {@code witness} that were written later have been announced; then the other topic is empty. */
    private static void assertSilent(Servers servers, Path directory, TestTable silent, String name, TestTable witness)
            throws Exception {
        Site site = new Site(servers.addresses(), directory.resolve("silent"), qualified(silent.name()), name);
        String witnessTable = witness.name().getQualifierAsString();
        long before = site.eventCount("default", witnessTable);
        fill(witness);
        Oracle.await(
                "the witness's edits", CONVERGENCE, () -> site.eventCount("default", witnessTable) >= before + ROWS);
        assertThat(EventLog.read(servers.kafka().bootstrapServers(), topic(silent.name()))
                        .events())
                .isEmpty();
    }

    private static void fill(TestTable table) throws IOException {
        try (Table open = table.open()) {
            for (int i = 0; i < ROWS; i++) {
                open.put(new Put(Workload.row(i))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("row " + i)));
            }
        }
    }

    private interface Filters {
        ReplicationPeerConfigBuilder apply(ReplicationPeerConfigBuilder peer);
    }
}
