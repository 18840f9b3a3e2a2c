/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.HBaseVersion;
import io.hbasesearch.servers.KafkaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A real HBase with two RegionServers and the shipped jar on its class path, and a real Kafka, with what the tests do to
 * them. Owns both and its connections. Not thread-safe.
 */
final class SinkCluster implements AutoCloseable {
    static final Duration START = Duration.ofMinutes(2);
    /** Each table has four regions. */
    static final byte[][] SPLITS = {Bytes.toBytes("g"), Bytes.toBytes("m"), Bytes.toBytes("t")};

    static final String ENDPOINT = KafkaReplicationEndpoint.class.getName();

    final KafkaServer kafka;
    private final HBaseVersion version;
    private final Path directory;
    private HBaseServer hbase;
    Connection connection;
    Admin admin;

    private SinkCluster(HBaseVersion version, Path directory) {
        this.version = version;
        this.directory = directory;
        // Everything is allowed to everybody, but for what a test forbids.
        kafka = KafkaServer.builder(directory.resolve("kafka"))
                .setting("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .setting("allow.everyone.if.no.acl.found", "true")
                .build();
    }

    /**
     * @param name of the directory below {@code target/clusters} that holds the logs, also after a test has failed
     * @param jar goes onto the class path of HBase
     */
    static SinkCluster start(String name, HBaseVersion version, Path jar) throws Exception {
        return start(name, version, jar, Map.of());
    }

    /** @param settings of HBase, beside the usual ones */
    static SinkCluster start(String name, HBaseVersion version, Path jar, Map<String, String> settings)
            throws Exception {
        Path directory = Path.of("target/clusters", name);
        FileUtils.deleteDirectory(directory.toFile());
        SinkCluster cluster = new SinkCluster(version, directory);
        try {
            cluster.kafka.start();
            cluster.startHBase(jar, settings);
            cluster.kafka.awaitReady(START);
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void startHBase(Path jar, Map<String, String> settings) throws Exception {
        hbase = hbaseWith(jar, settings);
        hbase.start();
        hbase.awaitReady(START);
        connection = ConnectionFactory.createConnection(configuration());
        admin = connection.getAdmin();
    }

    /** A client's. */
    Configuration configuration() {
        Configuration configuration = HBaseConfiguration.create();
        hbase.clientSettings().forEach(configuration::set);
        configuration.set("hbase.rpc.timeout", "10000");
        configuration.set("hbase.client.operation.timeout", "60000");
        return configuration;
    }

    private HBaseServer hbaseWith(Path jar, Map<String, String> settings) {
        HBaseServer.Builder builder = HBaseServer.builder(directory.resolve("hbase"))
                .version(version)
                .regionServers(2)
                .extraClasspath(jar)
                // SlowVisibility
                .extraClasspath(Path.of("target/test-classes"))
                .setting("replication.sleep.before.failover", "500")
                // More of HBase's own markers come by, and files of bulk loads are kept for the peers.
                .setting("hbase.replication.bulkload.enabled", "true")
                .setting("hbase.replication.cluster.id", "sink");
        settings.forEach(builder::setting);
        return builder.build();
    }

    /** @param scopes replication scope by family */
    TableName createTable(String name, Map<String, Integer> scopes, String... coprocessors) throws IOException {
        TableName table = TableName.valueOf(name);
        if (!table.getNamespaceAsString().equals("default")) {
            admin.createNamespace(
                    NamespaceDescriptor.create(table.getNamespaceAsString()).build());
        }
        TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(table);
        scopes.forEach((family, scope) ->
                descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setScope(scope)
                        .build()));
        for (String coprocessor : coprocessors) {
            descriptor.setCoprocessor(coprocessor);
        }
        admin.createTable(descriptor.build(), SPLITS);
        return table;
    }

    ServerName serverOf(RegionInfo region) throws IOException {
        return connection
                .getRegionLocator(region.getTable())
                .getRegionLocation(region.getStartKey(), true)
                .getServerName();
    }

    void moveToTheOtherServer(RegionInfo region) throws IOException {
        ServerName from = serverOf(region);
        ServerName to = admin.getRegionServers().stream()
                .filter(server -> !server.equals(from))
                .findAny()
                .orElseThrow();
        admin.move(region.getEncodedNameAsBytes(), to);
    }

    TopicReader createTopic(TableRoute route) throws Exception {
        inKafka(kafkaAdmin -> kafkaAdmin
                .createTopics(List.of(new NewTopic(route.topicName(), route.partitions(), (short) 1)))
                .all());
        return new TopicReader(kafka.bootstrapServers(), route);
    }

    /** Leaves everybody every right on a topic but this. */
    void deny(String topic, AclOperation operation) throws Exception {
        inKafka(kafkaAdmin -> kafkaAdmin
                .createAcls(List.of(
                        rule(topic, AclOperation.ALL, AclPermissionType.ALLOW),
                        rule(topic, operation, AclPermissionType.DENY)))
                .all());
    }

    private static AclBinding rule(String topic, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", operation, permission));
    }

    /** Takes back whatever was denied. */
    void allowEverything() throws Exception {
        inKafka(kafkaAdmin ->
                kafkaAdmin.deleteAcls(List.of(AclBindingFilter.ANY)).all());
    }

    private void inKafka(Function<org.apache.kafka.clients.admin.Admin, KafkaFuture<?>> change) throws Exception {
        try (org.apache.kafka.clients.admin.Admin kafkaAdmin =
                org.apache.kafka.clients.admin.Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            change.apply(kafkaAdmin).get(30, TimeUnit.SECONDS);
        }
    }

    /** A peer for the given tables alone. */
    void addPeer(String id, Map<String, String> settings, TableName... tables) throws IOException {
        addPeer(
                id,
                peer(settings)
                        .setReplicateAllUserTables(false)
                        .setTableCFsMap(Set.of(tables).stream().collect(Collectors.toMap(t -> t, t -> List.of()))));
    }

    void addPeer(String id, ReplicationPeerConfigBuilder peer) throws IOException {
        admin.addReplicationPeer(id, peer.build());
    }

    ReplicationPeerConfigBuilder peer(Map<String, String> settings) {
        ReplicationPeerConfigBuilder builder = ReplicationPeerConfig.newBuilder()
                .setReplicationEndpointImpl(ENDPOINT)
                .putConfiguration(SinkConfig.BOOTSTRAP_SERVERS.key(), kafka.bootstrapServers())
                .putConfiguration(SinkConfig.BACKOFF_MAX.key(), "2000");
        settings.forEach(builder::putConfiguration);
        return builder;
    }

    void updatePeer(String id, Map<String, String> settings) throws IOException {
        ReplicationPeerConfigBuilder builder = ReplicationPeerConfig.newBuilder(admin.getReplicationPeerConfig(id));
        settings.forEach(builder::putConfiguration);
        admin.updateReplicationPeerConfig(id, builder.build());
    }

    /** Names with start codes: another one means that a RegionServer died. */
    Set<String> regionServers() throws IOException {
        return admin.getRegionServers().stream().map(Object::toString).collect(Collectors.toSet());
    }

    /** Of a server that runs: its WAL files, from the oldest to the newest of each server. */
    List<Path> wals() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("hbase"))) {
            return files.filter(file -> Files.isRegularFile(file)
                            && file.toString().matches(".*/(WALs|oldWALs)/.*\\d")
                            && !file.getFileName().toString().contains(".meta"))
                    .sorted()
                    .toList();
        }
    }

    /** Lines of HBase's log that tell of an abort. */
    List<String> aborts() throws IOException {
        return logLines("ABORTING", "Aborting", "regionserver.abort");
    }

    List<String> logLines(String... parts) throws IOException {
        return Files.readString(hbase.logFile(), UTF_8)
                .lines()
                .filter(line -> List.of(parts).stream().anyMatch(line::contains))
                .toList();
    }

    @Override
    public void close() throws IOException {
        try {
            if (connection != null) {
                connection.close();
            }
        } finally {
            if (hbase != null) {
                hbase.close();
            }
            kafka.close();
        }
    }
}
