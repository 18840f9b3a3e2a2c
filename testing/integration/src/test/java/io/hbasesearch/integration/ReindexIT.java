/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
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
    private static final int OLD_ROWS = 600;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};
    /** Slow enough to be met in the midst of its work. */
    private static final String RATE = "15";

    private static final String[] SLOWLY = {"--rows-per-second", RATE, "--threads", "2"};

    @Test
    void anIndexIsFilledFromRowsOlderThanItsPeerWhileRowsChangeAndGo(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexfill";
        ReindexStand stand = ReindexStand.withIndex(servers, directory, name, OLD_ROWS, SPLITS);
        Site site = stand.site();
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload = new Workload(stand.table(), 400, SEED).start()) {
                assertThat(site.run(0, "reindex", name, "--rows-per-second", "100", "-o", "json"))
                        .contains("\"state\":\"done\"", "\"percent\":100")
                        .contains("\"type\":\"progress\"", "\"percent_done\":", "\"seconds_remaining\":");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            stand.awaitConverged();
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    void secondRunRepairsStaleDocumentsAndRemovesOnesWithoutARow(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexheal";
        ReindexStand stand = ReindexStand.withIndex(servers, directory, name, OLD_ROWS);
        TestTable table = stand.table();
        Site site = stand.site();
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.run(0, "reindex", name);
            stand.awaitEqual();
            RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), name);
            raw.change(ReindexStand.key(3), "planted");
            raw.change(ReindexStand.key(300), "planted");
            raw.delete(ReindexStand.key(7));
            raw.add(RowKey.utf8("no such row"));
            assertThat(site.oracle().differences(table.expected())).hasSize(4);
            // Those outside of the range stay.
            assertThat(site.run(0, "reindex", name, "--from", "\\xFF\\xFF", "-o", "json"))
                    .contains("\"touched\":0");
            assertThat(site.oracle().differences(table.expected())).hasSize(4);
            assertThat(site.run(0, "reindex", name, "-o", "json")).contains("\"touched\":1");
            stand.awaitEqual();
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
        ReindexStand stand = ReindexStand.withIndex(servers, directory, name, OLD_ROWS, SPLITS);
        TestTable table = stand.table();
        Site site = stand.site();
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 200, SEED).start()) {
            for (int kill = 0; kill < 2; kill++) {
                long before = stand.counts().rows();
                try (SearchProcess killed = stand.start("killed-" + kill, SLOWLY)) {
                    stand.awaitRows(before + 40);
                    if (kill == 0) {
                        assertThat(site.run(1, "reindex", name, "-o", "json"))
                                .contains("INDEX_LOCKED", "process " + killed.pid());
                    } else {
                        splitLast(servers, table);
                    }
                    killed.kill();
                }
            }
            long before = stand.counts().rows();
            assertThat(stand.run(0)).contains("\"state\":\"done\"");
            assertThat(stand.counts().rows()).isGreaterThan(before);
            workload.close();
            stand.awaitEqual();
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
    @OnlyWithFaults
    void reindexIsControlledFromElsewhereAndCtrlCSaysHowToResume(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "reindexcontrol";
        ReindexStand stand = ReindexStand.withIndex(servers, directory, name, OLD_ROWS);
        Site site = stand.site();
        assertThat(site.run(1, "reindex", "status", name)).contains("never");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (SearchProcess running = stand.start("controlled", SLOWLY)) {
                stand.awaitRows(1);
                assertThat(site.run(0, "reindex", "pause", name, "-o", "json")).contains("\"state\":\"paused\"");
                long paused = stand.counts().rows();
                assertThat(site.run(0, "reindex", "resume", name, "-o", "json")).contains("\"state\":\"running\"");
                stand.awaitRows(paused + 1);
                assertThat(running.stop()).isEqualTo(130);
            }
            assertThat(Files.readString(site.log("controlled")))
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
}
