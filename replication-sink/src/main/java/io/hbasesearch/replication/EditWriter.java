/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.CellType;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.replication.settings.CellKind;
import io.hbasesearch.replication.settings.PayloadLevel;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;

/**
 * Encodes the event of a row's edit. The bytes equal those of the generated class, but without objects for each cell, because a
 * RegionServer ships as many cells as are written to it. Stateless.
 */
final class EditWriter {
    /** Every field of the event has a number below 16. */
    private static final int TAG_SIZE = 1;

    private EditWriter() {}

    /** Returns the exact size in bytes; a long, because an edit may be larger than any event. */
    static long size(RowEdit edit, PayloadLevel level) {
        long size = CodedOutputStream.computeUInt32Size(RowMutation.FORMAT_FIELD_NUMBER, RowMutations.FORMAT)
                + CodedOutputStream.computeEnumSize(RowMutation.CAUSE_FIELD_NUMBER, RowMutation.Cause.EDIT_VALUE)
                + sizeOf(edit.table.getNamespace().length)
                + sizeOf(edit.table.getQualifier().length)
                + sizeOf(edit.row.length)
                + sizeOf(edit.region.length)
                + sizeOf(edit.sequenceId)
                + sizeOf(edit.writeTime)
                + CodedOutputStream.computeEnumSize(RowMutation.PAYLOAD_FIELD_NUMBER, number(level));
        if (level != PayloadLevel.KEYS) {
            for (Cell cell : edit.cells) {
                int cellSize = size(cell, level);
                size += TAG_SIZE + CodedOutputStream.computeUInt32SizeNoTag(cellSize) + (long) cellSize;
            }
        }
        return size;
    }

    private static int size(Cell cell, PayloadLevel level) {
        int type = type(cell).getNumber();
        return sizeOf(cell.getFamilyLength())
                + sizeOf(cell.getQualifierLength())
                + sizeOf(cell.getTimestamp())
                + (type == 0 ? 0 : CodedOutputStream.computeEnumSize(CellChange.TYPE_FIELD_NUMBER, type))
                + (level == PayloadLevel.EDITS ? sizeOf(cell.getValueLength()) : 0);
    }

    private static int sizeOf(int length) {
        return length == 0 ? 0 : TAG_SIZE + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
    }

    private static int sizeOf(long number) {
        return number == 0 ? 0 : TAG_SIZE + CodedOutputStream.computeUInt64SizeNoTag(number);
    }

    /** @param size of the edit at this level */
    static byte[] write(RowEdit edit, PayloadLevel level, int size) {
        byte[] event = new byte[size];
        CodedOutputStream out = CodedOutputStream.newInstance(event);
        try {
            out.writeUInt32(RowMutation.FORMAT_FIELD_NUMBER, RowMutations.FORMAT);
            out.writeEnum(RowMutation.CAUSE_FIELD_NUMBER, RowMutation.Cause.EDIT_VALUE);
            write(out, RowMutation.NAMESPACE_FIELD_NUMBER, edit.table.getNamespace());
            write(out, RowMutation.TABLE_FIELD_NUMBER, edit.table.getQualifier());
            write(out, RowMutation.ROW_FIELD_NUMBER, edit.row);
            write(out, RowMutation.REGION_FIELD_NUMBER, edit.region);
            write(out, RowMutation.REGION_SEQUENCE_ID_FIELD_NUMBER, edit.sequenceId);
            write(out, RowMutation.WRITE_TIME_MILLIS_FIELD_NUMBER, edit.writeTime);
            out.writeEnum(RowMutation.PAYLOAD_FIELD_NUMBER, number(level));
            writeCells(out, edit, level);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("an event has more bytes than calculated", e);
        }
        return event;
    }

    private static void writeCells(CodedOutputStream out, RowEdit edit, PayloadLevel level) throws IOException {
        if (level == PayloadLevel.KEYS) {
            return;
        }
        for (Cell cell : edit.cells) {
            out.writeTag(RowMutation.CELLS_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(size(cell, level));
            write(out, cell, level);
        }
    }

    private static void write(CodedOutputStream out, Cell cell, PayloadLevel level) throws IOException {
        write(
                out,
                CellChange.FAMILY_FIELD_NUMBER,
                cell.getFamilyArray(),
                cell.getFamilyOffset(),
                cell.getFamilyLength());
        write(
                out,
                CellChange.QUALIFIER_FIELD_NUMBER,
                cell.getQualifierArray(),
                cell.getQualifierOffset(),
                cell.getQualifierLength());
        write(out, CellChange.TIMESTAMP_FIELD_NUMBER, cell.getTimestamp());
        CellType type = type(cell);
        if (type != CellType.CELL_TYPE_UNSPECIFIED) {
            out.writeEnum(CellChange.TYPE_FIELD_NUMBER, type.getNumber());
        }
        if (level == PayloadLevel.EDITS) {
            write(
                    out,
                    CellChange.VALUE_FIELD_NUMBER,
                    cell.getValueArray(),
                    cell.getValueOffset(),
                    cell.getValueLength());
        }
    }

    private static void write(CodedOutputStream out, int field, byte[] bytes) throws IOException {
        write(out, field, bytes, 0, bytes.length);
    }

    /** Omits empty and zero values, as proto3 does everywhere. */
    private static void write(CodedOutputStream out, int field, byte[] bytes, int offset, int length)
            throws IOException {
        if (length > 0) {
            out.writeByteArray(field, bytes, offset, length);
        }
    }

    private static void write(CodedOutputStream out, int field, long number) throws IOException {
        if (number != 0) {
            out.writeUInt64(field, number);
        }
    }

    private static int number(PayloadLevel level) {
        switch (level) {
            case EDITS:
                return Payload.EDITS_VALUE;
            case COLUMNS:
                return Payload.COLUMNS_VALUE;
            case KEYS:
                return Payload.KEYS_VALUE;
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
