/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What one batch of gets brings is all in memory: of large rows nothing may come that way. */
class FilteredReadsTest {
    private static final ColumnSelection SOME = ColumnSelection.of(List.of(), List.of("d"))
            .keeping(() -> column -> column.qualifier().utf8().equals("kept"));

    private final FilteredReads reads = new FilteredReads();
    private final List<Integer> gets = new ArrayList<>();
    private long mostTogether;
    private int scans;

    /** Rows of a kept cell and one of so many bytes; none if there are no bytes. */
    private List<Row> read(int rows, int bytes) {
        byte[] value = new byte[bytes];
        List<RowKey> keys =
                IntStream.range(0, rows).mapToObj(i -> RowKey.utf8("row" + i)).toList();
        return reads.read(SOME, keys, new FilteredReads.Source() {
            @Override
            public List<Result> get(List<RowKey> some) {
                gets.add(some.size());
                List<Result> results =
                        some.stream().map(key -> result(key, value)).toList();
                mostTogether = Math.max(
                        mostTogether, results.stream().mapToLong(Results::bytes).sum());
                return results;
            }

            @Override
            public FilteredReads.Scanned scan(RowKey key) {
                scans++;
                Result result = result(key, value);
                return new FilteredReads.Scanned(Results.row(key, result, SOME), Results.bytes(result));
            }
        });
    }

    private static Result result(RowKey key, byte[] value) {
        return value.length == 0
                ? Result.EMPTY_RESULT
                : Result.create(List.of(cell(key, "kept", new byte[1]), cell(key, "other", value)));
    }

    private static Cell cell(RowKey key, String qualifier, byte[] value) {
        return new KeyValue(key.bytes().toBytes(), Bytes.toBytes("d"), Bytes.toBytes(qualifier), value);
    }

    private static void assertKept(List<Row> rows) {
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.cells()).singleElement().satisfies(cell -> assertThat(cell.column())
                        .isEqualTo(ColumnName.of("d", "kept"))));
    }

    @Test
    void small_rows_come_many_at_a_time_once_they_are_known_to_be_small() {
        assertKept(read(200, 100));
        assertThat(scans).isEqualTo(1);
        assertThat(gets).containsExactly(2, 4, 8, 16, 32, 64, 73);
        gets.clear();
        read(200, 100);
        assertThat(gets).containsExactly(100, 100);
    }

    @Test
    void large_rows_come_in_pieces_from_the_first_on() {
        assertKept(read(20, 1 << 20));
        assertThat(scans).isEqualTo(20);
        assertThat(gets).isEmpty();
    }

    @Test
    void rows_of_a_middle_size_come_as_many_as_there_is_room_for() {
        assertKept(read(200, 200 << 10));
        assertThat(gets).hasSizeLessThan(20);
        assertThat(mostTogether).isBetween(FilteredReads.BYTES_TOGETHER / 2, FilteredReads.BYTES_TOGETHER);
    }

    @Test
    void after_large_rows_small_ones_are_believed_by_and_by() {
        read(1, 10 << 20);
        read(100, 100);
        assertThat(scans).isGreaterThan(10);
        assertThat(gets).isNotEmpty();
    }

    @Test
    void rows_that_are_gone_have_no_cells_and_tell_nothing() {
        assertThat(read(10, 0)).hasSize(10).allMatch(Row::isEmpty);
        assertThat(scans).isEqualTo(10);
        assertThat(read(1, 100)
                        .get(0)
                        .cell(ColumnName.of("d", "kept"))
                        .orElseThrow()
                        .value())
                .isEqualTo(ByteArray.wrap(new byte[1]));
    }
}
