/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawWrites;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code reindex --engine mapreduce} with Hadoop's local runner: a real job, on real servers and against the oracle. */
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class MapReduceReindexIT {
    private static final long SEED = 43;
    private static final int OLD_ROWS = 600;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};
    private static final String[] JOB = {"--engine", "mapreduce"};

    @Test
    void theTableAndASnapshotOfItAreReindexedWhileRowsChangeAndGo(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "mapreducelive";
        ReindexStand stand = stand(servers, directory, name);
        Site site = stand.site();
        RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), name);
        // Of rows that never were: only the other way of the backfill finds them.
        raw.add(RowKey.utf8("no such row"));
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload = new Workload(stand.table(), 400, SEED).startSlowly(200)) {
                assertThat(stand.run(0, JOB))
                        .contains("\"state\":\"done\"", "\"percent\":100")
                        .containsPattern("\"touched\":[1-9]");
                raw.add(RowKey.utf8("nor this"));
                assertThat(stand.run(0, "--engine", "mapreduce", "--snapshot"))
                        .contains("\"state\":\"done\"", "\"percent\":100")
                        .containsPattern("\"touched\":[1-9]");
                assertThat(workload.operations()).isGreaterThan(100);
            }
            stand.awaitConverged();
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(snapshots(servers)).isZero();
    }

    @Test
    @OnlyWithFaults
    void aSnapshotIsReadPastTheRegionServers(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = stand(servers, directory, "mapreducesnapshot");
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            long before = reads(servers, stand.table());
            assertThat(stand.run(0, "--engine", "mapreduce", "--snapshot")).contains("\"rows\":" + OLD_ROWS);
            assertThat(reads(servers, stand.table())).isEqualTo(before);
            stand.awaitConverged();
            before = reads(servers, stand.table());
            assertThat(stand.run(0, JOB)).contains("\"rows\":" + OLD_ROWS);
            assertThat(reads(servers, stand.table()) - before).isGreaterThanOrEqualTo(OLD_ROWS);
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(snapshots(servers)).isZero();
    }

    @Test
    @OnlyWithFaults
    void killedItGoesOnWithTheRegionsThatAreLeft(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = stand(servers, directory, "mapreducekill");
        String[] slowly = {"--engine", "mapreduce", "--threads", "1", "--rows-per-second", "40"};
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            try (SearchProcess killed = stand.start("killed", slowly)) {
                Oracle.await("a region is done", ReindexStand.PATIENCE, () -> fraction(stand) > 0 || !killed.isAlive());
                ProcessHandle.of(killed.pid()).orElseThrow().descendants().forEach(ProcessHandle::destroyForcibly);
                killed.kill();
            }
            long before = stand.counts().rows();
            assertThat(fraction(stand)).isBetween(0.3, 0.9);
            assertThat(stand.run(0, JOB)).contains("\"state\":\"done\"");
            assertThat(stand.counts().rows() - before).isBetween(1L, OLD_ROWS * 3L / 4);
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    @Test
    @OnlyWithFaults
    void itPausesAndStopsAndTakesItsSnapshotsAway(Servers servers, @TempDir Path directory) throws Exception {
        String name = "mapreducestop";
        ReindexStand stand = stand(servers, directory, name);
        String[] slowly = {"--engine", "mapreduce", "--snapshot", "--rows-per-second", "20"};
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            try (SearchProcess job = stand.start("stopped", slowly)) {
                stand.awaitRows(1);
                stand.site().run(0, "reindex", "pause", name);
                awaitState(stand, RunState.State.PAUSED);
                Oracle.await("its snapshot is gone", ReindexStand.PATIENCE, () -> snapshots(servers) == 0);
                stand.site().run(0, "reindex", "resume", name);
                awaitState(stand, RunState.State.RUNNING);
                Oracle.await("it has another", ReindexStand.PATIENCE, () -> snapshots(servers) == 1);
                assertThat(job.stop()).isEqualTo(130);
            }
            assertThat(Files.readString(stand.site().log("stopped"))).contains("INTERRUPTED", "--engine mapreduce");
            assertThat(stand.newest().map(RunState::state)).contains(RunState.State.STOPPED);
            assertThat(snapshots(servers)).isZero();
            assertThat(stand.run(0, "--engine", "mapreduce", "--snapshot")).contains("\"state\":\"done\"");
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void awaitState(ReindexStand stand, RunState.State state) {
        Oracle.await("it is " + state, ReindexStand.PATIENCE, () -> stand.newest()
                .filter(run -> run.state() == state)
                .isPresent());
    }

    private static double fraction(ReindexStand stand) {
        return stand.newest().map(run -> run.progress().fraction()).orElse(0.0);
    }

    @Test
    @OnlyWithFaults
    void aSnapshotThatTookTooLongIsNotWrittenAndTheHintSaysWhatToDo(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = stand(servers, directory, "mapreduceold");
        stand.configure("indexer: {", "indexer: {stubRetention: 60s, ");
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            assertThat(stand.run(1, "--engine", "mapreduce", "--snapshot", "--rows-per-second", "10"))
                    .contains("READ_TOO_OLD", "indexer.stubRetention", "--from");
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(snapshots(servers)).isZero();
    }

    @Test
    @OnlyWithFaults
    void aChangedDefinitionIsRefusedAndPointsAtRebuild(Servers servers, @TempDir Path directory) throws Exception {
        String name = "mapreducechanged";
        ReindexStand stand = stand(servers, directory, name);
        Path definition = directory.resolve("indexes").resolve(name + ".yaml");
        Files.writeString(definition, Files.readString(definition).replace("type: keyword", "type: text"));
        assertThat(stand.run(13, JOB)).contains("INDEX_INCOMPATIBLE", "definition", "reindex " + name + " --rebuild");
        assertThat(stand.newest()).isEmpty();
    }

    /** An index that is empty, and a configuration that says where HBase's files are. */
    private static ReindexStand stand(Servers servers, Path directory, String name) throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, name, OLD_ROWS, SPLITS);
        stand.configure("hbase:\n", "hbase:\n  site: " + servers.hbase().siteFile() + "\n");
        keepVersions(servers, stand.table());
        return stand;
    }

    /** A snapshot has regions flushed, which takes old versions away: a row may change so, and no event announces it. */
    static void keepVersions(Servers servers, TestTable table) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            ColumnFamilyDescriptor family = admin.getDescriptor(table.name()).getColumnFamily(TestTable.FAMILY);
            admin.modifyColumnFamily(
                    table.name(),
                    ColumnFamilyDescriptorBuilder.newBuilder(family)
                            .setMaxVersions(Integer.MAX_VALUE)
                            .build());
        }
    }

    /** What RegionServers were asked of a table since its regions were opened. */
    private static long reads(Servers servers, TestTable table) throws IOException {
        long reads = 0;
        try (Admin admin = servers.connection().getAdmin()) {
            for (ServerName server : admin.getRegionServers()) {
                List<RegionMetrics> regions = admin.getRegionMetrics(server, table.name());
                reads += regions.stream()
                        .mapToLong(RegionMetrics::getReadRequestCount)
                        .sum();
            }
        }
        return reads;
    }

    private static int snapshots(Servers servers) {
        try (Admin admin = servers.connection().getAdmin()) {
            return admin.listSnapshots(Pattern.compile("hbase-search-reindex-.*"))
                    .size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
