/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code index epoch --bump} with real RegionServers: nothing that is written around the change of topics is lost. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class EpochBumpIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);

    @Test
    void intactIndexKeepsItsDocumentsThroughABumpUnderLiveWrites(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "bumpmoved";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name);
        String uuid;
        try (Workload workload = new Workload(table, 300, 7)) {
            try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                workload.apply(300);
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
                uuid = physicalName(site, name);
                workload.start();
                awaitOperations(workload, 500);
                assertThat(site.run(0, "index", "epoch", name)).contains("belong to their topic");
                assertThat(site.run(0, "index", "epoch", name, "--bump", "--yes"))
                        .contains(TopicName.of("default", name, 2).toString())
                        .contains("keeps its documents");
                awaitOperations(workload, workload.operations() + 300);
                assertThat(indexer.isAlive()).isTrue();
            }
            try (SearchProcess next = SearchProcess.start(site, "indexer")) {
                awaitOperations(workload, workload.operations() + 100);
                workload.close();
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name, 2));
                assertThat(next.isAlive()).isTrue();
            }
        }
        assertThat(physicalName(site, name)).isEqualTo(uuid);
        EventLog former = site.events("default", name);
        int before = site.events("default", name, 2).events().size();
        try (Workload more = new Workload(table, 300, 8)) {
            more.apply(50);
        }
        Oracle.await("announced in the second epoch", CONVERGENCE, () -> events(site, name) > before);
        assertThat(site.events("default", name).events()).hasSameSizeAs(former.events());
    }

    @Test
    void anIndexWhoseTopicIsAnotherIsMadeAnewAndFilled(Servers servers, @TempDir Path directory) throws Exception {
        String name = "bumpanew";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name);
        String topic = TopicName.of("default", name, 1).toString();
        try (Workload workload = new Workload(table, 200, 9);
                SearchProcess indexer = SearchProcess.start(site, "indexer");
                Admin kafka = Admin.create(Map.of(
                        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers.kafka().bootstrapServers()))) {
            workload.apply(300);
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
            String before = physicalName(site, name);
            int partitions = kafka.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions()
                    .size();
            kafka.deleteTopics(List.of(topic)).all().get();
            workload.apply(100);
            kafka.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.of((short) 1))))
                    .all()
                    .get();
            kafka.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions + 1)))
                    .all()
                    .get();
            workload.apply(100);
            Oracle.await("the index has stopped", CONVERGENCE, () -> isIdle(site, name));
            assertThat(site.run(13, "index", "epoch", name, "-o", "json")).contains("deleted and created again");
            assertThat(site.run(13, "index", "epoch", name)).contains("index epoch " + name + " --bump");
            assertThat(site.run(0, "index", "epoch", name, "--bump", "--dry-run", "-o", "json"))
                    .contains("recreated empty, because");
            assertThat(physicalName(site, name)).isEqualTo(before);

            assertThat(site.run(0, "index", "epoch", name, "--bump", "--yes"))
                    .contains("was recreated")
                    .contains("reindex " + name);
            assertThat(physicalName(site, name)).isNotEqualTo(before);
        }
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 200, 10).start()) {
            awaitOperations(workload, 100);
            workload.close();
            site.run(0, "reindex", name);
            assertThat(site.run(0, "index", "list", "-o", "ndjson"))
                    .containsPattern("\"index\":\"" + name + "\"[^\\n]*\"complete\":true");
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name, 2));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** What an index announces itself, as after a bulk load, it would wait for in vain in a topic that is closed. */
    @Test
    void theFormerTopicStaysOpenUntilItsIndexHasReadIt(Servers servers, @TempDir Path directory) throws Exception {
        String name = "bumpbehind";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name);
        try (Workload workload = new Workload(table, 100, 12)) {
            workload.apply(100);
        }
        Oracle.await("announced", CONVERGENCE, () -> site.eventCount("default", name) > 0);

        assertThat(site.run(
                        ErrorCode.TIMED_OUT.exitCode(), "index", "epoch", name, "--bump", "--yes", "--timeout", "2s"))
                .contains("has not read topic")
                .contains("--recreate " + name)
                .contains("Every RegionServer announces")
                .doesNotContain("Closed to writes");

        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            assertThat(site.run(0, "index", "epoch", name, "--bump", "--yes")).contains("Closed to writes");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** No endpoint is newer than this program: somebody has put an event into the topic that it will never read. */
    @Test
    void stuckIndexStopsABumpBeforeTheSwitchAndCanBeRecreated(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "bumpstuck";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name);
        try (KafkaProducer<byte[], byte[]> stranger = new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers.kafka().bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            byte[] newer = RowMutations.touch("default", name, new byte[] {1}, 1).toBuilder()
                    .setFormat(RowMutations.FORMAT + 1)
                    .build()
                    .toByteArray();
            stranger.send(new ProducerRecord<>(TopicName.of("default", name, 1).toString(), 0, null, newer))
                    .get();
            Oracle.await("the index has stopped", CONVERGENCE, () -> told(site.log("indexer"))
                    .contains("--recreate " + name));
            assertThat(site.run(ErrorCode.INDEX_INCOMPATIBLE.exitCode(), "index", "epoch", name, "--bump", "--yes"))
                    .contains("cannot read on", "--recreate " + name)
                    .doesNotContain("Topic ", "Every RegionServer announces");
            assertThat(site.run(0, "index", "epoch", name, "--bump", "--yes", "--recreate", name))
                    .contains("was recreated");
            assertThat(indexer.isAlive()).isTrue();
        }
        try (SearchProcess next = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 50, 13)) {
            workload.apply(100);
            site.run(0, "reindex", name);
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name, 2));
            assertThat(next.isAlive()).isTrue();
        }
    }

    /** Killed as soon as it has told of a step, whatever it has done since, and run again; under live writes. */
    @Test
    @OnlyWithFaults
    void aBumpThatIsKilledInTheMidstGoesOnWhenItIsRunAgain(Servers servers, @TempDir Path directory) throws Exception {
        String name = "bumpkilled";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name);
        try (Workload workload = new Workload(table, 300, 11)) {
            try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                workload.apply(200);
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
                workload.start();
                for (String step : List.of("created with", "announces table", "Closed to writes")) {
                    killAfter(step, site, name);
                    awaitOperations(workload, workload.operations() + 50);
                }
                if (epoch(site, name) == 1) {
                    site.run(0, "index", "epoch", name, "--bump", "--yes");
                }
                assertThat(indexer.isAlive()).isTrue();
            }
            assertThat(site.run(0, "index", "epoch", name)).contains("belong to their topic");
            try (SearchProcess next = SearchProcess.start(site, "indexer")) {
                awaitOperations(workload, workload.operations() + 100);
                workload.close();
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name, 2));
                assertThat(next.isAlive()).isTrue();
            }
        }
    }

    private static void killAfter(String step, Site site, String name) throws Exception {
        if (epoch(site, name) > 1) {
            // The last one was faster than its end.
            return;
        }
        Path log = site.log("bump-" + step.replace(' ', '-'));
        try (SearchProcess bump = SearchProcess.start(
                "io.hbasesearch.cli.Main",
                log,
                "--config",
                site.config().toString(),
                "index",
                "epoch",
                name,
                "--bump",
                "--yes")) {
            Oracle.await(step, CONVERGENCE, () -> !bump.isAlive() || told(log).contains(step));
            bump.kill();
        }
    }

    private static String told(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "";
        }
    }

    private static int epoch(Site site, String name) {
        return site.run(0, "index", "list", "-o", "ndjson")
                .lines()
                .filter(line -> line.contains("\"index\":\"" + name + "\""))
                .map(line -> Integer.parseInt(line.replaceFirst(".*\"epoch\":([0-9]+).*", "$1")))
                .findFirst()
                .orElseThrow();
    }

    private static Site site(Servers servers, Path directory, String name) throws Exception {
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        return site;
    }

    private static int events(Site site, String name) {
        try {
            return site.events("default", name, 2).events().size();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String physicalName(Site site, String name) {
        return site.run(0, "index", "list", "-o", "ndjson")
                .lines()
                .filter(line -> line.contains("\"index\":\"" + name + "\""))
                .map(line -> line.replaceFirst(".*\"physical_name\":\"([^\"]*)\".*", "$1"))
                .findFirst()
                .orElseThrow();
    }

    /** A bump of what is still indexed is refused. */
    private static boolean isIdle(Site site, String name) {
        try {
            return site.run(0, "index", "epoch", name, "--bump", "--dry-run", "-o", "json")
                    .contains("recreated");
        } catch (AssertionError e) {
            return false;
        }
    }

    private static void awaitOperations(Workload workload, long operations) {
        Oracle.await("writes go on", CONVERGENCE, () -> workload.operations() >= operations);
    }
}
