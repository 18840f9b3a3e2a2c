/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.verify.SortedTable;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampledRangesTest {
    private final SortedTable table = new SortedTable();

    private List<KeyRange> sample() {
        return SampledRanges.of(table, TableId.parse("t"), new Random(7));
    }

    private void rows(int number) {
        IntStream.range(0, number)
                .forEach(i -> table.rows.put(RowKey.utf8(String.format("%06d", i)), ByteArray.utf8("body")));
    }

    private long chosen() {
        List<KeyRange> ranges = sample();
        return table.rows.keySet().stream()
                .filter(row -> ranges.stream().anyMatch(range -> range.contains(row)))
                .count();
    }

    @Test
    void aSmallTableIsTakenWhole() {
        rows(150);
        table.splits = List.of(ByteArray.utf8("000070"), ByteArray.utf8("000090"));
        assertThat(chosen()).isEqualTo(150);
        assertThat(sample()).isEqualTo(table.regions(TableId.parse("t")));
    }

    @Test
    void largeTableSampleIsBoundedAndIncludesEveryRegion() {
        rows(100_000);
        table.splits = List.of(ByteArray.utf8("010000"), ByteArray.utf8("020000"), ByteArray.utf8("090000"));
        assertThat(chosen()).isBetween(5_000L, (long) SampledRanges.MOST_ROWS);
        List<KeyRange> ranges = sample();
        table.regions(TableId.parse("t")).forEach(region -> assertThat(ranges)
                .anyMatch(range ->
                        region.contains(new RowKey(range.start().isEmpty() ? ByteArray.utf8("0") : range.start()))));
        for (int i = 1; i < ranges.size(); i++) {
            assertThat(ranges.get(i).start())
                    .isGreaterThanOrEqualTo(ranges.get(i - 1).stop());
        }
    }

    @Test
    void anEmptyTableHasNothingToCompareButIsLookedAt() {
        assertThat(sample()).containsExactly(KeyRange.all());
    }
}
