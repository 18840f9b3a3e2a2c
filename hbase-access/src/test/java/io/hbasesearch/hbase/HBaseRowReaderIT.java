/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads and scans of rows. */
@Timeout(180)
class HBaseRowReaderIT extends SharedHBase {
    @Test
    void regionsCoverTheTableAndTheLastRowOfARangeIsFound() throws Exception {
        TableId table = table("divided");
        assertThat(reader.regions(table)).containsExactly(KeyRange.all());
        assertThat(reader.last(table, KeyRange.all())).isEmpty();
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            puts.add(new HBaseRowWriter.RowPut(
                    RowKey.utf8(String.format("row%02d", i)), Map.of(BODY, ByteArray.utf8("body"))));
        }
        writer.put(table, puts);
        assertThat(reader.last(table, KeyRange.all())).contains(RowKey.utf8("row99"));
        ByteArray middle = ByteArray.utf8("row50");
        assertThat(reader.last(table, new KeyRange(ByteArray.empty(), middle))).contains(RowKey.utf8("row49"));
        assertThat(reader.last(table, new KeyRange(ByteArray.utf8("s"), ByteArray.empty())))
                .isEmpty();

        connections
                .get()
                .getAdmin()
                .split(Results.tableName(table), middle.toBytes())
                .get();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(reader.regions(table))
                .containsExactly(new KeyRange(ByteArray.empty(), middle), new KeyRange(middle, ByteArray.empty())));
        assertThat(reader.last(table, new KeyRange(ByteArray.empty(), middle))).contains(RowKey.utf8("row49"));
        assertThat(catchThrowableOfType(HBaseSearchException.class, () -> reader.regions(TableId.parse("nowhere")))
                        .code())
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    }

    @Test
    void readsTheNewestVersionOfTheColumnsAskedForInOrder() {
        TableId table = table("reads");
        List<RowKey> keys = new ArrayList<>();
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            RowKey key = RowKey.copyOf(new byte[] {(byte) i, 0, (byte) 0xff});
            keys.add(key);
            puts.add(new HBaseRowWriter.RowPut(
                    key,
                    Map.of(BODY, ByteArray.utf8("old"), OTHER, ByteArray.utf8("other"), META, ByteArray.utf8("m"))));
        }
        writer.put(table, puts);
        writer.put(table, List.of(new HBaseRowWriter.RowPut(keys.get(7), Map.of(BODY, ByteArray.utf8("new")))));
        writer.delete(table, keys.get(8));
        RowKey absent = RowKey.utf8("absent");
        keys.add(0, absent);

        List<Row> rows = reader.read(table, ColumnSelection.of(List.of(BODY, META)), keys, TIMEOUT);
        assertThat(rows).extracting(Row::key).containsExactlyElementsOf(keys);
        assertThat(rows.get(0).isEmpty()).isTrue();
        assertThat(rows.get(9).isEmpty()).isTrue();
        assertThat(rows.get(8).cell(BODY).orElseThrow().value().utf8()).isEqualTo("new");
        assertThat(rows.get(8).cell(META)).isPresent();
        assertThat(rows.get(8).cell(OTHER)).isEmpty();
        assertThat(reader.read(table, ColumnSelection.everything(), keys.subList(8, 9), TIMEOUT)
                        .get(0)
                        .cells())
                .hasSize(3);
    }

    @Test
    void theReaderOfOwnersFollowsARegionThatMoves() throws Exception {
        TableId table = table("owners");
        RowKey key = RowKey.utf8("a");
        HBaseRowReader owners = HBaseRowReader.ofOwners(connections, 1 << 20);
        for (String word : List.of("first", "second", "third")) {
            writer.put(table, List.of(new HBaseRowWriter.RowPut(key, Map.of(BODY, ByteArray.utf8(word)))));
            assertThat(owners.read(table, ColumnSelection.everything(), List.of(key), TIMEOUT))
                    .extracting(row -> row.cell(BODY).orElseThrow().value().utf8())
                    .containsExactly(word);
            try (RowCursor cursor = owners.scan(table, ColumnSelection.everything(), KeyRange.all())) {
                assertThat(cursor.next().key()).isEqualTo(key);
            }
            byte[] region = connections
                    .get()
                    .getAdmin()
                    .getRegions(Results.tableName(table))
                    .get()
                    .get(0)
                    .getEncodedNameAsBytes();
            // To a server of HBase's choice.
            connections.get().getAdmin().move(region).get();
        }
        TableId absent = TableId.parse("absent");
        assertThat(failure(() -> owners.read(absent, ColumnSelection.everything(), List.of(key), TIMEOUT)))
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        assertThat(failure(() -> owners.scan(absent, ColumnSelection.everything(), KeyRange.all())
                        .next()))
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    }

    @Test
    void scansRangesInTheOrderOfKeys() {
        TableId table = table("scans");
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            puts.add(new HBaseRowWriter.RowPut(
                    RowKey.utf8(String.format("r%05d", i)), Map.of(BODY, ByteArray.utf8("x".repeat(1_000)))));
        }
        writer.put(table, puts);
        KeyRange range = new KeyRange(ByteArray.utf8("r00010"), ByteArray.utf8("r02990"));
        List<RowKey> seen = new ArrayList<>();
        try (RowCursor cursor = reader.scan(table, ColumnSelection.of(List.of(BODY)), range)) {
            cursor.forEachRemaining(row -> seen.add(row.key()));
        }
        assertThat(seen).hasSize(2_980).isSorted();
        assertThat(seen.get(0)).isEqualTo(RowKey.utf8("r00010"));
        try (RowCursor cursor = reader.scan(table, ColumnSelection.of(List.of(META)), KeyRange.all())) {
            assertThat(cursor.hasNext()).isFalse();
        }
    }

    /** Reads keys that are prefixes of each other, in several regions, beside rows that are not requested. */
    @Test
    void rowsReadByScansAreThoseThatGetsBring() throws Exception {
        TableId table = TableId.parse("scanned");
        connections
                .get()
                .getAdmin()
                .createTable(
                        TableDescriptorBuilder.newBuilder(Results.tableName(table))
                                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
                                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
                                .build(),
                        new byte[][] {{64}, {100, 1}, {(byte) 192}})
                .get();
        Random random = new Random(11);
        Set<RowKey> wanted = new LinkedHashSet<>();
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            byte[] key = new byte[1 + random.nextInt(3)];
            random.nextBytes(key);
            for (int form = 0; form < 3; form++) {
                RowKey row = RowKey.copyOf(Arrays.copyOf(key, key.length + form));
                if (random.nextBoolean()) {
                    wanted.add(row);
                }
                if (random.nextInt(3) > 0) {
                    puts.add(new HBaseRowWriter.RowPut(
                            row, Map.of(BODY, ByteArray.utf8("body" + i), META, ByteArray.utf8("m" + form))));
                }
            }
        }
        writer.put(table, puts);
        ColumnSelection columns = ColumnSelection.of(List.of(BODY, META));
        List<RowKey> keys = List.copyOf(wanted);
        AsyncTable<?> asked = connections.get().getTable(Results.tableName(table));
        List<List<Cell>> gets = asked
                .get(keys.stream().map(key -> Results.get(key, columns)).toList())
                .stream()
                .map(answer -> Results.row(RowKey.utf8("any"), answer.join()).cells())
                .toList();
        assertThat(gets).anyMatch(List::isEmpty).anyMatch(cells -> !cells.isEmpty());

        List<Row> all = reader.scan(table, columns, keys, Long.MAX_VALUE, Deadline.after(TIMEOUT));
        assertThat(all).extracting(Row::key).containsExactlyElementsOf(keys);
        assertThat(all).extracting(Row::cells).containsExactlyElementsOf(gets);

        List<Row> some = new ArrayList<>();
        while (some.size() < keys.size()) {
            List<Row> next =
                    reader.scan(table, columns, keys.subList(some.size(), keys.size()), 200, Deadline.after(TIMEOUT));
            assertThat(next).isNotEmpty();
            some.addAll(next);
        }
        assertThat(some).extracting(Row::key).containsExactlyElementsOf(keys);
        assertThat(some).extracting(Row::cells).containsExactlyElementsOf(gets);
        assertThat(connections.room().rowsOfGet())
                .as("a small heap reads by scans")
                .isZero();
        HBaseRowReader large = new HBaseRowReader(connections, 1 << 20, new ReadRoom(64L << 30));
        assertThat(large.read(table, columns, keys, TIMEOUT))
                .extracting(Row::cells)
                .containsExactlyElementsOf(gets);
        List<RowKey> present = all.stream()
                .filter(row -> !row.isEmpty())
                .map(Row::key)
                .sorted()
                .toList();
        assertThat(reader.scan(
                        table,
                        columns,
                        List.of(present.get(0), present.get(present.size() - 1)),
                        1,
                        Deadline.after(TIMEOUT)))
                .as("reading ends with its bytes between regions, too")
                .hasSize(1);
    }

    @Test
    void tooLargeRowIsAbandonedAndTheRowsAroundItAreRead() throws Exception {
        TableId table = table("huge");
        ByteArray value = ByteArray.wrap(new byte[200_000]);
        List<RowKey> keys =
                Stream.of("a", "b", "c", "d", "gone").map(RowKey::utf8).toList();
        HBaseRowReader limited = new HBaseRowReader(connections, 1 << 20);
        for (RowKey key : keys.subList(0, 4)) {
            boolean isLarge = key.equals(keys.get(1)) || key.equals(keys.get(3));
            for (int i = 0; i < (isLarge ? 40 : 2); i++) {
                writer.put(
                        table,
                        List.of(new HBaseRowWriter.RowPut(
                                key, Map.of(ColumnName.of("d", String.format("c%02d", i)), value))));
            }
        }
        ColumnSelection family = ColumnSelection.of(List.of(), List.of("d"));
        for (ColumnSelection columns : List.of(
                family,
                family.atMost(30),
                family.keeping(() -> column -> column.qualifier().utf8().compareTo("c39") < 0))) {
            List<Row> read = limited.read(table, columns, keys, TIMEOUT);
            assertThat(read).extracting(row -> row.cells().size()).containsExactly(2, 0, 2, 0, 0);
            assertThat(read).extracting(Row::isEmpty).containsExactly(false, false, false, false, true);
            assertThat(read)
                    .extracting(row -> row.excess().isPresent())
                    .containsExactly(false, true, false, true, false);
            List<Row> scanned = new ArrayList<>();
            try (RowCursor cursor = limited.scan(table, columns, KeyRange.all())) {
                cursor.forEachRemaining(scanned::add);
            }
            assertThat(scanned).extracting(row -> row.excess().isPresent()).containsExactly(false, true, false, true);
        }
        assertThat(limited.read(table, family.atMost(4), keys, TIMEOUT))
                .as("no more is counted than is asked for")
                .extracting(row -> row.cells().size())
                .containsExactly(2, 4, 2, 4, 0);
        assertThat(limited.read(table, ColumnSelection.of(List.of(ColumnName.of("d", "c17"))), keys, TIMEOUT))
                .extracting(row -> row.cells().size())
                .containsExactly(0, 1, 0, 1, 0);
        HBaseRowHistory history = new HBaseRowHistory(connections, 1 << 20);
        assertThat(history.read(table, family, keys, 3, Long.MAX_VALUE, TIMEOUT))
                .extracting(List::size)
                .containsExactly(2, 0, 2, 0, 0);
        assertThat(history.read(table, family, keys, 3, 500_000, TIMEOUT))
                .as("reading ends with the row that reaches the bytes")
                .extracting(List::size)
                .containsExactly(2, 0, 2);
    }

    /** Such keys fill an answer after an odd number of cells in one of the two ranges: it ends in the middle of a row. */
    @Test
    void rowsOfSeveralFamiliesMatchOnce() throws Exception {
        TableId table = table("families");
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            keys.add(RowKey.utf8(String.format("%02d", i) + "k".repeat(30_000)));
            writer.put(
                    table,
                    List.of(new HBaseRowWriter.RowPut(
                            keys.get(i),
                            i == 0
                                    ? Map.of(BODY, ByteArray.utf8("v"))
                                    : Map.of(BODY, ByteArray.utf8("v"), META, ByteArray.utf8("v")))));
        }
        RowFilter both = new RowFilter(
                ColumnSelection.of(List.of(), List.of("d", "m")), OptionalLong.empty(), OptionalLong.empty());
        for (int from = 0; from < 2; from++) {
            List<RowKey> found = new ArrayList<>();
            KeyRange range = new KeyRange(keys.get(from).bytes(), ByteArray.empty());
            try (RowCursor cursor = reader.matching(table, both, range)) {
                cursor.forEachRemaining(row -> found.add(row.key()));
            }
            assertThat(found).containsExactlyElementsOf(keys.subList(from, keys.size()));
        }
    }

    @Test
    void scansOfRangesWaitForRoomAndReadAllRangesWithRoomForOneAnswer() throws Exception {
        TableId table = table("ranges");
        List<KeyRange> ranges = new ArrayList<>();
        List<HBaseRowWriter.RowPut> puts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            RowKey key = RowKey.utf8(String.format("row%02d", i));
            puts.add(new HBaseRowWriter.RowPut(key, Map.of(BODY, ByteArray.utf8("body"))));
            ranges.add(new KeyRange(key.bytes(), ByteArray.utf8(String.format("row%02dx", i))));
        }
        writer.put(table, puts);
        PathRequest request = PathRequest.of(
                table, new AccessPath.Scan(ranges, List.of(), List.of(), List.of()), row -> Optional.of(Map.of()));
        ReadRoom room = connections.room();
        int all = 0;
        while (room.takeOneMore()) {
            all++;
        }
        try (HBasePathReader paths = new HBasePathReader(connections)) {
            HBaseSearchException full = catchThrowableOfType(
                    HBaseSearchException.class, () -> paths.read(request.withReadFor(Duration.ofMillis(300))));
            assertThat(full).hasMessageContaining("that fit into its heap");
            assertThat(full.code()).isEqualTo(ErrorCode.TIMED_OUT);
            room.giveBack(1);
            assertThat(paths.read(request).rows()).hasSize(40);
            room.giveBack(all - 1);
            List<CompletableFuture<Integer>> several = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> paths.read(request).rows().size()))
                    .limit(8)
                    .toList();
            assertThat(several).allSatisfy(rows -> assertThat(rows.join()).isEqualTo(40));
        }
        room.take(all, TIMEOUT);
        room.giveBack(all);
    }

    @Test
    void readsOfLargeRowsEndWhereThereIsNoRoomForMore() throws Exception {
        TableId table = table("sixes");
        List<RowKey> keys = Stream.of("a", "b", "c").map(RowKey::utf8).toList();
        for (RowKey key : keys) {
            writer.put(table, List.of(new HBaseRowWriter.RowPut(key, Map.of(BODY, ByteArray.wrap(new byte[6 << 20])))));
        }
        ReadRoom room = connections.room();
        ColumnSelection body = ColumnSelection.of(List.of(BODY));
        assertThat(reader.readSome(table, body, keys, Long.MAX_VALUE, TIMEOUT)).hasSize(3);
        int all = 0;
        while (room.takeOneMore()) {
            all++;
        }
        room.giveBack(1);
        assertThat(reader.readSome(table, body, keys, Long.MAX_VALUE, TIMEOUT)).hasSize(2);
        room.giveBack(all - 1);
        room.take(all, TIMEOUT);
        room.giveBack(all);
    }
}
