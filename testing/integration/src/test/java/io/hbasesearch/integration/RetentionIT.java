/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of edits that pile up before an index: health, metrics, and the commands. */
@ExtendWith(Servers.Extension.class)
class RetentionIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Far below the age at which a backlog of any cause is told. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final String HELD = "hbase-search.default.held";
    private static final String NOBODY_LISTENS = "127.0.0.1:1";
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void warnsOfAPeerThatIsStuckDisabledOrGoneAndOfNothingOnceItShips(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "retained", 1);
        Site site = new Site(servers.addresses(), directory, "default:retained", "retained");
        URI address = makeImpatient(site);
        planThenAddPeer(site);
        assertThat(site.run(0, "index", "create", "retained", "--dry-run")).contains("Create index retained");
        site.run(0, "index", "create", "retained");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            assertThat(indexer.isAlive()).isTrue();
            put(table, "before");
            awaitHealth(address, "\"status\" : \"ok\"");
            awaitMetric(address, "hbase_search_peer_enabled{peer=\"retained\"} 1.0");
            awaitMetric(address, "hbase_search_topic_headroom_seconds{index=\"retained\"} 604");

            site.run(0, "peer", "disable", "--peer-id", "retained");
            awaitHealth(address, "hbase-search peer enable --peer-id retained");
            site.run(0, "peer", "enable", "--peer-id", "retained");
            awaitHealth(address, "\"status\" : \"ok\"");

            site.run(0, "peer", "add", "--peer-id", "retained", "--table", "retained", "--kafka", NOBODY_LISTENS);
            put(table, "stuck");
            awaitHealth(address, "hbase-search peer status --peer-id retained");
            assertThat(get(address, "/metrics"))
                    .contains("hbase_search_alarm{alarm=\"wal_backlog\",object=\"retained\"} 1.0")
                    .containsPattern("hbase_search_peer_unshipped_age_seconds\\{peer=\"retained\"\\} [1-9]");
            assertThat(site.run(0, "peer", "list")).contains("UNSHIPPED AGE S");

            String kafka = servers.kafka().bootstrapServers();
            site.run(0, "peer", "add", "--peer-id", "retained", "--table", "retained", "--kafka", kafka);
            awaitHealth(address, "\"status\" : \"ok\"");
            awaitMetric(address, "hbase_search_alarm{alarm=\"wal_backlog\",object=\"retained\"} 0.0");

            assertThat(site.run(0, "peer", "remove", "--peer-id", "retained", "--dry-run"))
                    .contains("Remove peer retained");
            assertThat(site.run(0, "peer", "list")).contains("default:retained");
            site.run(0, "peer", "remove", "--peer-id", "retained", "--yes");
            awaitHealth(address, "No peer announces table default:retained");
        }
        gatewaysWarnWhereNoIndexerRuns(site);
    }

    /** One table's topic holds back all tables of its peer: who runs the indexer is told which, and how the others get on. */
    @Test
    void healthNamesTheBlockingTopicAndOtherTablesWithinAMinute(Servers servers, @TempDir Path directory)
            throws Exception {
        try (KafkaServer kafka = KafkaServer.builder(directory.resolve("kafka")).build()) {
            kafka.start();
            kafka.awaitReady(PATIENCE);
            TestTable held = TestTable.create(servers.connection(), "held", 1);
            TestTable beside = TestTable.create(servers.connection(), "beside", 1);
            Site site = new Site(
                    servers.addresses().withBootstrapServers(kafka.bootstrapServers()),
                    directory.resolve("site"),
                    "default:held",
                    "held");
            URI address = listen(site, "interval: 1s");
            site.addPeer("holding", "held", 1);
            site.addPeer("holding", "beside", 1);
            site.run(0, "index", "create", "held");
            try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                put(held, "before");
                await(PATIENCE, () -> assertThat(site.eventCount("default", "held"))
                        .isPositive());
                awaitHealth(address, "\"status\" : \"ok\"");

                inKafka(kafka, admin -> admin.deleteTopics(List.of(HELD)).all());
                put(held, "lost");
                put(beside, "after");
                await(SOON, () -> assertThat(health(address))
                        .contains("Topic " + HELD + " of table default:held does not exist")
                        .contains("hbase-search index epoch INDEX --bump")
                        .contains("hbase-search peer remove --peer-id holding --table default:held"));
                site.run(0, "peer", "remove", "--peer-id", "holding", "--table", "default:held", "--yes");
                await(PATIENCE, () -> assertThat(site.eventCount("default", "beside"))
                        .isPositive());
                assertThat(indexer.isAlive()).isTrue();
            }
            site.run(0, "peer", "remove", "--peer-id", "holding", "--yes");
        }
    }

    private static void inKafka(KafkaServer kafka, Function<Admin, KafkaFuture<?>> change) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            change.apply(admin).get(30, TimeUnit.SECONDS);
        }
    }

    private void gatewaysWarnWhereNoIndexerRuns(Site site) throws Exception {
        int port = freePort();
        Path config = site.config().resolveSibling("gateway.yaml");
        Files.writeString(
                config,
                Files.readString(site.config()).replace("gateway:\n  port: 0\n", "gateway:\n  port: " + port + "\n"));
        try (SearchProcess gateway = SearchProcess.start(config, site.log("gateway"), "gateway")) {
            awaitHealth(URI.create("http://127.0.0.1:" + port), "No peer announces table default:retained");
            assertThat(gateway.isAlive()).isTrue();
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** What a dry run says is what is done afterwards, and not before. */
    private static void planThenAddPeer(Site site) {
        String[] add = {"peer", "add", "--peer-id", "retained", "--table", "retained", "--replication-factor", "1"};
        String[] plan = Arrays.copyOf(add, add.length + 1);
        plan[add.length] = "--dry-run";
        assertThat(site.run(0, plan)).contains("Create topic hbase-search.default.retained", "Add peer retained");
        assertThat(site.run(0, "peer", "list")).doesNotContain("retained");
        site.run(0, add);
        assertThat(site.run(0, plan)).contains("There is nothing to do.");
    }

    /** Looks each second, and warns after two. @return where the indexer will listen */
    private static URI makeImpatient(Site site) throws Exception {
        return listen(site, "interval: 1s, walBacklogAge: 2s");
    }

    /** @param alarms settings @return where the indexer will listen */
    private static URI listen(Site site, String alarms) throws Exception {
        int port = freePort();
        String config = Files.readString(site.config());
        assertThat(config).contains("operations:\n  port: 0\n");
        Files.writeString(
                site.config(),
                config.replace(
                        "operations:\n  port: 0\n", "operations:\n  port: " + port + "\n  alarms: {" + alarms + "}\n"));
        return URI.create("http://127.0.0.1:" + port);
    }

    private static void put(TestTable table, String row) throws Exception {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("words")));
        }
    }

    /** A warning keeps the process ready: every answer is a 200. */
    private void awaitHealth(URI address, String part) {
        await(PATIENCE, () -> assertThat(get(address, "/health")).contains(part));
    }

    private void awaitMetric(URI address, String line) {
        await(PATIENCE, () -> assertThat(get(address, "/metrics")).contains(line));
    }

    private static void await(Duration limit, ThrowingRunnable expected) {
        Awaitility.await().atMost(limit).ignoreExceptions().untilAsserted(expected);
    }

    /** Of a process that need not be ready. */
    private String health(URI address) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(address.resolve("/health")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private String get(URI address, String path) throws Exception {
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(address.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
