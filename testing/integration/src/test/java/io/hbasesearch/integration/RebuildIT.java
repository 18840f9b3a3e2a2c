/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.RawWrites;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code reindex --rebuild} and the way back, on real servers and against the oracle. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class RebuildIT {
    private static final long SEED = 43;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int OLD_ROWS = 600;
    /** Of the old rows, those that the workload leaves alone. */
    private static final int WORKED = 400;

    /** So few that a machine with two cores has time for the rest. */
    private static final int OPERATIONS_PER_SECOND = 40;

    private static final RawGenerations.Settings LOWERED = new RawGenerations.Settings("-1", "0");
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};

    @Test
    void rebuildAppliesAChangedDefinitionAndDropsDeletedRows(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "rebuildchange";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = OldRows.site(servers, directory, name, table, OLD_ROWS);
        RawGenerations generations = new RawGenerations(servers.addresses().rawElasticsearch(), name);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.run(0, "reindex", name);
            String first = generations.live();
            List<RowKey> deleted = deleteSome(table);
            Oracle.await(
                    "stubs",
                    LIMIT,
                    () -> read(site).keySet().containsAll(deleted)
                            && deleted.stream()
                                    .allMatch(row -> read(site).get(row).stub()));
            RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), name);
            raw.change(RowKey.copyOf(Workload.row(450)), "planted");
            raw.add(RowKey.utf8("no such row"));
            changeDefinition(directory, name);
            assertThat(site.run(13, "reindex", name)).contains("definition", "reindex " + name + " --rebuild");
            try (Workload workload = new Workload(table, WORKED, SEED).startSlowly(OPERATIONS_PER_SECOND)) {
                assertThat(site.run(0, "reindex", name, "--rebuild", "--rows-per-second", "100", "-o", "json"))
                        .contains("\"state\":\"done\"", "filling", "\"type\":\"progress\"");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            assertEqual(site, table);
            assertThat(read(site).keySet())
                    .as("rows deleted in the past")
                    .doesNotContainAnyElementsOf(deleted)
                    .doesNotContain(RowKey.utf8("no such row"));
            assertThat(generations.live()).isNotEqualTo(first);
            assertThat(generations.all()).containsExactly(generations.live());
            assertThat(generations.typeOf("note")).isEqualTo("text");
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static List<RowKey> deleteSome(TestTable table) throws IOException {
        List<RowKey> deleted = new ArrayList<>();
        try (Table open = table.open()) {
            for (int i = WORKED + 100; i < WORKED + 120; i++) {
                open.delete(new Delete(Workload.row(i)));
                deleted.add(RowKey.copyOf(Workload.row(i)));
            }
        }
        return deleted;
    }

    private static Map<RowKey, RawDocument> read(Site site) {
        try {
            return site.oracle().read();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void changeDefinition(Path directory, String name) throws IOException {
        Path definition = directory.resolve("indexes").resolve(name + ".yaml");
        Files.writeString(definition, Files.readString(definition).replace("type: keyword", "type: text"));
    }

    @Test
    @OnlyWithFaults
    void theOldOneIsKeptFedAndGoneBackTo(Servers servers, @TempDir Path directory) throws Exception {
        String name = "rebuildback";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = OldRows.site(servers, directory, name, table, 100);
        RawGenerations generations = new RawGenerations(servers.addresses().rawElasticsearch(), name);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.run(0, "reindex", name);
            assertThat(site.run(1, "reindex", "rollback", name)).contains("no old generation", "--keep-old");
            String first = generations.live();
            changeDefinition(directory, name);
            assertThat(site.run(0, "reindex", name, "--rebuild", "--keep-old", "--verify", "full"))
                    .contains("reindex rollback " + name, "reindex drop-old " + name);
            String second = generations.live();
            assertThat(generations.all()).containsExactlyInAnyOrder(first, second);
            new Workload(table, 100, SEED).apply(300);
            assertEqual(site, table);
            assertThat(site.run(0, "reindex", "status", name, "-o", "json"))
                    .contains("\"state\":\"old\"", "\"state\":\"live\"", "\"lag\":");
            site.run(0, "reindex", "rollback", name);
            assertThat(generations.live()).isEqualTo(first);
            assertEqual(site, table);
            site.run(0, "reindex", "rollback", name);
            assertThat(generations.live()).isEqualTo(second);
            new Workload(table, 100, SEED + 1).apply(100);
            assertEqual(site, table);
            site.run(0, "reindex", "drop-old", name);
            assertThat(generations.all()).containsExactly(second);
            site.run(1, "reindex", "drop-old", name);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    @OnlyWithFaults
    void killedRebuildContinuesAndRestoresTheSettings(Servers servers, @TempDir Path directory) throws Exception {
        String name = "rebuildkill";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = OldRows.site(servers.addresses().withReplicas(1), directory, name, table, OLD_ROWS);
        RawGenerations generations = new RawGenerations(servers.addresses().rawElasticsearch(), name);
        String first = generations.live();
        RawGenerations.Settings before = generations.settings(first);
        assertThat(before).isNotEqualTo(LOWERED);
        assertThat(before.replicas()).isEqualTo("1");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, WORKED, SEED).startSlowly(OPERATIONS_PER_SECOND)) {
            site.run(0, "reindex", name);
            killWhileItFills(site);
            assertThat(generations.settings(generations.other())).isEqualTo(LOWERED);
            assertThat(site.run(1, "reindex", name)).contains("unfinished rebuild", "reindex cancel " + name);
            assertThat(indexer.stop()).isZero();
        }
        // Nobody feeds it: it is filled, and then waits.
        try (SearchProcess killed = start(site, "waiting")) {
            Oracle.await("it waits", LIMIT, () -> status(site, name).contains("\"phase\":\"catching up\""));
            killed.kill();
        }
        assertThat(generations.live()).isEqualTo(first);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, WORKED, SEED + 1).startSlowly(OPERATIONS_PER_SECOND)) {
            assertThat(site.run(0, "reindex", name, "--rebuild", "-o", "json")).contains("\"state\":\"done\"");
            workload.close();
            assertThat(generations.live()).isNotEqualTo(first);
            assertThat(generations.all()).containsExactly(generations.live());
            assertThat(generations.settings(generations.live())).isEqualTo(before);
            assertEqual(site, table);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void killWhileItFills(Site site) throws IOException, InterruptedException {
        String name = site.index();
        try (SearchProcess killed = start(site, "filling", "--rows-per-second", "20")) {
            Oracle.await("it fills", LIMIT, () -> rows(site, name) > 60);
            assertThat(site.run(1, "reindex", name, "--rebuild", "-o", "json"))
                    .contains("INDEX_LOCKED", "process " + killed.pid());
            killed.kill();
        }
    }

    @Test
    @OnlyWithFaults
    void oneThatIsCancelledLeavesNothingBehind(Servers servers, @TempDir Path directory) throws Exception {
        String name = "rebuildcancel";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = OldRows.site(servers, directory, name, table, OLD_ROWS);
        RawGenerations generations = new RawGenerations(servers.addresses().rawElasticsearch(), name);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.run(0, "reindex", name);
            String first = generations.live();
            for (boolean killed : new boolean[] {false, true}) {
                try (SearchProcess running = start(site, "cancelled-" + killed, "--rows-per-second", "40")) {
                    Oracle.await("it fills", LIMIT, () -> rows(site, name) > 0 && size(generations) == 2);
                    if (killed) {
                        running.kill();
                    }
                    assertThat(site.run(0, "reindex", "cancel", name, "-o", "json"))
                            .contains("\"state\":\"cancelled\"");
                }
                assertThat(generations.all()).containsExactly(first);
            }
            assertEqual(site, table);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static int size(RawGenerations generations) {
        try {
            return generations.all().size();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SearchProcess start(Site site, String log, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "--config",
                site.config().toString(),
                "-o",
                "json",
                "reindex",
                site.index(),
                "--rebuild",
                "--threads",
                "2"));
        command.addAll(Arrays.asList(options));
        return SearchProcess.start("io.hbasesearch.cli.Main", site.log(log), command.toArray(String[]::new));
    }

    private static String status(Site site, String name) {
        try {
            return site.run(0, "reindex", "status", name, "-o", "json");
        } catch (AssertionError e) {
            // Not begun yet.
            return "";
        }
    }

    private static long rows(Site site, String name) {
        String status = status(site, name);
        // What an earlier one was when it was cancelled says nothing of the next.
        return status.contains("\"state\":\"running\"") && status.contains("\"phase\":\"filling\"")
                ? Long.parseLong(status.replaceAll("(?s).*\"rows\":(\\d+).*", "$1"))
                : 0;
    }

    private static void assertEqual(Site site, TestTable table) throws Exception {
        Map<RowKey, Map<String, Object>> expected = table.expected();
        assertThat(expected).isNotEmpty();
        Oracle.await("equality", LIMIT, () -> {
            try {
                return site.oracle().differencesOrWhyNot(expected).isEmpty();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
