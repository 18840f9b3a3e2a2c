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
    private final Shipment shipment = new Shipment(List.of(entry(10, "a", "b", "c"), entry(20, "d"), entry(30, "e")));

    @Test
    void handsOutNoMoreThanAskedForAndSplitsLargeEntries() {
        List<String> seen = new ArrayList<>();
        for (List<Announcement> edits = shipment.pending(2, ShipmentTest::rowsOf);
                !edits.isEmpty();
                edits = shipment.pending(2, ShipmentTest::rowsOf)) {
            assertThat(edits).hasSizeLessThanOrEqualTo(2);
            seen.addAll(rows(edits));
            shipment.settled(List.of());
        }

        assertThat(seen).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void offersAgainWhatIsLeft() {
        List<Announcement> first = shipment.pending(2, ShipmentTest::rowsOf);
        shipment.settled(List.of(first.get(1)));

        assertThat(shipment.takeProgress()).isTrue();
        assertThat(rows(shipment.pending(2, ShipmentTest::rowsOf))).containsExactly("b", "c");
        assertThat(shipment.takeProgress()).isFalse();
    }

    @Test
    void knowsTheAgeOfTheOldestEditThatIsLeft() {
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
        shipment.pending(4, ShipmentTest::rowsOf);
        shipment.settled(List.of());
        assertThat(shipment.oldestWriteTime()).isEqualTo(30);
    }

    @Test
    void theOldestEditThatIsLeftNeedNotStandFirst() {
        List<Announcement> all = shipment.pending(5, ShipmentTest::rowsOf);
        shipment.settled(List.of(all.get(4), all.get(2), all.get(3)));
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
    }

    @Test
    void theRestOfAnEntryThatWasHandedOutInPartIsAsOldAsTheEntry() {
        shipment.pending(2, ShipmentTest::rowsOf);
        shipment.settled(List.of());
        assertThat(shipment.oldestWriteTime()).isEqualTo(10);
    }

    @Test
    void takesAnEntryWithoutAnEdit() {
        Entry bare = new Entry((WALKeyImpl) entry(40, "f").getKey(), null);
        Shipment odd = new Shipment(List.of(bare, entry(50, "g")));
        assertThat(odd.bytes()).isPositive();
        assertThat(rows(odd.pending(2, entry -> entry.getEdit() == null ? List.of() : rowsOf(entry))))
                .containsExactly("g");
    }

    @Test
    void losesNoEntryWhenItCannotBeTakenApart() {
        shipment.pending(3, ShipmentTest::rowsOf);
        assertThatThrownBy(() -> shipment.pending(5, entry -> {
                    throw new OutOfMemoryError("test");
                }))
                .isInstanceOf(OutOfMemoryError.class);

        assertThat(rows(shipment.pending(5, ShipmentTest::rowsOf))).containsExactly("a", "b", "c", "d", "e");
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
