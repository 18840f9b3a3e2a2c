/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.servers.HBaseServer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(180)
class TableSampleIT {
    private static final TableId TABLE = TableId.parse("sampled");
    private static final ColumnName BODY = ColumnName.of("d", "body");
    private static final ColumnName SIZE = ColumnName.of("d", "size");
    private static final int ROWS = 300;

    private static HBaseServer server;
    private static HBaseConnections connections;

    @BeforeAll
    static void start() throws Exception {
        server = HBaseServer.builder(Files.createTempDirectory("hbase-search-table-sample-test"))
                .deleteDataOnClose()
                .build();
        server.start();
        server.awaitReady(Duration.ofSeconds(120));
        connections = new HBaseConnections(new HBaseConfig(
                "127.0.0.1:" + server.zooKeeperPort(), "/hbase", Optional.empty(), Map.of(), Duration.ofSeconds(10)));
        create();
        fill();
    }

    @AfterAll
    static void stop() {
        connections.close();
        server.close();
    }

    /** Of three regions: a, b to c, and one that stays empty. */
    private static void create() throws Exception {
        create(TABLE, new byte[][] {"b".getBytes(UTF_8), "x".getBytes(UTF_8)});
    }

    private static void create(TableId table, byte[][] starts) throws Exception {
        connections
                .get()
                .getAdmin()
                .createTable(
                        TableDescriptorBuilder.newBuilder(Results.tableName(table))
                                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
                                .build(),
                        starts)
                .get();
    }

    private static void fill() {
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            String user = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
            puts.add(new HBaseRowWriter.RowPut(
                    RowKey.utf8(user + String.format("%04d", i)),
                    Map.of(BODY, ByteArray.utf8("body of " + i), SIZE, ByteArray.utf8("1"))));
        }
        new HBaseRowWriter(connections).put(TABLE, puts);
    }

    private static List<TableSample.Region> take(TableSample.Content content, int most) {
        return new TableSample(connections, new Random(11)).take(TABLE, content, most);
    }

    private static List<Row> rows(List<TableSample.Region> regions) {
        return regions.stream().flatMap(region -> region.rows().stream()).toList();
    }

    @Test
    void everyRegionGivesItsFirstRowsAndOthersFromAllOfIt() {
        List<TableSample.Region> regions = take(TableSample.Content.KEYS, 90);

        assertThat(regions).hasSize(3);
        assertThat(regions.get(2).rows()).isEmpty();
        for (TableSample.Region region : regions.subList(0, 2)) {
            List<Row> found = region.rows();
            assertThat(found).hasSize(45).allMatch(row -> region.range().contains(row.key()));
            assertThat(region.whole()).isFalse();
            assertThat(found).extracting(Row::key).isSorted().doesNotHaveDuplicates();
            assertThat(found)
                    .allMatch(row -> row.cells().size() == 1
                            && row.cells().get(0).value().isEmpty());
        }
        assertThat(regions.get(0).rows().get(0).key()).isEqualTo(RowKey.utf8("a0000"));
        assertThat(regions.get(1).rows().get(0).key()).isEqualTo(RowKey.utf8("b0001"));
        assertThat(regions.get(1).rows())
                .as("both halves of the second region")
                .anyMatch(row -> row.key().printable().startsWith("c"));
    }

    @Test
    void serversTellHowMuchTheirRegionsTook() {
        List<TableSample.Region> regions = take(TableSample.Content.KEYS, 9);
        assertThat(regions).extracting(TableSample.Region::writes).containsExactly(100L, 200L, 0L);
    }

    @Test
    void cellsComeWhereTheyAreAskedFor() {
        assertThat(rows(take(TableSample.Content.CELLS, 30))).isNotEmpty().allSatisfy(row -> assertThat(
                        row.cell(BODY).orElseThrow().value().utf8())
                .startsWith("body of "));
    }

    @Test
    void aSampleIsNoLargerThanAsked() {
        assertThat(rows(take(TableSample.Content.KEYS, 1))).hasSize(1);
        assertThat(take(TableSample.Content.KEYS, 2)).hasSize(2);
        assertThat(rows(take(TableSample.Content.KEYS, 31))).hasSize(31);
    }

    @ParameterizedTest
    @EnumSource
    void aTableWithNoMoreRowsThanAskedForIsReadWhole(TableSample.Content content) {
        for (int most : new int[] {ROWS, 2 * ROWS, 1_000}) {
            List<TableSample.Region> regions = take(content, most);
            assertThat(rows(regions)).extracting(Row::key).hasSize(ROWS).doesNotHaveDuplicates();
            assertThat(regions).allMatch(TableSample.Region::whole);
        }
        assertThat(rows(take(content, ROWS - 1))).hasSize(ROWS - 1);
    }

    /** Keys with a long prefix in common, between two that are unlike them, so that their bytes tell nothing of where rows are. */
    @ParameterizedTest
    @EnumSource
    void rowsOfKeysThatBeginAlikeAreAsManyAsAskedForAndFromAllOfTheTable(TableSample.Content content) throws Exception {
        TableId alike = TableId.parse("alike" + content.name().toLowerCase(Locale.ROOT));
        create(alike, new byte[][] {"m".getBytes(UTF_8), "x".getBytes(UTF_8)});
        String prefix = "tenant/production/eu-central-1/orders/";
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            puts.add(new HBaseRowWriter.RowPut(
                    RowKey.utf8(prefix + String.format("%09d", i)), Map.of(SIZE, ByteArray.utf8("1"))));
        }
        for (String stray : List.of("a", "m", "zzz")) {
            puts.add(new HBaseRowWriter.RowPut(RowKey.utf8(stray), Map.of(SIZE, ByteArray.utf8("1"))));
        }
        new HBaseRowWriter(connections).put(alike, puts);

        List<TableSample.Region> regions = new TableSample(connections, new Random(11)).take(alike, content, 1_000);

        assertThat(rows(regions)).extracting(Row::key).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(regions).extracting(TableSample.Region::whole).containsExactly(true, false, true);
        for (int thousand = 0; thousand < 5; thousand++) {
            String begin = prefix + "00000" + thousand;
            assertThat(rows(regions)).anyMatch(row -> row.key().printable().startsWith(begin));
        }
    }

    @Test
    void aTableThatDoesNotExistIsSaidToBeMissing() {
        TableSample sample = new TableSample(connections, new Random(11));
        assertThat(catchThrowableOfType(
                                HBaseSearchException.class,
                                () -> sample.take(TableId.parse("nowhere"), TableSample.Content.KEYS, 10))
                        .code())
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    }

    /** Two families, the first of which has more columns than are looked at; then a row that is larger than one look. */
    @Test
    void sampleReadsSomeColumnsPerFamilyAndTheStartOfLargeRows() throws Exception {
        TableId wide = TableId.parse("wide");
        connections
                .get()
                .getAdmin()
                .createTable(TableDescriptorBuilder.newBuilder(Results.tableName(wide))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("a"))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("b"))
                        .build())
                .get();
        Map<ColumnName, ByteArray> many = new HashMap<>(Map.of(ColumnName.of("b", "q"), ByteArray.utf8("seen")));
        for (int i = 0; i < 3_000; i++) {
            many.put(ColumnName.of("a", "q" + i), ByteArray.utf8("x"));
        }
        Map<ColumnName, ByteArray> large = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            large.put(ColumnName.of("a", "q" + i), ByteArray.wrap(new byte[100_000]));
        }
        new HBaseRowWriter(connections)
                .put(
                        wide,
                        List.of(
                                new HBaseRowWriter.RowPut(RowKey.utf8("1"), many),
                                new HBaseRowWriter.RowPut(RowKey.utf8("2"), large)));

        List<Row> rows = rows(new TableSample(connections, new Random(11)).take(wide, TableSample.Content.CELLS, 2));
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).cells()).hasSize(1_001);
        assertThat(rows.get(0).cell(ColumnName.of("b", "q"))).isPresent();
        assertThat(rows.get(1).cells()).hasSizeBetween(1, 15);
    }
}
