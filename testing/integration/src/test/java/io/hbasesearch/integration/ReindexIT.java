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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code reindex} in place, on real servers and against the oracle. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class ReindexIT {
    private static final long SEED = 41;
    private static final Duration CONVERGENCE = Duration.ofMinutes(3);
    private static final int OLD_ROWS = 600;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};
    /** Slow enough to be met in the midst of its work. */
    private static final String RATE = "15";

    @Test
    void anIndexIsFilledFromRowsOlderThanItsPeerWhileRowsChangeAndGo(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexfill";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload = new Workload(table, 400, SEED).start()) {
                assertThat(site.run(0, "reindex", name, "--rows-per-second", "100", "-o", "json"))
                        .contains("\"state\":\"done\"", "\"percent\":100")
                        .contains("\"type\":\"progress\"", "\"percent_done\":", "\"seconds_remaining\":");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", name));
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void aSecondRunHealsWhatWasMadeStaleByHandAndHasRowsThatAreGoneTakenOut(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexheal";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name, table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.run(0, "reindex", name);
            assertEqual(site, table);
            RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), name);
            raw.change(key(3), "planted");
            raw.change(key(300), "planted");
            raw.delete(key(7));
            raw.add(RowKey.utf8("no such row"));
            assertThat(site.oracle().differences(table.expected())).hasSize(4);
            // Those outside of the range stay.
            assertThat(site.run(0, "reindex", name, "--from", "\\xFF\\xFF", "-o", "json"))
                    .contains("\"touched\":0");
            assertThat(site.oracle().differences(table.expected())).hasSize(4);
            assertThat(site.run(0, "reindex", name, "-o", "json")).contains("\"touched\":1");
            assertEqual(site, table);
            assertThat(site.run(0, "reindex", "status", name)).contains("done");
            assertThat(indexer.isAlive()).isTrue();
        }
        changedDefinition(site, directory, name);
    }

    private static void changedDefinition(Site site, Path directory, String name) throws IOException {
        Path definition = directory.resolve("indexes").resolve(name + ".yaml");
        Files.writeString(definition, Files.readString(definition).replace("type: keyword", "type: text"));
        assertThat(site.run(13, "reindex", name)).contains("definition", "reindex " + name + " --rebuild");
    }

    @Test
    @OnlyWithFaults
    void killedAgainAndAgainItGoesOnThroughASplitAndTwoCannotFight(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexkill";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = site(servers, directory, name, table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 200, SEED).start()) {
            String[] command = command(site, name);
            for (int kill = 0; kill < 2; kill++) {
                Path log = site.log("killed-" + kill);
                long before = rows(site, name);
                try (SearchProcess killed = SearchProcess.start("io.hbasesearch.cli.Main", log, command)) {
                    Oracle.await("it works", CONVERGENCE, () -> rows(site, name) > before + 40);
                    if (kill == 0) {
                        assertThat(site.run(1, "reindex", name, "-o", "json"))
                                .contains("INDEX_LOCKED", "process " + killed.pid());
                    } else {
                        splitLast(servers, table);
                    }
                    killed.kill();
                }
            }
            long before = rows(site, name);
            assertThat(site.run(0, "reindex", name, "-o", "json")).contains("\"state\":\"done\"");
            assertThat(rows(site, name)).isGreaterThan(before);
            workload.close();
            assertEqual(site, table);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void splitLast(Servers servers, TestTable table) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            List<RegionInfo> regions = admin.getRegions(table.name());
            RegionInfo last = regions.get(regions.size() - 1);
            admin.splitRegionAsync(last.getRegionName(), Bytes.toBytesBinary("\\xD0"))
                    .get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void itIsPausedResumedAndCancelledFromElsewhereAndCtrlCSaysHowToGoOn(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexcontrol";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = site(servers, directory, name, table);
        assertThat(site.run(1, "reindex", "status", name)).contains("never");
        String[] command = command(site, name);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            Path log = site.log("controlled");
            try (SearchProcess running = SearchProcess.start("io.hbasesearch.cli.Main", log, command)) {
                Oracle.await("it works", CONVERGENCE, () -> rows(site, name) > 0);
                assertThat(site.run(0, "reindex", "pause", name, "-o", "json")).contains("\"state\":\"paused\"");
                long paused = rows(site, name);
                assertThat(site.run(0, "reindex", "resume", name, "-o", "json")).contains("\"state\":\"running\"");
                Oracle.await("it goes on", CONVERGENCE, () -> rows(site, name) > paused);
                assertThat(running.stop()).isEqualTo(130);
            }
            assertThat(Files.readString(log))
                    .contains("Go on with: hbase-search reindex " + name, "--rows-per-second " + RATE)
                    .contains("\"type\":\"progress\"");
            assertThat(site.run(0, "reindex", "status", name, "-o", "json")).contains("\"state\":\"stopped\"");
            // Of other rows it must not be forgotten.
            assertThat(site.run(1, "reindex", name, "--to", "a")).contains("unfinished", "reindex cancel " + name);
            assertThat(site.run(0, "reindex", "cancel", name, "-o", "json")).contains("\"state\":\"cancelled\"");
            assertThat(site.run(0, "reindex", name, "--to", "a", "-o", "json")).contains("\"state\":\"done\"");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** A table with rows that nothing announced, and an index that has none of them. */
    private static Site site(Servers servers, Path directory, String name, TestTable table) throws Exception {
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
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        assertThat(site.oracle().read()).isEmpty();
        return site;
    }

    private static String[] command(Site site, String name) {
        return new String[] {
            "--config",
            site.config().toString(),
            "-o",
            "json",
            "reindex",
            name,
            "--rows-per-second",
            RATE,
            "--threads",
            "2"
        };
    }

    private static RowKey key(int number) {
        return RowKey.copyOf(Workload.row(number));
    }

    private static long rows(Site site, String name) {
        try {
            String status = site.run(0, "reindex", "status", name, "-o", "json");
            return Long.parseLong(status.replaceAll("(?s).*\"rows\":(\\d+).*", "$1"));
        } catch (AssertionError e) {
            // Not begun yet.
            return 0;
        }
    }

    private static void assertEqual(Site site, TestTable table) throws Exception {
        Map<RowKey, Map<String, Object>> expected = table.expected();
        assertThat(expected).isNotEmpty();
        Oracle.await("equality", CONVERGENCE, () -> {
            try {
                return site.oracle().differencesOrWhyNot(expected).isEmpty();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
