/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.servers.HBaseServer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows of which a part is kept, however many cells they have and however large these are. */
@Timeout(180)
class FilteredRowsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final ColumnName BODY = ColumnName.of("d", "body");
    private static final ColumnName OTHER = ColumnName.of("d", "other");
    private static final ColumnName META = ColumnName.of("m", "x");

    private static HBaseServer server;
    private static HBaseConnections connections;
    private static HBaseRowReader reader;
    private static HBaseRowWriter writer;

    @BeforeAll
    static void start() throws Exception {
        server = HBaseServer.builder(Files.createTempDirectory("hbase-search-filtered-rows-test"))
                .deleteDataOnClose()
                .build();
        server.start();
        server.awaitReady(Duration.ofSeconds(120));
        connections = new HBaseConnections(
                new HBaseConfig("127.0.0.1:" + server.zooKeeperPort(), "/hbase", Optional.empty(), Map.of(), TIMEOUT));
        reader = new HBaseRowReader(connections);
        writer = new HBaseRowWriter(connections);
    }

    @AfterAll
    static void stop() {
        connections.close();
        server.close();
    }

    private static TableId table(String name) {
        TableId table = TableId.parse(name);
        new HBaseTables(connections).create(table, Map.of("d", false, "m", false));
        return table;
    }

    @Test
    void wideRowsAreFilteredAndNothingIsLostBetweenPieces() {
        TableId table = table("wide");
        Map<ColumnName, ByteArray> columns = new HashMap<>();
        for (int i = 0; i < 3_001; i++) {
            columns.put(ColumnName.of("d", String.format("c%05d", i)), ByteArray.utf8("value"));
        }
        List<RowKey> keys = Stream.of("a", "b", "c", "gone").map(RowKey::utf8).toList();
        writer.put(
                table,
                List.of(
                        new HBaseRowWriter.RowPut(keys.get(0), columns),
                        new HBaseRowWriter.RowPut(
                                keys.get(1), Map.of(ColumnName.of("d", "c00000"), ByteArray.utf8("x"))),
                        new HBaseRowWriter.RowPut(keys.get(2), columns)));
        ColumnSelection some = ColumnSelection.of(List.of(), List.of("d"))
                .keeping(() -> column -> column.qualifier().utf8().endsWith("0"));
        List<Row> scanned = new ArrayList<>();
        try (RowCursor cursor = reader.scan(table, some, KeyRange.all())) {
            cursor.forEachRemaining(scanned::add);
        }
        List<Row> read = reader.read(table, some, keys, TIMEOUT);
        assertThat(read).extracting(Row::key).containsExactlyElementsOf(keys);
        assertThat(read).extracting(row -> row.cells().size()).containsExactly(301, 1, 301, 0);
        assertThat(scanned).extracting(Row::key).containsExactlyElementsOf(keys.subList(0, 3));
        assertThat(scanned).extracting(row -> row.cells().size()).containsExactly(301, 1, 301);
        assertThat(read.get(0).cells()).isEqualTo(scanned.get(0).cells());
        AccessPath path = new AccessPath.Scan(List.of(KeyRange.all()), List.of(), List.of(), List.of());
        PathRequest all =
                PathRequest.of(table, path, any -> Optional.of(Map.of())).withColumns(some);
        try (HBasePathReader paths = new HBasePathReader(connections)) {
            assertThat(shown(paths.read(all))).containsExactly("a 301", "b 1", "c 301");
            assertThat(shown(paths.read(all.withLimit(2)))).containsExactly("a 301", "b 1");
            assertThat(shown(paths.read(all.withLimit(2).readFromEnd()))).containsExactly("b 1", "c 301");
        }
    }

    @Test
    void piecesOfRowsWithLargeCellsAreBoundedByBytes() throws Exception {
        TableId table = table("large");
        ByteArray value = ByteArray.wrap(new byte[20_000]);
        Map<ColumnName, ByteArray> columns = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            columns.put(ColumnName.of("d", String.format("c%05d", i)), value);
        }
        List<RowKey> keys = Stream.of("a", "b", "c").map(RowKey::utf8).toList();
        keys.forEach(key -> writer.put(table, List.of(new HBaseRowWriter.RowPut(key, columns))));
        ColumnSelection some = ColumnSelection.of(List.of(), List.of("d"))
                .keeping(() -> column -> column.qualifier().utf8().endsWith("99"));
        int pieces = 0;
        try (ResultScanner scanner = connections
                .get()
                .getTable(Results.tableName(table))
                .getScanner(HBaseFiles.scan(some, KeyRange.all()))) {
            for (Result piece = scanner.next(); piece != null; piece = scanner.next()) {
                assertThat(Result.getTotalSizeOfCells(piece)).isLessThan(4 << 20);
                pieces++;
            }
        }
        assertThat(pieces).isGreaterThan(3 * 2);
        assertThat(reader.read(table, some, keys, TIMEOUT))
                .extracting(row -> row.cells().size())
                .containsExactly(5, 5, 5);
        AccessPath path = new AccessPath.Scan(List.of(KeyRange.all()), List.of(), List.of(), List.of());
        PathRequest two = PathRequest.of(table, path, any -> Optional.of(Map.of()))
                .withColumns(some)
                .withLimit(2);
        try (HBasePathReader paths = new HBasePathReader(connections)) {
            assertThat(shown(paths.read(two))).containsExactly("a 5", "b 5");
            assertThat(shown(paths.read(two.readFromEnd()))).containsExactly("b 5", "c 5");
        }
    }

    /** Rows next to those that are looked for made HBase's own filter never come to an end backwards (HBASE-30226). */
    @Test
    void whatPatternsSiftIsReadFromItsEndToo() {
        TableId table = table("sifted");
        List<RowKey> keys = Stream.of("aa", "bb", "cc")
                .flatMap(salt -> Stream.of("0003", "0004", "0005").map(id -> RowKey.utf8(salt + id)))
                .toList();
        writer.put(
                table,
                keys.stream()
                        .map(key -> new HBaseRowWriter.RowPut(key, Map.of(BODY, ByteArray.utf8("x"))))
                        .toList());
        BitSet salt = new BitSet();
        salt.set(0, 2);
        BytePattern pattern = new BytePattern(ByteArray.utf8("\0\0" + "0004"), salt);
        AccessPath path = new AccessPath.Scan(
                List.of(
                        new KeyRange(ByteArray.empty(), ByteArray.utf8("bb0")),
                        new KeyRange(ByteArray.utf8("bb0"), ByteArray.empty())),
                List.of(pattern),
                List.of(),
                List.of());
        PathRequest all =
                PathRequest.of(table, path, any -> Optional.of(Map.of())).withTimeout(TIMEOUT);
        try (HBasePathReader paths = new HBasePathReader(connections)) {
            assertThat(shown(paths.read(all))).containsExactly("aa0004 1", "bb0004 1", "cc0004 1");
            assertThat(shown(paths.read(all.withLimit(1).readFromEnd()))).containsExactly("cc0004 1");
            assertThat(shown(paths.read(all.withLimit(2).readFromEnd()))).containsExactly("bb0004 1", "cc0004 1");
            PathRows cut = paths.read(all.withLimit(2).withMostRead(1).readFromEnd());
            assertThat(cut.rows()).isEmpty();
            assertThat(cut.cutShort()).isTrue();
        }
    }

    /** Nothing comes at which the time could be looked at. */
    @Test
    void readingEndsWithItsTimeWherePatternsLetNoRowThrough() {
        TableId table = table("nothingsifted");
        writer.put(table, List.of(new HBaseRowWriter.RowPut(RowKey.utf8("aa0003"), Map.of(BODY, ByteArray.utf8("x")))));
        BitSet salt = new BitSet();
        salt.set(0, 2);
        AccessPath path = new AccessPath.Scan(
                List.of(KeyRange.all()),
                List.of(new BytePattern(ByteArray.utf8("\0\0" + "0004"), salt)),
                List.of(),
                List.of());
        PathRequest request =
                PathRequest.of(table, path, any -> Optional.of(Map.of())).withTimeout(TIMEOUT);
        try (HBasePathReader paths = new HBasePathReader(connections)) {
            assertThat(paths.read(request).cutShort()).isFalse();
            PathRows cut = paths.read(request.withReadFor(Duration.ofNanos(1)));
            assertThat(cut.cutShort()).isTrue();
            assertThat(cut.rows()).isEmpty();
        }
    }

    /** Definitions whose fields are parts of the key, and conditions on columns. */
    @Test
    void whereFieldsNeedNoColumnLittleMoreThanOneCellIsSent() {
        TableId table = table("keysonly");
        RowKey both = RowKey.utf8("both");
        RowKey other = RowKey.utf8("other");
        RowKey gone = RowKey.utf8("gone");
        Map<ColumnName, ByteArray> wide = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            wide.put(ColumnName.of("d", String.format("c%05d", i)), ByteArray.utf8("value"));
        }
        writer.put(table, List.of(new HBaseRowWriter.RowPut(both, wide), new HBaseRowWriter.RowPut(other, wide)));
        writer.put(
                table,
                List.of(
                        new HBaseRowWriter.RowPut(both, Map.of(META, ByteArray.utf8("m"), BODY, ByteArray.utf8("b"))),
                        new HBaseRowWriter.RowPut(other, Map.of(OTHER, ByteArray.utf8("newest")))));
        List<RowKey> keys = List.of(both, gone, other);
        String key = "table: keysonly\nrowKey: {field: id}\n";
        ColumnSelection one = DefinitionText.read("k", key + "fields: {kind: {value: wide}}\n")
                .columns();
        assertThat(cells(table, one, keys)).containsExactly(List.of("d:body"), List.of(), List.of("d:c00000"));

        ColumnSelection condition = DefinitionText.read(
                        "k",
                        key
                                + "fields: {kind: {value: wide}}\nwhere: {'m:x': {exists: true}, 'd:c01999': {exists: true}}\n")
                .columns();
        assertThat(cells(table, condition, keys))
                .containsExactly(List.of("d:body", "d:c01999", "m:x"), List.of(), List.of("d:c00000", "d:c01999"));

        ColumnSelection time = DefinitionText.read("k", key + "fields: {at: {timestamp: row}}\n")
                .columns();
        List<List<String>> newest = cells(table, time, keys);
        assertThat(newest.get(1)).isEmpty();
        assertThat(newest.get(2)).containsExactly("d:c00000", "d:other");
        assertThat(reader.read(table, time, keys, TIMEOUT)
                        .get(2)
                        .cell(OTHER)
                        .orElseThrow()
                        .value())
                .as("nobody needs it")
                .isEqualTo(ByteArray.empty());
    }

    /** The same of gets and of a scan. */
    private static List<List<String>> cells(TableId table, ColumnSelection columns, List<RowKey> keys) {
        List<List<String>> read = reader.read(table, columns, keys, TIMEOUT).stream()
                .map(FilteredRowsIT::columns)
                .toList();
        List<List<String>> scanned = new ArrayList<>();
        try (RowCursor cursor = reader.scan(table, columns, KeyRange.all())) {
            cursor.forEachRemaining(row -> scanned.add(columns(row)));
        }
        assertThat(scanned)
                .isEqualTo(read.stream().filter(names -> !names.isEmpty()).toList());
        return read;
    }

    private static List<String> columns(Row row) {
        return row.cells().stream().map(cell -> cell.column().toString()).toList();
    }

    private static List<String> shown(PathRows found) {
        return found.rows().stream()
                .map(PathRows.Found::row)
                .map(row -> row.key().printable() + " " + row.cells().size())
                .toList();
    }
}
