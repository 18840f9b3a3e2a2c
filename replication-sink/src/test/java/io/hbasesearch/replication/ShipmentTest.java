/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.junit.jupiter.api.Test;

class ShipmentTest {
    private static final int NO_LIMIT = 1_000;

    private final Shipment shipment = new Shipment(List.of(entry(10, "a", "b", "c"), entry(20, "d"), entry(30, "e")));

    @Test
    void handsOutNoMoreThanAskedForAndSplitsLargeEntries() {
        List<String> seen = new ArrayList<>();
        while (shipment.isLeft(ShipmentTest::rowsOf)) {
            List<Announcement> edits = next(2);
            assertThat(edits).hasSizeLessThanOrEqualTo(2);
            seen.addAll(rows(edits));
            edits.forEach(Announcement::acknowledged);
            shipment.settle();
        }

        assertThat(seen).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void hasNoMoreUnderWayThanIsAllowed() {
        List<Announcement> first = shipment.next(2, 3, ShipmentTest::rowsOf);
        assertThat(first).hasSize(2);
        assertThat(rows(shipment.next(2, 3, ShipmentTest::rowsOf))).containsExactly("c");
        assertThat(shipment.next(2, 3, ShipmentTest::rowsOf)).isEmpty();
        assertThat(shipment.isLeft(ShipmentTest::rowsOf)).isTrue();

        first.get(0).acknowledged();
        shipment.settle();
        assertThat(rows(shipment.next(2, 3, ShipmentTest::rowsOf))).containsExactly("d");
    }

    @Test
    void isLeftUntilTheLastIsSettled() {
        List<Announcement> all = next(5);
        all.subList(1, 5).forEach(Announcement::acknowledged);
        shipment.settle();
        assertThat(shipment.isLeft(ShipmentTest::rowsOf)).isTrue();
        assertThat(next(5)).isEmpty();

        all.get(0).acknowledged();
        shipment.settle();
        assertThat(shipment.isLeft(ShipmentTest::rowsOf)).isFalse();
    }

    @Test
    void offersAgainWhatIsLeftInItsOrder() {
        List<Announcement> first = next(4);
        first.get(1).acknowledged();
        shipment.settle();
        assertThat(shipment.takeProgress()).isFalse();

        shipment.takeBack();

        assertThat(shipment.takeProgress()).isTrue();
        assertThat(rows(next(NO_LIMIT))).containsExactly("a", "c", "d", "e");
        assertThat(shipment.takeProgress()).isFalse();
    }

    @Test
    void knowsTheAgeOfTheOldestEditThatIsLeft() {
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
        List<Announcement> edits = next(4);
        edits.subList(1, 4).forEach(Announcement::acknowledged);
        shipment.settle();
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
        edits.get(0).acknowledged();
        shipment.settle();
        assertThat(shipment.oldestWriteTime()).isEqualTo(30);
    }

    @Test
    void theRestOfAnEntryThatWasHandedOutInPartIsAsOldAsTheEntry() {
        next(2).forEach(Announcement::acknowledged);
        shipment.settle();
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
    }

    @Test
    void takesAnEntryWithoutAnEdit() {
        Entry bare = new Entry((WALKeyImpl) entry(40, "f").getKey(), null);
        Shipment odd = new Shipment(List.of(bare, entry(50, "g")));
        assertThat(rows(odd.next(2, NO_LIMIT, entry -> entry.getEdit() == null ? List.of() : rowsOf(entry))))
                .containsExactly("g");
    }

    @Test
    void losesNoEntryWhenItCannotBeTakenApart() {
        next(2);
        assertThatThrownBy(() -> shipment.next(5, NO_LIMIT, entry -> {
                    throw new OutOfMemoryError("test");
                }))
                .isInstanceOf(OutOfMemoryError.class);

        shipment.takeBack();

        assertThat(rows(next(NO_LIMIT))).containsExactly("a", "b", "c", "d", "e");
    }

    private List<Announcement> next(int most) {
        return shipment.next(most, NO_LIMIT, ShipmentTest::rowsOf);
    }

    private static List<RowEdit> rowsOf(Entry entry) {
        return RowEdit.group(entry, entry.getEdit().getCells());
    }

    private static Entry entry(long writeTime, String... rows) {
        WalEntries entry = WalEntries.entry().writeTime(writeTime);
        for (String row : rows) {
            entry.put(row, "d", "q", "v");
        }
        return entry.build();
    }

    private static List<String> rows(List<Announcement> edits) {
        return edits.stream().map(edit -> Bytes.toString(((RowEdit) edit).row)).toList();
    }
}
