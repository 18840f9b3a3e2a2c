/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowRange;
import org.apache.hadoop.hbase.Cell;

/** Turns an announcement into its event, with as much of an edit as is wanted and fits. Stateless. */
final class EventEncoder {
    /** What a cell takes at least beside its own bytes: tags, lengths, timestamp, type. Kept low: it only spares work. */
    private static final int CELL_OVERHEAD = 8;

    private EventEncoder() {}

    /** @param most how much of an edit to encode at most */
    static RowMutation encode(Announcement announcement, PayloadLevel most, int maxBytes) {
        return announcement instanceof BulkLoad
                ? encode((BulkLoad) announcement)
                : encode((RowEdit) announcement, most, maxBytes);
    }

    private static RowMutation encode(BulkLoad load) {
        RowMutation.Builder event = event(load, RowMutation.Cause.BULK_LOAD, PayloadLevel.KEYS)
                .setRange(RowRange.newBuilder()
                        .setStart(UnsafeByteOperations.unsafeWrap(load.start))
                        .setStop(UnsafeByteOperations.unsafeWrap(load.stop)));
        load.families.forEach(family -> event.addFamilies(UnsafeByteOperations.unsafeWrap(family)));
        return event.build();
    }

    private static RowMutation encode(RowEdit edit, PayloadLevel most, int maxBytes) {
        PayloadLevel level = affordable(edit, most, maxBytes);
        RowMutation.Builder event =
                event(edit, RowMutation.Cause.EDIT, level).setRow(UnsafeByteOperations.unsafeWrap(edit.row));
        if (level != PayloadLevel.KEYS) {
            for (Cell cell : edit.cells) {
                event.addCells(change(cell, level));
            }
        }
        return RowMutations.fit(event.build(), maxBytes);
    }

    private static RowMutation.Builder event(Announcement announced, RowMutation.Cause cause, PayloadLevel level) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(cause)
                .setNamespace(announced.namespace)
                .setTable(announced.table)
                .setRegion(announced.region)
                .setRegionSequenceId(announced.sequenceId)
                .setWriteTimeMillis(announced.writeTime)
                .setPayload(payload(level));
    }

    /** Leaves out what cannot fit before it is copied: an edit may be many times larger than an event. */
    private static PayloadLevel affordable(RowEdit edit, PayloadLevel most, int maxBytes) {
        long columns = 0;
        long values = 0;
        for (Cell cell : edit.cells) {
            columns += CELL_OVERHEAD + cell.getFamilyLength() + cell.getQualifierLength();
            values += cell.getValueLength();
        }
        if (columns > maxBytes) {
            return PayloadLevel.KEYS;
        }
        return columns + values > maxBytes ? most.orLess(PayloadLevel.COLUMNS) : most;
    }

    private static CellChange change(Cell cell, PayloadLevel level) {
        CellChange.Builder change = CellChange.newBuilder()
                .setFamily(bytes(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()))
                .setQualifier(bytes(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()))
                .setTimestamp(cell.getTimestamp())
                .setType(type(cell));
        if (level == PayloadLevel.EDITS) {
            change.setValue(bytes(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
        }
        return change.build();
    }

    /** Without a copy: cells are never changed, and the event is serialized before the call returns to HBase. */
    private static ByteString bytes(byte[] array, int offset, int length) {
        return UnsafeByteOperations.unsafeWrap(array, offset, length);
    }

    private static Payload payload(PayloadLevel level) {
        switch (level) {
            case EDITS:
                return Payload.EDITS;
            case COLUMNS:
                return Payload.COLUMNS;
            case KEYS:
                return Payload.KEYS;
        }
        throw new AssertionError(level);
    }

    private static CellType type(Cell cell) {
        switch (CellKind.of(cell)) {
            case PUT:
                return CellType.PUT;
            case DELETE:
                return CellType.DELETE;
            case DELETE_COLUMN:
                return CellType.DELETE_COLUMN;
            case DELETE_FAMILY:
                return CellType.DELETE_FAMILY;
            case DELETE_FAMILY_VERSION:
                return CellType.DELETE_FAMILY_VERSION;
            case UNKNOWN:
                return CellType.CELL_TYPE_UNSPECIFIED;
        }
        throw new AssertionError(cell);
    }
}
