/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is done to a table as a whole: documents follow, or the index says why they do not. */
@ExtendWith(Servers.Extension.class)
@Timeout(180)
@OnlyWithFaults
class TableChangesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final byte[] OTHER = Bytes.toBytes("other");

    private final Servers servers;
    private Admin admin;

    @TempDir
    private Path directory;

    private String name;
    private TestTable table;
    private Site site;
    private RunningIndexer running;

    TableChangesIT(Servers servers) {
        this.servers = servers;
    }

    @BeforeEach
    void admin() throws IOException {
        admin = servers.connection().getAdmin();
    }

    @AfterEach
    void close() throws IOException {
        if (running != null) {
            running.close();
        }
        admin.close();
    }

    @Test
    void anAlteredTableIsFollowed() throws Exception {
        begin("altered");
        put(0, 20);
        awaitConverged();
        admin.addColumnFamily(tableName(), family("later", 0).build());
        admin.modifyColumnFamily(
                tableName(),
                family("d", 1).setMaxVersions(5).setTimeToLive(86_400).build());
        admin.deleteColumnFamily(tableName(), OTHER);
        put(10, 40);
        delete(5);

        awaitConverged();
        assertThat(status().state()).isEqualTo(IndexStatus.State.RUNNING);
    }

    @Test
    void aDroppedFamilyThatIsMappedStopsTheIndexAndNamesTheFamily() throws Exception {
        begin("dropped_family");
        put(0, 20);
        awaitConverged();
        admin.deleteColumnFamily(tableName(), TestTable.FAMILY);

        awaitState(IndexStatus.State.FAILED);
        assertThat(status().reason().code()).contains(ErrorCode.CONFIGURATION_INVALID);
        assertThat(status().reason().message()).contains("family");
        running.close();

        // Its values are gone: the documents of all rows are too many, and verify says so.
        admin.addColumnFamily(tableName(), family("d", 1).build());
        running = RunningIndexer.start(site);
        put(0, 3);
        awaitRows(3, 20);
        assertThat(site.run(4, "verify", site.index())).contains("17 extra");
        touchAll();
        awaitConverged();
    }

    @Test
    void aFamilyThatIsNoLongerAnnouncedShowsInTheHealth() throws Exception {
        begin("silenced");
        put(0, 10);
        awaitConverged();
        admin.modifyColumnFamily(tableName(), family("d", 0).build());
        awaitState(IndexStatus.State.DEGRADED);
        assertThat(status().reason().message()).contains("REPLICATION_SCOPE", "peer add --set-scope");
        put(10, 15);

        site.run(0, "peer", "add", "--peer-id", name, "--table", name, "--set-scope", "--replication-factor", "1");
        awaitState(IndexStatus.State.RUNNING);
        assertThat(site.run(4, "verify", site.index())).contains("5 missing");
        put(10, 20);
        awaitConverged();
    }

    @Test
    void aDisabledTableIsWaitedFor() throws Exception {
        begin("disabled");
        put(0, 10);
        awaitConverged();
        admin.disableTable(tableName());
        awaitState(IndexStatus.State.DEGRADED);
        assertThat(status().reason().message()).contains("disabled");
        touchAll();
        Oracle.await(
                "touches that wait for their rows",
                PATIENCE,
                () -> status().progress().bufferedEvents() == 10);
        // Through several attempts to read them.
        Awaitility.await("no row taken for gone")
                .during(Duration.ofSeconds(3))
                .atMost(PATIENCE)
                .until(() -> status().state() == IndexStatus.State.DEGRADED
                        && status().progress().bufferedEvents() == 10
                        && site.oracle().read().values().stream().noneMatch(document -> document.stub()));

        admin.enableTable(tableName());
        put(5, 20);
        awaitConverged();
        awaitState(IndexStatus.State.RUNNING);
    }

    @Test
    void aTruncatedTableIsNoticedAndItsOldDocumentsGo() throws Exception {
        begin("truncated");
        put(0, 20);
        awaitConverged();
        admin.disableTable(tableName());
        admin.truncateTable(tableName(), true);
        Oracle.await(
                "the truncation to be noticed",
                PATIENCE,
                () -> running.metrics().replaced() == 1);
        put(0, 3);

        // The scrub is off, and nobody touches anything.
        awaitConverged();
        awaitState(IndexStatus.State.RUNNING);
        assertThat(site.run(0, "verify", site.index())).contains("Nothing differs");
    }

    @Test
    void aDroppedTableStopsItsIndexWithTheCommandThatHeals() throws Exception {
        begin("dropped");
        put(0, 10);
        awaitConverged();
        admin.disableTable(tableName());
        admin.deleteTable(tableName());

        awaitState(IndexStatus.State.FAILED);
        assertThat(status().reason().code()).contains(ErrorCode.TABLE_NOT_FOUND);
        assertThat(status().reason().hint().orElseThrow()).contains("index delete");
    }

    @Test
    void aTableThatIsDroppedAndCreatedAgainIsFollowed() throws Exception {
        begin("again");
        put(0, 20);
        awaitConverged();
        // As after a restart in between, which no wait of the watch's can be too short for.
        running.close();
        admin.disableTable(tableName());
        admin.deleteTable(tableName());
        table = create();
        running = RunningIndexer.start(site);
        put(0, 3);
        awaitRows(3, 20);
        assertThat(site.run(4, "verify", site.index())).contains("17 extra");

        touchAll();
        awaitConverged();
        assertThat(status().state()).isEqualTo(IndexStatus.State.RUNNING);
    }

    private void begin(String tableOfTest) throws Exception {
        // Other tests on these servers have tables of their own.
        name = "changed_" + tableOfTest;
        table = create();
        site = new Site(servers.addresses(), directory, "default:" + name, name);
        site.configWithIndexer("hbase-search", "{identityInterval: 1s, scrub: {enabled: false}}");
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        running = RunningIndexer.start(site);
    }

    private TestTable create() throws IOException {
        TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
                .setColumnFamily(family("other", 1).build());
        return TestTable.create(servers.connection(), descriptor, 1);
    }

    private static ColumnFamilyDescriptorBuilder family(String family, int scope) {
        return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family)).setScope(scope);
    }

    private TableName tableName() {
        return table.name();
    }

    private IndexStatus status() {
        return running.status();
    }

    private void awaitState(IndexStatus.State state) {
        Oracle.await("state " + state, PATIENCE, () -> status().state() == state);
    }

    private void awaitConverged() throws Exception {
        site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", name));
    }

    /** Rows of the table and documents of the index may differ here. */
    private void awaitRows(int changed, int documents) {
        Oracle.await("new rows", PATIENCE, () -> {
            try {
                return site.oracle().read().values().stream()
                                        .filter(document -> String.valueOf(
                                                        document.fields().get("note"))
                                                .equals("note " + puts))
                                        .count()
                                == changed
                        && site.oracle().read().size() == documents;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Every row that the index knows is read again, as repair does. */
    private void touchAll() throws Exception {
        try (KafkaTouches touches =
                new KafkaTouches(running.configuration().service().kafka())) {
            touches.touch(
                    running.backend().admin().find(site.index()).orElseThrow(),
                    site.oracle().read().keySet());
        }
    }

    private int puts;

    private void put(int from, int to) throws IOException {
        puts++;
        List<Put> rows = new ArrayList<>();
        for (int i = from; i < to; i++) {
            rows.add(new Put(Bytes.toBytes("row" + i))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("text of row " + i))
                    .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes("note " + puts)));
        }
        try (Table open = table.open()) {
            open.put(rows);
        }
    }

    private void delete(int number) throws IOException {
        try (Table open = table.open()) {
            open.delete(new Delete(Bytes.toBytes("row" + number)));
        }
    }
}
