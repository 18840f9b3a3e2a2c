/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.diagnosis.SiteDiagnosis;
import io.hbasesearch.administration.site.Processes;
import io.hbasesearch.administration.site.SiteInspector;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A site that is well, then one fault after the other: status and doctor name each, from what the servers themselves tell. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class DoctorIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String TOPIC = "hbase-search.default.patient";
    private static final String TABLES = "hbase-search.tables";

    @Test
    void namesEachFaultOfASite(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "patient", 1);
        Site site = new Site(servers.addresses(), directory, "default:patient", "patient");
        assertThat(doctor(site, 1)).contains("WRONG peer default:patient", "warning index patient");

        site.addPeer("patient", "patient", 1);
        site.run(0, "index", "create", "patient");
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes("a")).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("words")));
        }
        Instant written = Instant.now();
        isWell(site);
        scope(servers, 0);
        assertThat(doctor(site, 1)).contains("WRONG scope default:patient");
        scope(servers, 1);
        site.run(0, "peer", "disable", "--peer-id", "patient");
        assertThat(doctor(site, 1)).contains("WRONG peer patient");
        assertThat(Diagnosis.status(site, 1).lines()).contains("WRONG peer patient");
        site.run(0, "peer", "enable", "--peer-id", "patient");
        thePeerWasChangedByHand(servers, site);
        thePeerAnnouncesOtherTables(servers, site);
        anotherPeerWasMeantToBeOurs(servers, site);
        isWell(site);
        theClockOfThisMachineIsWrong(site);
        theNameWasGivenToAnother(servers, site);
        theIndexWasChangedByHand(servers, site);
        theTopicWasChangedByHand(servers, site, written);
        partsAreDown(servers, site);
    }

    /** Info ports and services are off here, and three replicas take three brokers: no more than that is said. */
    private static void isWell(Site site) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(doctor(site, 0))
                .contains("ok peer patient", "ok scope default:patient", "ok epoch patient", "ok mapping patient")
                .contains("ok permission table default:patient", "ok permission index", "warning topic " + TOPIC)
                .anyMatch(line -> line.startsWith("ok endpoint-jar "))
                .anyMatch(line -> line.startsWith("ok clock RegionServer "))
                .anyMatch(line -> line.startsWith("ok clock elasticsearch node "))
                .noneMatch(line -> line.startsWith("WRONG")));
        assertThat(Diagnosis.status(site, 0).lines())
                .contains("ok peer patient", "ok lag patient", "ok dead-letters patient");
    }

    private static void thePeerWasChangedByHand(Servers servers, Site site) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            ReplicationPeerConfig before = admin.getReplicationPeerConfig("patient");
            admin.updateReplicationPeerConfig(
                    "patient",
                    ReplicationPeerConfig.newBuilder(before)
                            .putConfiguration("hbase-search.columns.default:patient", "d:text,d:note")
                            .putConfiguration("hbase-search.kafka.bootstrap.servers", "127.0.0.1:1")
                            .setSerial(true)
                            .build());
            assertThat(Diagnosis.doctor(site, 1).troubles())
                    .anyMatch(line -> line.startsWith("peer-settings patient: its columns of default:patient lack")
                            && line.contains("d:count"))
                    .anyMatch(line -> line.contains("its endpoints connect to Kafka at 127.0.0.1:1")
                            && line.contains("peer add --peer-id patient"))
                    .anyMatch(
                            line -> line.contains("it is serial") && line.contains("set_peer_serial 'patient', false"));
            admin.updateReplicationPeerConfig(
                    "patient",
                    ReplicationPeerConfig.newBuilder(before)
                            .putConfiguration("hbase-search.columns.default:patient", "d:text,d:note,d:count")
                            .setSerial(false)
                            .build());
        }
    }

    private static void thePeerAnnouncesOtherTables(Servers servers, Site site) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            ReplicationPeerConfig before = admin.getReplicationPeerConfig("patient");
            admin.updateReplicationPeerConfig(
                    "patient",
                    ReplicationPeerConfig.newBuilder(before)
                            .setTableCFsMap(Map.of(TableName.valueOf("visitor"), List.of()))
                            .build());
            assertThat(Diagnosis.doctor(site, 1).troubles())
                    .anyMatch(line -> line.startsWith("peer default:patient: the filters of its peer drop edits")
                            && line.contains("hbase-search peer add --table default:patient"));
            admin.updateReplicationPeerConfig(
                    "patient",
                    ReplicationPeerConfig.newBuilder(before)
                            .putConfiguration(TABLES, "default:patient")
                            .build());
            assertThat(Diagnosis.doctor(site, 10).troubles())
                    .anyMatch(line -> line.startsWith("peer patient: ")
                            && line.contains("not namespace:table=epoch/partitions")
                            && line.contains("update_peer_config"));
            admin.updateReplicationPeerConfig("patient", before);
        }
    }

    /** It has our settings and another endpoint: one that sends nothing. */
    private static void anotherPeerWasMeantToBeOurs(Servers servers, Site site) throws Exception {
        String endpoint = "org.apache.hadoop.hbase.replication.VerifyWALEntriesReplicationEndpoint";
        try (Admin admin = servers.connection().getAdmin()) {
            admin.addReplicationPeer(
                    "astray",
                    ReplicationPeerConfig.newBuilder()
                            .setReplicationEndpointImpl(endpoint)
                            .putConfiguration(TABLES, "default:patient=1/1")
                            .setReplicateAllUserTables(false)
                            .build(),
                    false);
            assertThat(Diagnosis.doctor(site, 10).troubles())
                    .anyMatch(line -> line.startsWith(
                                    "peer astray: it has the settings of hbase-search, but its endpoint is " + endpoint)
                            && line.contains("remove_peer 'astray'"));
            admin.removeReplicationPeer("astray");
        }
    }

    /** Nobody can turn the clock of a server back for a test; by a clock that is 40 s slow, theirs are 40 s fast. */
    private static void theClockOfThisMachineIsWrong(Site site) throws InterruptedException {
        Clock slow = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-40));
        Processes none = new Processes(List.of(), false, Optional.empty());
        try (SiteInspector gathering = new SiteInspector(
                Configuration.read(site.config(), Map.of()), Set.of("patient"), none, slow, PATIENCE)) {
            assertThat(SiteDiagnosis.of(gathering.site("any", Optional.empty())).list())
                    .filteredOn(finding -> finding.check().equals("clock"))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(finding -> {
                        assertThat(finding.isWrong()).isTrue();
                        assertThat(finding.message()).contains("s ahead of");
                        assertThat(finding.remedy().orElseThrow()).contains("chronyc");
                    });
        }
    }

    private static void theIndexWasChangedByHand(Servers servers, Site site) throws Exception {
        send(
                servers,
                "PUT",
                "/hbase-search-patient-*/_mapping",
                "{\"dynamic\": true, \"properties\": {\"stranger\": {\"type\": \"keyword\"}}}");
        assertThat(doctor(site, 13)).contains("WRONG mapping patient");
    }

    private static void send(Servers servers, String method, String path, String body) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(servers.elasticsearch().uri().resolve(path))
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Another index behind the same name: searches would find twice what is there. */
    private static void theNameWasGivenToAnother(Servers servers, Site site) throws Exception {
        send(servers, "PUT", "/stranger", "{}");
        send(
                servers,
                "POST",
                "/_aliases",
                "{\"actions\": [{\"add\": {\"index\": \"stranger\", \"alias\": \"patient\"}}]}");
        assertThat(doctor(site, 13)).contains("WRONG name patient");
        send(servers, "DELETE", "/stranger", "");
    }

    /** No indexer runs, and the topic keeps half as long again as its one event is old: no more than that, by time or by size. */
    private static void theRetentionIsNear(org.apache.kafka.clients.admin.Admin kafka, Site site, Instant written)
            throws Exception {
        keep(kafka, "retention.ms", Duration.between(written, Instant.now()).toMillis() * 3 / 2);
        assertThat(Diagnosis.doctor(site, 13).troubles())
                .anyMatch(line -> line.startsWith("lag patient: ")
                        && line.contains("min the topic's retention may delete the first of them")
                        && line.contains("--add-config retention.ms=-1"));
        keep(kafka, "retention.ms", -1);
        keep(kafka, "retention.bytes", 100);
        assertThat(Diagnosis.doctor(site, 13).troubles())
                .anyMatch(line -> line.startsWith("lag patient: ")
                        && line.contains("more than half of the topic's retention.bytes")
                        && line.contains("--add-config retention.bytes=-1"));
        keep(kafka, "retention.bytes", -1);
    }

    private static void keep(org.apache.kafka.clients.admin.Admin kafka, String setting, long value) throws Exception {
        kafka.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, TOPIC),
                        List.of(new AlterConfigOp(
                                new ConfigEntry(setting, Long.toString(value)), AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private static void theTopicWasChangedByHand(Servers servers, Site site, Instant written) throws Exception {
        try (var kafka = org.apache.kafka.clients.admin.Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            kafka.deleteTopics(List.of(TopicName.deadLetters("patient"))).all().get();
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                            Diagnosis.doctor(site, 13).troubles())
                    .anyMatch(line -> line.startsWith("dead-letters patient: ")
                            && line.contains("--create --topic " + TopicName.deadLetters("patient"))));
            theRetentionIsNear(kafka, site, written);
            keep(kafka, "retention.ms", 3_600_000);
            assertThat(site.run(13, "doctor", "--index", "patient"))
                    .contains("retention.ms is 1 h", "kafka-configs.sh");
            int partitions = kafka.describeTopics(List.of(TOPIC))
                    .allTopicNames()
                    .get()
                    .get(TOPIC)
                    .partitions()
                    .size();
            kafka.createPartitions(Map.of(TOPIC, NewPartitions.increaseTo(partitions + 1)))
                    .all()
                    .get();
        }
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(doctor(site, 13))
                .contains("WRONG topic " + TOPIC, "WRONG epoch patient"));
    }

    /** What is not reached is named, and the rest is shown. */
    private static void partsAreDown(Servers servers, Site site) throws Exception {
        ServerAddresses there = servers.addresses();
        assertThat(status(site, "no-kafka", there.withBootstrapServers("127.0.0.1:1")))
                .contains("WRONG kafka cluster", "ok peer patient")
                .anyMatch(line -> line.endsWith("index patient"));
        assertThat(status(site, "no-such-kafka", there.withBootstrapServers("no-such-host.invalid:9092")))
                .contains("WRONG kafka cluster", "ok peer patient")
                .anyMatch(line -> line.endsWith("index patient"));
        assertThat(status(site, "no-index", there.withElasticsearch(URI.create("http://127.0.0.1:1"))))
                .contains("WRONG index backend", "ok peer patient")
                .doesNotContain("WRONG kafka cluster");
        assertThat(status(site, "no-hbase", there.withZooKeeperPort(1)))
                .contains("WRONG hbase cluster")
                .anyMatch(line -> line.endsWith("index patient"))
                .doesNotContain("WRONG kafka cluster");
        assertThat(Diagnosis.status(site, 11, "--service", "http://127.0.0.1:1").lines())
                .contains("WRONG service http://127.0.0.1:1", "ok peer patient");
    }

    private static List<String> status(Site site, String name, ServerAddresses addresses) throws IOException {
        return Diagnosis.of(site, site.configFor(name, addresses), 11, "status").lines();
    }

    private static List<String> doctor(Site site, int exitCode) {
        return Diagnosis.doctor(site, exitCode).lines();
    }

    private static void scope(Servers servers, int scope) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            admin.modifyColumnFamily(
                    TableName.valueOf("patient"),
                    ColumnFamilyDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf("patient"))
                                    .getColumnFamily(TestTable.FAMILY))
                            .setScope(scope)
                            .build());
        }
    }
}
