/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What no event announces, each with a table of its own and one indexer whose scrub is in a hurry. After each, the index must
 * equal the table, and the topic must hold no edit that told of it: it was the scrub.
 */
@ExtendWith(Servers.Extension.class)
class ScrubIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final List<String> TABLES =
            List.of("ttl", "versions", "skipwal", "truncated", "restored", "history", "unrecorded");
    private static final String HASTE = "{scrub: {rowsPerSecond: 10000, pauseBetweenPasses: 200ms, settle: 50ms}}";
    private static final int ROWS = 30;

    @TempDir
    private static Path directory;

    private static Servers servers;
    private static final Map<String, Site> sites = new TreeMap<>();
    private static SearchProcess indexer;

    @BeforeAll
    static void startOneIndexerForAll(Servers shared) throws Exception {
        servers = shared;
        for (String name : TABLES) {
            TestTable.create(servers.connection(), name, 1, Bytes.toBytes("m"));
            Site site = new Site(servers.addresses(), directory, "default:" + name, name);
            site.addPeer(name, name, 1);
            site.run(0, "index", "create", name);
            sites.put(name, site);
        }
        Site any = sites.get("ttl");
        indexer = SearchProcess.start(any.configWithIndexer("haste", HASTE), any.log("indexer"), "indexer");
    }

    @AfterAll
    static void stopIndexer() throws InterruptedException {
        if (indexer != null) {
            assertThat(indexer.isAlive()).as("the indexer is still there").isTrue();
            indexer.close();
        }
    }

    @Test
    void rowsWhoseTimeIsOver() throws Exception {
        long old = System.currentTimeMillis() - TimeUnit.HOURS.toMillis(2);
        put("ttl", "a-goes", old);
        put("ttl", "z-goes", old);
        put("ttl", "stays", System.currentTimeMillis());
        Oracle.await("all three are in the index", LIMIT, () -> documents("ttl") == 3);
        long edits = edits("ttl");

        alterFamily("ttl", family -> family.setTimeToLive((int) TimeUnit.HOURS.toSeconds(1)));
        Oracle.await("their time is over", LIMIT, () -> rows("ttl").size() == 1);
        awaitEqual("ttl");
        assertThat(edits("ttl")).isEqualTo(edits);
        assertThat(documents("ttl")).isEqualTo(1);
    }

    /** A deleted version showed an older one, which was one too many all along: a compaction may take it at any time. */
    @Test
    void versionsThatACompactionTakes() throws Exception {
        byte[] row = Bytes.toBytes("row");
        try (Table table = open("versions");
                Admin admin = servers.connection().getAdmin()) {
            table.put(new Put(row, 1).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("old")));
            admin.flush(table.getName());
            table.put(new Put(row, 2).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("new")));
            admin.flush(table.getName());
            table.delete(new Delete(row).addColumn(TestTable.FAMILY, TestTable.TEXT, 2));
            put("versions", "other", System.currentTimeMillis());
            assertThat(rows("versions")).containsKey(RowKey.copyOf(row));
            Oracle.await("all of that is announced", LIMIT, () -> edits("versions") >= 4);
            awaitEqual("versions");
            long edits = edits("versions");

            admin.majorCompact(table.getName());
            Oracle.await(
                    "the old version is gone", LIMIT, () -> rows("versions").size() == 1);
            Oracle.await("compacted", LIMIT, () -> compaction(admin) == CompactionState.NONE);
            awaitEqual("versions");
            assertThat(edits("versions")).isEqualTo(edits);
            assertThat(documents("versions")).isEqualTo(1);
        }
    }

    @Test
    void writesThatSkipTheLog() throws Exception {
        putAll("skipwal", "logged", Durability.SYNC_WAL);
        putAll("skipwal", "unlogged", Durability.SKIP_WAL);
        awaitEqual("skipwal");
        assertThat(rows("skipwal")).hasSize(2 * ROWS);
        assertThat(edits("skipwal")).isEqualTo(ROWS);
        assertThat(touchedRows("skipwal", "unlogged")).isEqualTo(ROWS);
    }

    @Test
    void aTruncatedTable() throws Exception {
        putAll("truncated", "row", Durability.SYNC_WAL);
        awaitEqual("truncated");
        long edits = edits("truncated");
        try (Table table = open("truncated");
                Admin admin = servers.connection().getAdmin()) {
            admin.disableTable(table.getName());
            admin.truncateTable(table.getName(), true);
        }
        Oracle.await("nothing is found any more", LIMIT, () -> documents("truncated") == 0);
        assertThat(edits("truncated")).isEqualTo(edits);
    }

    @Test
    void aSnapshotThatIsRestored() throws Exception {
        putAll("restored", "kept", Durability.SYNC_WAL);
        awaitEqual("restored");
        try (Table table = open("restored");
                Admin admin = servers.connection().getAdmin()) {
            admin.snapshot("before", table.getName());
            putAll("restored", "late", Durability.SYNC_WAL);
            table.delete(new Delete(Bytes.toBytes("kept-00")));
            table.put(new Put(Bytes.toBytes("kept-01"))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("changed")));
            awaitEqual("restored");
            long edits = edits("restored");

            admin.disableTable(table.getName());
            admin.restoreSnapshot("before");
            admin.enableTable(table.getName());
            awaitEqual("restored");
            assertThat(edits("restored")).isEqualTo(edits);
            assertThat(documents("restored")).isEqualTo(ROWS);
        }
    }

    @Test
    void whatHappenedWhileThereWasNoPeer() throws Exception {
        putAll("history", "told", Durability.SYNC_WAL);
        awaitEqual("history");
        try (Table table = open("history");
                Admin admin = servers.connection().getAdmin()) {
            admin.removeReplicationPeer("history");
            putAll("history", "untold", Durability.SYNC_WAL);
            table.delete(new Delete(Bytes.toBytes("told-00")));
            // A new peer begins with the log that is being written.
            for (ServerName server : admin.getRegionServers()) {
                admin.rollWALWriter(server);
            }
        }
        sites.get("history").addPeer("history", "history", 1);
        awaitEqual("history");
        assertThat(rows("history")).hasSize(2 * ROWS - 1);
        assertThat(touchedRows("history", "untold")).isEqualTo(ROWS);
        assertThat(touchedRows("history", "told-00")).isEqualTo(1);
    }

    /** These servers do not record bulk loads for replication, as HBase does by default. */
    @Test
    void filesThatAreLoadedUnrecorded(@TempDir Path files) throws Exception {
        putAll("unrecorded", "put", Durability.SYNC_WAL);
        BulkLoads.load(servers.hbase(), "unrecorded", files, "loaded", ROWS);
        awaitEqual("unrecorded");
        assertThat(rows("unrecorded")).hasSize(2 * ROWS);
        assertThat(edits("unrecorded")).isEqualTo(ROWS);
        assertThat(sites.get("unrecorded").events("default", "unrecorded").events())
                .noneMatch(event -> event.getCause() == RowMutation.Cause.BULK_LOAD);
    }

    private static void awaitEqual(String name) {
        Oracle.await("index " + name + " equals its table", LIMIT, () -> differences(name)
                .isEmpty());
    }

    private static List<String> differences(String name) {
        return calling(() -> sites.get(name).oracle().differences(rows(name)));
    }

    private static Map<RowKey, Map<String, Object>> rows(String name) {
        return calling(() -> TestTable.existing(servers.connection(), name).expected());
    }

    private static long documents(String name) {
        return calling(() -> sites.get(name).oracle().read().values().stream()
                .filter(document -> !document.stub())
                .count());
    }

    private static long edits(String name) {
        return calling(() -> sites.get(name).events("default", name).events().stream()
                .filter(event -> event.getCause() == RowMutation.Cause.EDIT)
                .count());
    }

    private static long touchedRows(String name, String prefix) {
        return calling(() -> sites.get(name).events("default", name).events().stream()
                .filter(event -> event.getCause() == RowMutation.Cause.TOUCH)
                .map(event -> event.getRow().toStringUtf8())
                .filter(row -> row.startsWith(prefix))
                .distinct()
                .count());
    }

    private static CompactionState compaction(Admin admin) {
        return calling(() -> admin.getCompactionState(open("versions").getName()));
    }

    private static Table open(String name) throws IOException {
        return TestTable.existing(servers.connection(), name).open();
    }

    private static void put(String name, String row, long timestamp) throws IOException {
        try (Table table = open(name)) {
            table.put(new Put(Bytes.toBytes(row), timestamp)
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("value")));
        }
    }

    private static void putAll(String name, String prefix, Durability durability) throws IOException {
        try (Table table = open(name)) {
            for (int i = 0; i < ROWS; i++) {
                table.put(new Put(Bytes.toBytes(String.format("%s-%02d", prefix, i)))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("value " + i))
                        .setDurability(durability));
            }
        }
    }

    private interface Change {
        ColumnFamilyDescriptorBuilder to(ColumnFamilyDescriptorBuilder family);
    }

    private static void alterFamily(String name, Change change) throws IOException {
        try (Table table = open(name);
                Admin admin = servers.connection().getAdmin()) {
            TableDescriptor before = table.getDescriptor();
            ColumnFamilyDescriptor family = before.getColumnFamily(TestTable.FAMILY);
            admin.modifyTable(TableDescriptorBuilder.newBuilder(before)
                    .modifyColumnFamily(change.to(ColumnFamilyDescriptorBuilder.newBuilder(family))
                            .build())
                    .build());
        }
    }

    private interface Call<T> {
        T now() throws Exception;
    }

    private static <T> T calling(Call<T> call) {
        try {
            return call.now();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
