/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import io.hbasesearch.replication.settings.PayloadLevel;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;

class EventEncoderTest {
    private static final int ROOM = 900_000;

    @Test
    void writesTheEditAsHBaseStoredIt() {
        RowMutation read = encode(WalEntries.entry().table("ns:t").put("r", "d", "q", "v"), PayloadLevel.EDITS, ROOM);

        assertThat(read.getCause()).isEqualTo(RowMutation.Cause.EDIT);
        assertThat(read.getNamespace()).isEqualTo("ns");
        assertThat(read.getTable()).isEqualTo("t");
        assertThat(read.getRow().toStringUtf8()).isEqualTo("r");
        assertThat(read.getRegion()).isEqualTo(WalEntries.REGION);
        assertThat(read.getRegionSequenceId()).isEqualTo(7);
        assertThat(read.getWriteTimeMillis()).isEqualTo(1_700_000_000_000L);
        assertThat(read.getPayload()).isEqualTo(Payload.EDITS);
        CellChange cell = read.getCells(0);
        assertThat(cell.getFamily().toStringUtf8()).isEqualTo("d");
        assertThat(cell.getQualifier().toStringUtf8()).isEqualTo("q");
        assertThat(cell.getTimestamp()).isEqualTo(5);
        assertThat(cell.getType()).isEqualTo(CellType.PUT);
        assertThat(cell.getValue().toStringUtf8()).isEqualTo("v");
    }

    @Test
    void namesEveryTypeOfCell() {
        RowMutation event = encode(
                WalEntries.entry()
                        .cell("r", "d", "q", KeyValue.Type.Delete, new byte[0])
                        .cell("r", "d", "q", KeyValue.Type.DeleteColumn, new byte[0])
                        .cell("r", "d", null, KeyValue.Type.DeleteFamily, new byte[0])
                        .cell("r", "d", null, KeyValue.Type.DeleteFamilyVersion, new byte[0])
                        .cell("r", "d", null, KeyValue.Type.Maximum, new byte[0]),
                PayloadLevel.EDITS,
                ROOM);

        assertThat(event.getCellsList())
                .extracting(CellChange::getType)
                .containsExactly(
                        CellType.DELETE,
                        CellType.DELETE_COLUMN,
                        CellType.DELETE_FAMILY,
                        CellType.DELETE_FAMILY_VERSION,
                        CellType.CELL_TYPE_UNSPECIFIED);
    }

    @Test
    void leavesOutWhatIsNotWanted() {
        WalEntries edit = WalEntries.entry().put("r", "d", "q", "value");

        RowMutation columns = encode(edit, PayloadLevel.COLUMNS, ROOM);
        assertThat(columns.getPayload()).isEqualTo(Payload.COLUMNS);
        assertThat(columns.getCells(0).getValue().isEmpty()).isTrue();

        RowMutation keys = encode(edit, PayloadLevel.KEYS, ROOM);
        assertThat(keys.getPayload()).isEqualTo(Payload.KEYS);
        assertThat(keys.getCellsList()).isEmpty();
    }

    @Test
    void degradesWhatDoesNotFit() {
        WalEntries large = WalEntries.entry().cell("r", "d", "q", KeyValue.Type.Put, new byte[3_000_000]);
        assertThat(encode(large, PayloadLevel.EDITS, ROOM).getPayload()).isEqualTo(Payload.COLUMNS);

        WalEntries wide = WalEntries.entry();
        for (int i = 0; i < 2_000; i++) {
            wide.put("r", "d", "a rather long name of a column, number " + i, "v");
        }
        RowMutation keys = encode(wide, PayloadLevel.EDITS, 100_000 / 2);
        assertThat(keys.getPayload()).isEqualTo(Payload.KEYS);
        assertThat(keys.getRow().toStringUtf8()).isEqualTo("r");
    }

    @Test
    void neverExceedsTheRoomItWasGiven() {
        for (int size = 49_000; size < 51_000; size += 7) {
            WalEntries edit = WalEntries.entry().cell("r", "d", "q", KeyValue.Type.Put, new byte[size]);

            assertThat(encode(edit, PayloadLevel.EDITS, 50_000).getSerializedSize())
                    .isLessThanOrEqualTo(50_000);
        }
    }

    @Test
    void writesTheVeryBytesOfTheGeneratedClass() throws Exception {
        WalEntries edit = WalEntries.entry()
                .put("r", "d", "q", "v")
                .put("r", "d", "", "no qualifier")
                .put("r", "d", "no value", "")
                .cell("r", "d", "q", KeyValue.Type.Delete, new byte[0])
                .cell("r", "d", null, KeyValue.Type.Maximum, new byte[200])
                .cell("r", "d", "long", KeyValue.Type.Put, new byte[20_000]);

        for (PayloadLevel level : PayloadLevel.values()) {
            byte[] written = bytes(edit, level, ROOM);
            RowMutation read = RowMutations.decode(written);
            assertThat(read.toByteArray()).isEqualTo(written);
            assertThat(read.getCellsCount()).isEqualTo(level == PayloadLevel.KEYS ? 0 : 6);
        }
        byte[] ofNoTime = bytes(edit.sequenceId(0).writeTime(0), PayloadLevel.EDITS, ROOM);
        assertThat(RowMutations.decode(ofNoTime).toByteArray()).isEqualTo(ofNoTime);
        byte[] beforeTheEpoch = bytes(edit.writeTime(-1), PayloadLevel.EDITS, ROOM);
        assertThat(RowMutations.decode(beforeTheEpoch).getWriteTimeMillis()).isEqualTo(-1);
    }

    @Test
    void tellsHowMuchOfTheEditTheEventHas() {
        Entry entry = WalEntries.entry()
                .cell("r", "d", "q", KeyValue.Type.Put, new byte[3_000_000])
                .build();
        RowEdit edit = RowEdit.group(entry, entry.getEdit().getCells()).get(0);

        EventEncoder.encode(edit, PayloadLevel.EDITS, ROOM);

        assertThat(edit.most).isEqualTo(PayloadLevel.COLUMNS);
    }

    /** What fits to the byte goes whole. */
    @Test
    void losesNothingThatFits() {
        WalEntries edit = WalEntries.entry().put("r", "d", "q", "value");
        int size = bytes(edit, PayloadLevel.EDITS, ROOM).length;

        assertThat(encode(edit, PayloadLevel.EDITS, size).getPayload()).isEqualTo(Payload.EDITS);
        assertThat(encode(edit, PayloadLevel.EDITS, size - 1).getPayload()).isEqualTo(Payload.COLUMNS);
    }

    private static RowMutation encode(WalEntries edit, PayloadLevel most, int maxBytes) {
        try {
            return RowMutations.decode(bytes(edit, most, maxBytes));
        } catch (UnreadableEventException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(WalEntries edit, PayloadLevel most, int maxBytes) {
        Entry entry = edit.build();
        return EventEncoder.encode(
                RowEdit.group(entry, entry.getEdit().getCells()).get(0), most, maxBytes);
    }
}
