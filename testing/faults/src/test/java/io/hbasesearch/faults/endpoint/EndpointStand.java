/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.TopicName;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * HBase with two RegionServers in one process, the endpoint as it is shipped, and a Kafka that tests stop, freeze and start.
 * WALs are small, so that a backlog is many files soon. Not thread-safe. Owns its servers.
 */
final class EndpointStand implements AutoCloseable {
    static final byte[] FAMILY = Bytes.toBytes("d");
    static final int PARTITIONS = 4;
    private static final Duration START = Duration.ofMinutes(2);
    private static final byte[][] SPLITS = {Bytes.toBytes("4"), Bytes.toBytes("8"), Bytes.toBytes("c")};

    private final Path directory;
    private final HBaseServer hbase;
    private final List<KafkaServer> kafkas = new ArrayList<>();
    private final KafkaServer kafka;
    private final Connection connection;
    private final Admin admin;
    private final ServerJvm jvm;
    private final List<ServerName> regionServers;

    /** @param settings of HBase, beyond those made here */
    EndpointStand(int heapMegabytes, Map<String, String> settings) throws Exception {
        directory = Files.createTempDirectory("hbase-search-stress");
        HBaseServer.Builder builder = HBaseServer.builder(directory.resolve("hbase"))
                .regionServers(2)
                .heapMegabytes(heapMegabytes)
                .extraClasspath(Path.of(System.getProperty("hbasesearch.endpoint.jar")))
                .setting("hbase.regionserver.hlog.blocksize", Integer.toString(8 << 20))
                // A server that aborts because a machine with other work was too slow for ZooKeeper tells nothing of
                // the endpoint.
                .setting("hbase.zookeeper.property.maxSessionTimeout", "600000")
                .setting("zookeeper.session.timeout.localHBaseCluster", "600000")
                .deleteDataOnClose();
        settings.forEach(builder::setting);
        hbase = builder.build();
        kafka = newKafka("kafka");
        hbase.start();
        kafka.start();
        hbase.awaitReady(START);
        kafka.awaitReady(START);
        connection = ConnectionFactory.createConnection(configuration());
        admin = connection.getAdmin();
        jvm = ServerJvm.attach(hbase.pid());
        regionServers = List.copyOf(admin.getRegionServers());
        assertThat(regionServers).hasSize(2);
    }

    private Configuration configuration() {
        Configuration configuration = HBaseConfiguration.create();
        hbase.clientSettings().forEach(configuration::set);
        configuration.set("hbase.client.keyvalue.maxsize", Integer.toString(256 << 20));
        configuration.set("hbase.rpc.timeout", "180000");
        configuration.set("hbase.client.operation.timeout", "600000");
        return configuration;
    }

    /** Another broker, not started yet, which is closed with everything else. */
    KafkaServer newKafka(String name) {
        KafkaServer made =
                KafkaServer.builder(directory.resolve(name)).deleteDataOnClose().build();
        kafkas.add(made);
        return made;
    }

    KafkaServer kafka() {
        return kafka;
    }

    void startKafka() throws InterruptedException {
        kafka.start();
        kafka.awaitReady(START);
    }

    Connection connection() {
        return connection;
    }

    Admin admin() {
        return admin;
    }

    ServerJvm jvm() {
        return jvm;
    }

    long residentBytes() {
        return hbase.residentBytes();
    }

    /** A table of four regions with a topic of its own. */
    TableName createTable(String name, KafkaServer where) throws Exception {
        return createTable(name, where, Map.of("d", 1));
    }

    /** @param scopes replication scope by family */
    TableName createTable(String name, KafkaServer where, Map<String, Integer> scopes) throws Exception {
        createTopic(where, topic(name));
        return createTable(name, scopes);
    }

    /** Without a topic. */
    TableName createTable(String name, Map<String, Integer> scopes) throws IOException {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
        scopes.forEach(
                (family, scope) -> table.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setScope(scope)
                        .build()));
        admin.createTable(table.build(), SPLITS);
        return TableName.valueOf(name);
    }

    static String topic(String table) {
        return TopicName.of("default", table, 1).toString();
    }

    private static void createTopic(KafkaServer where, String topic) throws Exception {
        try (var kafkaAdmin =
                org.apache.kafka.clients.admin.Admin.create(Map.of("bootstrap.servers", where.bootstrapServers()))) {
            kafkaAdmin
                    .createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** A peer of the table's name, for it alone. */
    void addPeer(String id, String bootstrapServers, Map<String, String> settings, TableName... tables)
            throws IOException {
        Map<TableName, List<String>> whole = new HashMap<>();
        TreeSet<String> routes = new TreeSet<>();
        for (TableName table : tables) {
            whole.put(table, List.of());
            routes.add("default:" + table.getQualifierAsString() + "=1/" + PARTITIONS);
        }
        ReplicationPeerConfigBuilder peer = ReplicationPeerConfig.newBuilder()
                .setReplicationEndpointImpl("io.hbasesearch.replication.KafkaReplicationEndpoint")
                .setReplicateAllUserTables(false)
                .setTableCFsMap(whole)
                .putConfiguration("hbase-search.kafka.bootstrap.servers", bootstrapServers)
                .putConfiguration("hbase-search.tables", String.join(";", routes));
        settings.forEach(peer::putConfiguration);
        admin.addReplicationPeer(id, peer.build());
    }

    /** Both RegionServers are those of the start, and nothing has aborted one or thought of it. */
    void assertNothingAborted() throws IOException {
        assertThat(admin.getRegionServers()).hasSameElementsAs(regionServers);
        assertThat(Files.readString(hbase.logFile(), UTF_8).lines())
                .filteredOn(line -> line.contains("ABORTING") || line.contains("OutOfMemoryError"))
                .isEmpty();
    }

    @Override
    public void close() throws IOException {
        try {
            if (jvm != null) {
                jvm.close();
            }
            if (connection != null) {
                connection.close();
            }
        } finally {
            hbase.close();
            kafkas.forEach(KafkaServer::close);
            Files.deleteIfExists(directory);
        }
    }
}
