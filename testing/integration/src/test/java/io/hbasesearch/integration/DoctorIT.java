/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
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

    private final ObjectMapper json = new ObjectMapper();

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
        isWell(site);
        scope(servers, 0);
        assertThat(doctor(site, 1)).contains("WRONG scope default:patient");
        scope(servers, 1);
        site.run(0, "peer", "disable", "--peer-id", "patient");
        assertThat(doctor(site, 1)).contains("WRONG peer patient");
        assertThat(states(site, 1, "status")).contains("WRONG peer patient");
        site.run(0, "peer", "enable", "--peer-id", "patient");
        theIndexWasChangedByHand(servers, site);
        theTopicWasChangedByHand(servers, site);
        partsAreDown(servers, site);
    }

    /** Info ports and services are off here, and three replicas take three brokers: no more than that is said. */
    private void isWell(Site site) {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(doctor(site, 0))
                .contains("ok peer patient", "ok scope default:patient", "ok epoch patient", "ok mapping patient")
                .contains("ok permission table default:patient", "ok permission index", "warning topic " + TOPIC)
                .anyMatch(line -> line.startsWith("ok endpoint-jar "))
                .anyMatch(line -> line.startsWith("ok clock RegionServer "))
                .anyMatch(line -> line.startsWith("ok clock elasticsearch node "))
                .noneMatch(line -> line.startsWith("WRONG")));
        assertThat(states(site, 0, "status")).contains("ok peer patient", "ok lag patient", "ok dead-letters patient");
    }

    private void theIndexWasChangedByHand(Servers servers, Site site) throws Exception {
        URI mapping = servers.elasticsearch().uri().resolve("/hbase-search-patient-*/_mapping");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(mapping)
                                .header("Content-Type", "application/json")
                                .PUT(HttpRequest.BodyPublishers.ofString(
                                        "{\"dynamic\": true, \"properties\": {\"stranger\": {\"type\": \"keyword\"}}}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(doctor(site, 13)).contains("WRONG mapping patient");
    }

    private void theTopicWasChangedByHand(Servers servers, Site site) throws Exception {
        try (var kafka = org.apache.kafka.clients.admin.Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            kafka.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, TOPIC),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("retention.ms", "3600000"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
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
    private void partsAreDown(Servers servers, Site site) throws Exception {
        Path noKafka = site.configFor("no-kafka", servers.addresses().withBootstrapServers("127.0.0.1:1"));
        assertThat(lines(site.run(noKafka, 11, "status", "--index", "patient", "-o", "json")))
                .contains("WRONG kafka cluster", "ok peer patient")
                .anyMatch(line -> line.endsWith("index patient"));
        Path noIndex =
                site.configFor("no-index", servers.addresses().withElasticsearch(URI.create("http://127.0.0.1:1")));
        assertThat(lines(site.run(noIndex, 11, "status", "--index", "patient", "--json")))
                .contains("WRONG index backend", "ok peer patient")
                .doesNotContain("WRONG kafka cluster");
    }

    private List<String> doctor(Site site, int exitCode) {
        return states(site, exitCode, "doctor");
    }

    private List<String> states(Site site, int exitCode, String command) {
        return lines(site.run(exitCode, command, "--index", "patient", "-o", "json"));
    }

    /** @return {@code state check object} of each finding */
    private List<String> lines(String output) {
        try {
            JsonNode report = json.readTree(output.lines().findFirst().orElseThrow());
            JsonNode rows = report.has("parts") ? report.path("parts") : report.path("findings");
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> row.path("state").asText().replace("wrong", "WRONG") + " "
                            + row.path("check").asText() + " "
                            + row.path("object").asText())
                    .toList();
        } catch (JsonProcessingException e) {
            throw new AssertionError(output, e);
        }
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
