/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseCluster;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint that loses WRITE on a topic. The indexer learns the reason from the RegionServer, whose info port is open. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class LostWriteIT {
    private static final Duration START = Duration.ofMinutes(4);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Far below the age at which a backlog of any cause is reported. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final String TOPIC = "hbase-search.default.held";
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void healthNamesTopicAndCommandWithinAMinute(Servers servers, @TempDir Path directory) throws Exception {
        try (KafkaServer kafka = KafkaServer.builder(directory.resolve("kafka"))
                        .setting("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                        .setting("allow.everyone.if.no.acl.found", "true")
                        .build();
                HBaseCluster hbase = HBaseCluster.builder(directory.resolve("hbase"))
                        .extraClasspath(Servers.endpointJar())
                        .setting("hbase.regionserver.info.port", "0")
                        .setting("hbase.regionserver.info.bindAddress", "127.0.0.1")
                        .build()) {
            kafka.start();
            hbase.start(START);
            kafka.awaitReady(START);
            hbase.awaitReady(START);
            Site site = new Site(
                    servers.addresses()
                            .withZooKeeperPort(hbase.zooKeeperPort())
                            .withBootstrapServers(kafka.bootstrapServers()),
                    directory.resolve("site"),
                    "default:held",
                    "held");
            Configuration client = HBaseConfiguration.create();
            hbase.clientSettings().forEach(client::set);
            try (Connection connection = ConnectionFactory.createConnection(client)) {
                loseAndRegainWrite(site, TestTable.create(connection, "held", 1), kafka);
            }
        }
    }

    private void loseAndRegainWrite(Site site, TestTable table, KafkaServer kafka) throws Exception {
        URI address = listen(site);
        site.addPeer("holding", "held", 1);
        site.run(0, "index", "create", "held");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            put(table, "before");
            await(PATIENCE, () -> assertThat(site.eventCount("default", "held")).isPositive());
            await(PATIENCE, () -> assertThat(health(address)).contains("\"status\" : \"ok\""));

            inKafka(kafka, admin -> admin.createAcls(List.of(
                            rule(AclOperation.ALL, AclPermissionType.ALLOW),
                            rule(AclOperation.WRITE, AclPermissionType.DENY)))
                    .all());
            put(table, "forbidden");
            await(SOON, () -> assertThat(health(address))
                    .contains("table default:held, topic " + TOPIC)
                    .contains("--operation WRITE --operation DESCRIBE --topic " + TOPIC)
                    .contains("hbase-search peer remove --peer-id holding --table default:held"));
            inKafka(kafka, admin -> admin.deleteAcls(List.of(AclBindingFilter.ANY))
                    .all());
            await(PATIENCE, () -> assertThat(site.eventCount("default", "held")).isGreaterThanOrEqualTo(2));
            await(PATIENCE, () -> assertThat(health(address)).contains("\"status\" : \"ok\""));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static AclBinding rule(AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, TOPIC, PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", operation, permission));
    }

    private static void inKafka(KafkaServer kafka, Function<Admin, KafkaFuture<?>> change) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            change.apply(admin).get(30, TimeUnit.SECONDS);
        }
    }

    private static URI listen(Site site) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String config = Files.readString(site.config());
        assertThat(config).contains("operations:\n  port: 0\n");
        Files.writeString(
                site.config(),
                config.replace(
                        "operations:\n  port: 0\n", "operations:\n  port: " + port + "\n  alarms: {interval: 1s}\n"));
        return URI.create("http://127.0.0.1:" + port);
    }

    private static void put(TestTable table, String row) throws Exception {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("words")));
        }
    }

    private String health(URI address) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(address.resolve("/health")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void await(Duration limit, ThrowingRunnable expected) {
        Awaitility.await().atMost(limit).ignoreExceptions().untilAsserted(expected);
    }
}
