/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
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
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code reindex --engine mapreduce} with Hadoop's local runner: a real job, on real servers and against the oracle. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class MapReduceReindexIT {
    private static final long SEED = 43;
    private static final Duration CONVERGENCE = Duration.ofMinutes(3);
    static final int OLD_ROWS = 600;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};

    @Test
    void theLiveTableIsReindexedWhileRowsChangeAndGo(Servers servers, @TempDir Path directory) throws Exception {
        String name = "mapreducelive";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        // Of a row that never was: only the other way of the backfill finds it.
        new RawWrites(servers.addresses().rawElasticsearch(), name).add(RowKey.utf8("no such row"));
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload = new Workload(table, 400, SEED).start()) {
                assertThat(site.run(0, "reindex", name, "--engine", "mapreduce", "-o", "json"))
                        .contains("\"state\":\"done\"", "\"percent\":100")
                        .containsPattern("\"touched\":[1-9]");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void aSnapshotOfTheTableIsReindexedAndTakenAway(Servers servers, @TempDir Path directory) throws Exception {
        String name = "mapreducesnapshot";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload = new Workload(table, 400, SEED).start()) {
                assertThat(site.run(0, "reindex", name, "--engine", "mapreduce", "--snapshot", "-o", "json"))
                        .contains("\"state\":\"done\"", "\"percent\":100");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
            assertThat(indexer.isAlive()).isTrue();
        }
        assertNoSnapshotIsLeft(servers);
    }

    @Test
    @OnlyWithFaults
    void killedItGoesOnWithTheRegionsThatAreLeft(Servers servers, @TempDir Path directory) throws Exception {
        String name = "mapreducekill";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        String[] command = {"reindex", name, "--engine", "mapreduce", "--threads", "1", "--rows-per-second", "40"};
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            List<String> line =
                    new ArrayList<>(List.of("--config", site.config().toString()));
            line.addAll(List.of(command));
            try (SearchProcess killed =
                    SearchProcess.start("io.hbasesearch.cli.Main", site.log("killed"), line.toArray(String[]::new))) {
                Oracle.await("a region is done", CONVERGENCE, () -> number(site, "percent") >= 33);
                ProcessHandle.of(killed.pid()).orElseThrow().descendants().forEach(ProcessHandle::destroyForcibly);
                killed.kill();
            }
            long before = number(site, "rows");
            assertThat(before).isPositive();
            assertThat(site.run(0, command)).contains("done");
            assertThat(number(site, "rows") - before).isBetween(1L, OLD_ROWS * 3L / 4);
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    @OnlyWithFaults
    void aSnapshotThatTookTooLongIsNotWrittenAndTheHintSaysWhatToDo(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "mapreduceold";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        Path config = site.configWithIndexer("old", "{scrub: {enabled: false}, stubRetention: 60s}");
        nameSite(config, servers);
        try (SearchProcess indexer = SearchProcess.start(config, site.log("indexer"), "indexer")) {
            assertThat(site.run(
                            config,
                            1,
                            "reindex",
                            name,
                            "--engine",
                            "mapreduce",
                            "--snapshot",
                            "--rows-per-second",
                            "10"))
                    .contains("READ_TOO_OLD", "indexer.stubRetention", "--from");
            assertThat(indexer.isAlive()).isTrue();
        }
        assertNoSnapshotIsLeft(servers);
    }

    private static void assertNoSnapshotIsLeft(Servers servers) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            assertThat(admin.listSnapshots(Pattern.compile("hbase-search-reindex-.*")))
                    .isEmpty();
        }
    }

    /** A table with rows that nothing announced, and an index that has none of them. */
    static Site site(Servers servers, Path directory, String name, TestTable table) throws Exception {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < OLD_ROWS; i++) {
            puts.add(new Put(Workload.row(i))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("old row " + i))
                    .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes((long) i)));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        nameSite(site.config(), servers);
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        assertThat(site.oracle().read()).isEmpty();
        return site;
    }

    /** Where HBase's files are. */
    private static void nameSite(Path config, Servers servers) throws IOException {
        String text = Files.readString(config);
        Files.writeString(
                config,
                text.replace("hbase:\n", "hbase:\n  site: " + servers.hbase().siteFile() + "\n"));
    }

    private static long number(Site site, String field) {
        try {
            String status = site.run(0, "reindex", "status", site.index(), "-o", "json");
            return Long.parseLong(status.replaceAll("(?s).*\"" + field + "\":(\\d+).*", "$1"));
        } catch (AssertionError e) {
            // Not begun yet.
            return 0;
        }
    }
}
