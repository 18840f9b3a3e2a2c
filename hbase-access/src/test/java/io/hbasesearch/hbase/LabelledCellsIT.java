/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.servers.HBaseServer;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.security.visibility.VisibilityClient;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Reads rows whose cells have visibility labels as a user without authorizations: every way to read knows the same rows, and of each the
 * cells that this user may see.
 */
@DisabledIfSystemProperty(
        named = "hbasesearch.faults.skip",
        matches = "true",
        disabledReason = "it starts an HBase of its own: ./mvnw -Pfaults verify runs it")
@Timeout(180)
class LabelledCellsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String CONTROLLER = "org.apache.hadoop.hbase.security.visibility.VisibilityController";
    private static final TableId TABLE = TableId.parse("labelled");
    private static final ColumnName HIDDEN = ColumnName.of("d", "a");
    private static final ColumnName SHOWN = ColumnName.of("d", "b");
    private static final ColumnName OTHER_FAMILY = ColumnName.of("m", "c");
    private static final List<RowKey> VISIBLE =
            List.of(RowKey.utf8("first-cell-hidden"), RowKey.utf8("nothing-hidden"), RowKey.utf8("one-family-hidden"));
    private static final RowKey ALL_HIDDEN = RowKey.utf8("all-hidden");
    private static final RowKey LAST_ALL_HIDDEN = RowKey.utf8("z-all-hidden");

    private static HBaseServer server;
    private static HBaseConnections connections;
    private static HBaseRowReader reader;

    @BeforeAll
    static void start() throws Exception {
        server = HBaseServer.builder(Files.createTempDirectory("hbase-search-labels-test"))
                .setting("hbase.security.authorization", "true")
                .setting("hbase.coprocessor.master.classes", CONTROLLER)
                .setting("hbase.coprocessor.region.classes", CONTROLLER)
                .deleteDataOnClose()
                .build();
        server.start();
        server.awaitReady(Duration.ofSeconds(120));
        Configuration configuration = HBaseConfiguration.create();
        server.clientSettings().forEach(configuration::set);
        try (Connection connection = ConnectionFactory.createConnection(configuration)) {
            write(connection);
        }
        HBaseConfig config =
                new HBaseConfig("127.0.0.1:" + server.zooKeeperPort(), "/hbase", Optional.empty(), Map.of(), TIMEOUT);
        connections = new HBaseConnections(config);
        // A connection keeps the user that opened it.
        UserGroupInformation.createRemoteUser("reader").doAs((PrivilegedExceptionAction<Object>) connections::get);
        reader = new HBaseRowReader(connections);
    }

    @AfterAll
    static void stop() {
        connections.close();
        server.close();
    }

    private static void write(Connection connection) throws Exception {
        try {
            VisibilityClient.addLabels(connection, new String[] {"secret"});
        } catch (Throwable e) {
            throw new IllegalStateException("the label was not added", e);
        }
        TableName name = Results.tableName(TABLE);
        connection
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(name)
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
                        .build());
        try (Table table = connection.getTable(name)) {
            table.put(List.of(
                    secret("first-cell-hidden", HIDDEN),
                    open("first-cell-hidden", SHOWN),
                    open("nothing-hidden", SHOWN),
                    secret("one-family-hidden", SHOWN),
                    open("one-family-hidden", OTHER_FAMILY),
                    secret("all-hidden", SHOWN),
                    secret("z-all-hidden", OTHER_FAMILY)));
        }
    }

    private static Put secret(String row, ColumnName column) {
        return open(row, column).setCellVisibility(new CellVisibility("secret"));
    }

    private static Put open(String row, ColumnName column) {
        return new Put(Bytes.toBytes(row))
                .addColumn(Bytes.toBytes(column.family()), column.qualifier().toBytes(), Bytes.toBytes("value"));
    }

    private static List<RowKey> keys(RowCursor cursor) {
        List<RowKey> keys = new ArrayList<>();
        try (cursor) {
            cursor.forEachRemaining(row -> keys.add(row.key()));
        }
        return keys;
    }

    @Test
    void aReadKnowsTheRowsAndCellsThatItsUserMaySee() {
        List<RowKey> asked = new ArrayList<>(VISIBLE);
        asked.add(ALL_HIDDEN);
        asked.add(LAST_ALL_HIDDEN);
        List<Row> rows = reader.read(TABLE, ColumnSelection.everything(), asked, TIMEOUT);
        assertThat(rows).filteredOn(row -> !row.isEmpty()).extracting(Row::key).containsExactlyElementsOf(VISIBLE);
        assertThat(rows)
                .flatExtracting(Row::cells)
                .extracting(Cell::column)
                .containsExactly(SHOWN, SHOWN, OTHER_FAMILY);
    }

    @Test
    void aScanReturnsTheSameRows() {
        assertThat(keys(reader.scan(TABLE, ColumnSelection.everything(), KeyRange.all())))
                .containsExactlyElementsOf(VISIBLE);
    }

    @Test
    void keysThatMatchAFilterAreThoseOfTheSameRows() {
        RowFilter all = new RowFilter(ColumnSelection.everything(), OptionalLong.of(0), OptionalLong.empty());
        assertThat(keys(reader.matching(TABLE, all, KeyRange.all()))).containsExactlyElementsOf(VISIBLE);
    }

    @Test
    void theFirstAndTheLastRowAreVisibleOnes() {
        KeyRange range = new KeyRange(ByteArray.empty(), ByteArray.utf8("nothing"));
        assertThat(reader.last(TABLE, range)).contains(VISIBLE.get(0));
        assertThat(reader.last(TABLE, KeyRange.all())).contains(VISIBLE.get(2));
        assertThat(reader.after(TABLE, KeyRange.all(), 0)).contains(VISIBLE.get(0));
        assertThat(reader.after(TABLE, KeyRange.all(), 2)).contains(VISIBLE.get(2));
    }
}
