/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.TopicName;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.ElasticsearchUser;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HBase with its access controller, Kafka with its authorizer, Elasticsearch with its users: doctor says which permission this user lacks, and how it is given. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class DoctorPermissionIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String CONTROLLER = "org.apache.hadoop.hbase.security.access.AccessController";
    private static final String TOPIC = "hbase-search.default.ward";
    private static final String LETTERS = TopicName.deadLetters("ward");

    @Test
    void namesWhatThisUserMayNotDo(Servers servers, @TempDir Path directory) throws Exception {
        try (HBaseServer hbase = guarded(directory.resolve("hbase"));
                KafkaServer kafka = KafkaServer.builder(directory.resolve("kafka"))
                        .setting("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                        .setting("allow.everyone.if.no.acl.found", "true")
                        .build()) {
            hbase.start();
            kafka.start();
            hbase.awaitReady(START);
            kafka.awaitReady(START);
            Site site = new Site(
                    servers.addresses()
                            .withZooKeeperPort(hbase.zooKeeperPort())
                            .withBootstrapServers(kafka.bootstrapServers()),
                    directory.resolve("site"),
                    "default:ward",
                    "ward");
            try (Connection connection = ConnectionFactory.createConnection(Servers.clientConfiguration(hbase))) {
                TestTable.create(connection, "ward", 1);
            }
            site.addPeer("ward", "ward", 1);
            site.run(0, "index", "create", "ward");
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            Diagnosis.doctor(site, 0).lines())
                    .contains("ok permission table default:ward", "ok permission index"));

            hbaseGrantsNothing(site);
            elasticsearchGrantsTooLittle(site, directory);
            kafkaGrantsTooLittle(site, kafka);
        }
    }

    private static HBaseServer guarded(Path directory) {
        HBaseServer.Builder builder = HBaseServer.builder(directory)
                .extraClasspath(Servers.endpointJar())
                .setting("hbase.security.authorization", "true")
                .setting("hbase.superuser", System.getProperty("user.name"));
        Stream.of("master", "region", "regionserver")
                .forEach(part -> builder.setting("hbase.coprocessor." + part + ".classes", CONTROLLER));
        return builder.build();
    }

    /** To a user who has just come. */
    private static void hbaseGrantsNothing(Site site) {
        Diagnosis found = UserGroupInformation.createRemoteUser("newcomer")
                .doAs((PrivilegedAction<Diagnosis>) () -> Diagnosis.doctor(site, 12));

        assertThat(found.lines())
                .contains("WRONG permission table default:ward", "unknown peer all", "unknown scope default:ward")
                .noneMatch(line -> line.startsWith("WRONG hbase"));
        assertThat(found.troubles())
                .anyMatch(line -> line.startsWith("permission table default:ward")
                        && line.contains("grant 'USER', 'R', 'default:ward'"))
                .anyMatch(line -> line.startsWith("peer all") && line.contains("Grant this user ADMIN in HBase"));
    }

    /** Another Elasticsearch, with a user who may look and do nothing. */
    private static void elasticsearchGrantsTooLittle(Site site, Path directory) throws Exception {
        try (ElasticsearchServer elasticsearch = ElasticsearchServer.builder(directory.resolve("elasticsearch"))
                .password("password-of-elastic")
                .user(new ElasticsearchUser("clerk", "password-of-clerk", "{cluster: [monitor]}"))
                .deleteDataOnClose()
                .build()) {
            elasticsearch.start();
            elasticsearch.awaitReady(START);
            String config = Files.readString(site.config());
            assertThat(config).contains("    urls: ");
            Path guarded = Files.writeString(
                    site.config().resolveSibling("guarded.yaml"),
                    config.replaceFirst(
                            "    urls: .*\n",
                            "    urls: [\"" + elasticsearch.uri()
                                    + "\"]\n    username: clerk\n    password: password-of-clerk\n"));
            Diagnosis found = Diagnosis.of(site, guarded, 12, "doctor");
            assertThat(found.troubles())
                    .anyMatch(line -> line.startsWith("permission index: the backend does not grant: ")
                            && line.contains("privilege ")
                            && line.contains("_security/role/"))
                    .noneMatch(line -> line.contains("password-of-clerk"));
        }
    }

    /** All but writing touches and dead letters, and all but reading as a member of the group. */
    private static void kafkaGrantsTooLittle(Site site, KafkaServer kafka) throws Exception {
        List<AclBinding> grants = new ArrayList<>();
        for (AclOperation operation :
                List.of(AclOperation.READ, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)) {
            grants.add(allow(ResourceType.TOPIC, TOPIC, operation));
        }
        grants.add(allow(ResourceType.TOPIC, LETTERS, AclOperation.READ));
        grants.add(allow(ResourceType.TOPIC, LETTERS, AclOperation.DESCRIBE));
        grants.add(allow(ResourceType.GROUP, "hbase-search.ward.e1", AclOperation.DESCRIBE));
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            admin.createAcls(grants).all().get();
        }
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            List<String> troubles = Diagnosis.doctor(site, 12).troubles();
            assertThat(troubles)
                    .anyMatch(line ->
                            line.startsWith("permission topic " + TOPIC + ": Kafka does not let this user WRITE")
                                    && line.contains("kafka-acls.sh --bootstrap-server " + kafka.bootstrapServers())
                                    && line.endsWith("--topic " + TOPIC))
                    .anyMatch(line -> line.startsWith("permission topic " + LETTERS + ": ")
                            && line.contains("does not let this user WRITE")
                            && line.endsWith("--topic " + LETTERS))
                    .anyMatch(line -> line.startsWith("permission group of index ward:") && line.contains("READ"));
        });
    }

    private static AclBinding allow(ResourceType type, String name, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.ALLOW));
    }
}
