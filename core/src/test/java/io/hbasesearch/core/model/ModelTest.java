/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelTest {
    @Test
    void versionsHoldEpochAndOffset() {
        Random random = new Random(9);
        long maxOffset = (1L << 48) - 2;
        for (int i = 0; i < 10_000; i++) {
            int epoch = 1 + random.nextInt(RowVersion.MAX_EPOCH);
            long offset = i % 10 == 0 ? maxOffset : random.nextLong(maxOffset);
            RowVersion version = RowVersion.of(epoch, offset);
            assertThat(version.epoch()).isEqualTo(epoch);
            assertThat(version.offset()).isEqualTo(offset);
            assertThat(version.value()).isPositive();
        }
        assertThat(RowVersion.of(1, 0).value()).isEqualTo((1L << 48) + 1);
    }

    @Test
    void versionsGrowWithOffsetThenEpoch() {
        long maxOffset = (1L << 48) - 2;
        assertThat(RowVersion.of(1, 5)).isLessThan(RowVersion.of(1, 6));
        assertThat(RowVersion.of(1, maxOffset)).isLessThan(RowVersion.of(2, 0));
        assertThat(RowVersion.of(RowVersion.MAX_EPOCH, maxOffset).value()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void versionsOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> RowVersion.of(0, 0)).hasMessageContaining("epoch must be within 1 and 32767");
        assertThatThrownBy(() -> RowVersion.of(RowVersion.MAX_EPOCH + 1, 0)).hasMessageContaining("32768");
        assertThatThrownBy(() -> RowVersion.of(1, -1)).hasMessageContaining("offset must be within 0");
        assertThatThrownBy(() -> RowVersion.of(1, (1L << 48) - 1)).hasMessageContaining("offset must be within 0");
        assertThatThrownBy(() -> new RowVersion(-1)).hasMessageContaining("not negative");
    }

    @Test
    void byteArraysSortUnsignedAndPrefixFirst() {
        assertThat(bytes(0x7f)).isLessThan(bytes(0x80));
        assertThat(bytes(0xff)).isGreaterThan(bytes(0));
        assertThat(bytes(1)).isLessThan(bytes(1, 0));
        assertThat(ByteArray.empty()).isLessThan(bytes(0)).isEqualTo(ByteArray.copyOf(new byte[0]));
        assertThat(bytes(1, 2))
                .isEqualByComparingTo(bytes(1, 2))
                .isEqualTo(bytes(1, 2))
                .hasSameHashCodeAs(bytes(1, 2));
    }

    @Test
    void byteArraysAreCopiesUnlessTheyAreWrapped() {
        byte[] source = {1, 2};
        ByteArray copy = ByteArray.copyOf(source);
        ByteArray wrapped = ByteArray.wrap(source);
        source[0] = 9;
        assertThat(copy.hex()).isEqualTo("0102");
        assertThat(wrapped.hex()).isEqualTo("0902");
        copy.toBytes()[0] = 7;
        assertThat(copy).hasToString("0102");
    }

    @Test
    void tableNamesAreThoseOfHBase() {
        assertThat(TableId.parse("mail"))
                .isEqualTo(new TableId("default", "mail"))
                .hasToString("default:mail");
        assertThat(TableId.parse("ns_1:a.b-c")).isEqualTo(new TableId("ns_1", "a.b-c"));
        for (String wrong : new String[] {"", ":", "a:", ":b", "a b", "a:b:c", "n-s:t", ".t", "-t", "é"}) {
            assertThatThrownBy(() -> TableId.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a table name");
        }
        assertThat(TableId.parse("a:b")).isLessThan(TableId.parse("a:c")).isLessThan(TableId.parse("b:a"));
    }

    @Test
    void rowKeysHaveBoundsAndForms() {
        assertThatThrownBy(() -> RowKey.copyOf(new byte[0])).hasMessageContaining("1 to 32767 bytes");
        assertThatThrownBy(() -> RowKey.copyOf(new byte[32_768])).hasMessageContaining("this one has 32768");
        RowKey key = RowKey.copyOf(new byte[] {'a', 0, (byte) 0xfb, '\\', ' '});
        assertThat(key).hasToString("a\\x00\\xFB\\x5C ");
        assertThat(key.base64Url()).isEqualTo("YQD7XCA");
    }

    @Test
    void rowsKeepTheNewestCellOfAColumn() {
        ColumnName column = ColumnName.of("d", "a");
        Cell newest = new Cell(column, 2, ByteArray.utf8("secret"));
        Row row = new Row(RowKey.utf8("k"), List.of(newest, new Cell(column, 1, ByteArray.utf8("old"))));
        assertThat(row.cells()).containsExactly(newest);
        assertThat(row.cellCount()).isEqualTo(2);
        assertThat(row.valueBytes()).isEqualTo("secretold".length());
        assertThat(row.cell(column)).contains(newest);
        assertThat(row.cell(ColumnName.of("d", "b"))).isEmpty();
        assertThat(row.isEmpty()).isFalse();
        assertThat(new Row(RowKey.utf8("k"), List.of()).isEmpty()).isTrue();
        assertThat(row + " " + newest).doesNotContain("secret");
    }

    @Test
    void columnsAreSelectedByFamily() {
        ColumnSelection selection = ColumnSelection.of(List.of(
                ColumnName.of("d", "b"), ColumnName.of("e", "x"), ColumnName.of("d", "a"), ColumnName.of("d", "b")));
        assertThat(selection.families())
                .isEqualTo(Map.of(
                        "d", Set.of(ByteArray.utf8("a"), ByteArray.utf8("b")), "e", Set.of(ByteArray.utf8("x"))));
        assertThat(ColumnSelection.everything().families()).isEmpty();
    }

    private static ByteArray bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteArray.wrap(bytes);
    }

    @Test
    void aUnionOfRangesHasNoKeyTwice() {
        Random random = new Random(35);
        for (int i = 0; i < 2_000; i++) {
            List<KeyRange> ranges = Stream.generate(() -> new KeyRange(bound(random), bound(random)))
                    .limit(1 + random.nextInt(5))
                    .toList();
            List<KeyRange> union = KeyRange.union(ranges);
            for (char c = 'a'; c <= 'h'; c++) {
                RowKey key = RowKey.utf8(String.valueOf(c));
                boolean isInAny = ranges.stream().anyMatch(range -> range.contains(key));
                assertThat(union.stream().filter(range -> range.contains(key)).count())
                        .as("%s in %s", c, ranges)
                        .isEqualTo(isInAny ? 1 : 0);
            }
            assertThat(union).isSortedAccordingTo(Comparator.comparing(KeyRange::start));
        }
    }

    private static ByteArray bound(Random random) {
        return random.nextInt(5) == 0
                ? ByteArray.empty()
                : ByteArray.utf8(String.valueOf((char) ('a' + random.nextInt(8))));
    }
}
