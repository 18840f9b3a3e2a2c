/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawElasticsearchIndex;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code index epoch --bump} of a table with two indexes of several shards: each comes to what it has lost itself. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class EpochBumpSharedIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Servers servers;

    EpochBumpSharedIT(Servers servers) {
        this.servers = servers;
    }

    @Test
    void bothGoOnWithTheirDocuments(@TempDir Path directory) throws Exception {
        Pair pair = create(directory, "bumpboth");
        Map<String, String> before;
        try (Workload workload = new Workload(pair.table(), 200, 17)) {
            try (SearchProcess indexer = SearchProcess.start(pair.site(), "indexer")) {
                workload.apply(200);
                pair.awaitConverged(1);
                before = pair.physicalNames();
                workload.startSlowly(100);
                assertThat(pair.bump()).doesNotContain("recreated");
                assertThat(indexer.isAlive()).isTrue();
            }
            try (SearchProcess next = SearchProcess.start(pair.site(), "indexer")) {
                Oracle.await("writes go on", PATIENCE, () -> workload.operations() > 400);
                workload.close();
                pair.awaitConverged(2);
                assertThat(next.isAlive()).isTrue();
            }
        }
        assertThat(pair.physicalNames()).isEqualTo(before);
    }

    @Test
    void oneWhoseOffsetsHaveExpiredIsMadeAnewAndTheOtherGoesOn(@TempDir Path directory) throws Exception {
        Pair pair = create(directory, "bumpexpired");
        stopAfterSomeWrites(pair);
        forgetOffsets(pair.other());
        Map<String, String> before = pair.physicalNames();
        assertThat(pair.site().run(13, "index", "epoch", pair.name(), "-o", "json"))
                .contains("has no offset for partition")
                .containsOnlyOnce("\"problem\":null");
        healAndAssertOnlyTheOtherIsAnother(pair, before);
    }

    @Test
    void oneWhoseOffsetsWereResetByHandIsMadeAnewAndTheOtherGoesOn(@TempDir Path directory) throws Exception {
        Pair pair = create(directory, "bumpreset");
        stopAfterSomeWrites(pair);
        resetOffsets(pair.other());
        Map<String, String> before = pair.physicalNames();
        try (SearchProcess indexer = SearchProcess.start(pair.site(), "indexer")) {
            Oracle.await(
                    "it says so",
                    PATIENCE,
                    () -> contains(pair.site().log("indexer"), "was not committed for this index"));
            assertThat(indexer.isAlive()).as("for the other index").isTrue();
        }
        assertThat(pair.site().run(13, "index", "epoch", pair.other(), "-o", "json"))
                .contains("was not committed for this index")
                .containsOnlyOnce("\"problem\":null");
        healAndAssertOnlyTheOtherIsAnother(pair, before);
    }

    private static boolean contains(Path log, String text) {
        try {
            return Files.readString(log).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    private static void stopAfterSomeWrites(Pair pair) throws Exception {
        try (SearchProcess indexer = SearchProcess.start(pair.site(), "indexer");
                Workload workload = new Workload(pair.table(), 100, 23)) {
            workload.apply(200);
            pair.awaitConverged(1);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void healAndAssertOnlyTheOtherIsAnother(Pair pair, Map<String, String> before) throws Exception {
        assertThat(pair.bump())
                .contains("Index " + pair.name() + " keeps its documents")
                .contains("Index " + pair.other() + " was recreated");
        try (SearchProcess indexer = SearchProcess.start(pair.site(), "indexer");
                Workload workload = new Workload(pair.table(), 100, 29)) {
            workload.apply(100);
            assertThat(pair.site().run(0, "reindex", pair.other())).contains("done");
            pair.awaitConverged(2);
            assertThat(indexer.isAlive()).isTrue();
        }
        Map<String, String> after = pair.physicalNames();
        assertThat(after).containsEntry(pair.name(), before.get(pair.name()));
        assertThat(after.get(pair.other())).isNotEqualTo(before.get(pair.other()));
        assertThat(pair.site().run(0, "index", "epoch", pair.name())).contains("belong to their topic");
    }

    /** As Kafka does when nobody has been in the group for offsets.retention.minutes. */
    private void forgetOffsets(String index) throws Exception {
        try (Admin kafka = admin()) {
            kafka.deleteConsumerGroups(List.of(group(index))).all().get();
        }
    }

    /** As Kafka's own tool does: to the beginning, without a word of whose they are. */
    private void resetOffsets(String index) throws Exception {
        try (Admin kafka = admin()) {
            Set<TopicPartition> partitions = kafka.listConsumerGroupOffsets(group(index))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .keySet();
            Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
            partitions.forEach(partition -> beginning.put(partition, new OffsetAndMetadata(0)));
            kafka.alterConsumerGroupOffsets(group(index), beginning).all().get();
        }
    }

    private static String group(String index) {
        return "hbase-search." + index + ".e1";
    }

    private Admin admin() {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()));
    }

    private Pair create(Path directory, String name) throws Exception {
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        Pair pair = new Pair(servers, site, table);
        Path definition = directory.resolve("indexes").resolve(name + ".yaml");
        Files.copy(definition, definition.resolveSibling(pair.other() + ".yaml"));
        String configuration = Files.readString(site.config());
        Files.writeString(site.config(), configuration.replace("urls:", "shards: 3\n    urls:"));
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        site.run(0, "index", "create", pair.other());
        return pair;
    }

    /** Two indexes of one table, which differ in nothing but their names. */
    private record Pair(Servers servers, Site site, TestTable table) {
        String name() {
            return site.index();
        }

        String other() {
            return name() + "-other";
        }

        String bump() {
            return site.run(0, "index", "epoch", name(), "--bump", "--yes");
        }

        void awaitConverged(int epoch) throws Exception {
            for (String index : List.of(name(), other())) {
                new Oracle(new RawElasticsearchIndex(servers.addresses().rawElasticsearch(), index))
                        .awaitConverged(table.expected(), PATIENCE, () -> site.events("default", name(), epoch));
            }
        }

        Map<String, String> physicalNames() {
            Map<String, String> names = new HashMap<>();
            site.run(0, "index", "list", "-o", "ndjson")
                    .lines()
                    .filter(line -> line.contains("\"index\":\"" + name()))
                    .forEach(line -> names.put(value(line, "index"), value(line, "physical_name")));
            assertThat(names).hasSize(2);
            return names;
        }

        private static String value(String line, String field) {
            return line.replaceFirst(".*\"" + field + "\":\"([^\"]*)\".*", "$1");
        }
    }
}
