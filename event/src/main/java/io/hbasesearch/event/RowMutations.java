/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;

/** Reads, creates and shrinks {@link RowMutation}s. */
public final class RowMutations {
    /** The format that this build writes, and the newest that it reads. */
    public static final int FORMAT = 1;

    private RowMutations() {}

    /**
     * Parses an event.
     *
     * @throws NewerEventException if the event's format is newer than {@link #FORMAT}
     * @throws UnreadableEventException if the bytes are not an event
     */
    public static RowMutation decode(byte[] bytes) throws UnreadableEventException {
        if (bytes == null) {
            throw new UnreadableEventException("not a row mutation: the record has no value", null);
        }
        RowMutation mutation;
        try {
            mutation = RowMutation.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableEventException("not a row mutation: " + e.getMessage(), e);
        }
        // The number is unsigned on the wire: a negative one here is a large one there.
        if (Integer.compareUnsigned(mutation.getFormat(), FORMAT) > 0) {
            throw new NewerEventException(mutation);
        }
        if (mutation.getFormat() == 0) {
            throw new UnreadableEventException("not a row mutation: it has no format", null);
        }
        return mutation;
    }

    /** Creates a request to read one row again; it carries no cells. */
    public static RowMutation touch(String namespace, String table, byte[] row, long nowMillis) {
        return RowMutation.newBuilder()
                .setFormat(FORMAT)
                .setCause(RowMutation.Cause.TOUCH)
                .setNamespace(namespace)
                .setTable(table)
                .setRow(ByteString.copyFrom(row))
                .setWriteTimeMillis(nowMillis)
                .setPayload(Payload.KEYS)
                .build();
    }

    /**
     * Creates a marker of a backfill's start: rows that are read from the table from now on may be written at this event's version. It is
     * sent to every partition of the topic, without a record key, and requires no action of readers.
     */
    public static RowMutation marker(String namespace, String table, long nowMillis) {
        return RowMutation.newBuilder()
                .setFormat(FORMAT)
                .setCause(RowMutation.Cause.MARKER)
                .setNamespace(namespace)
                .setTable(table)
                .setWriteTimeMillis(nowMillis)
                .setPayload(Payload.KEYS)
                .build();
    }

    /**
     * Returns the same event in at most {@code maxBytes}: unchanged, else without values, else without cells. No edit is too large to
     * announce, because the row is read again anyway.
     *
     * @param maxBytes limit of the serialized event; an event that is larger even without cells is returned without cells, because a row
     *     key has at most 32,767 bytes
     */
    public static RowMutation fit(RowMutation mutation, int maxBytes) {
        if (mutation.getSerializedSize() <= maxBytes) {
            return mutation;
        }
        RowMutation columns = reduce(mutation, Payload.COLUMNS);
        return columns.getSerializedSize() <= maxBytes ? columns : reduce(mutation, Payload.KEYS);
    }

    /** Returns the event with at most the {@code payload} of its cells; never adds what is already removed. */
    public static RowMutation reduce(RowMutation mutation, Payload payload) {
        if (mutation.getPayload().getNumber() >= payload.getNumber()) {
            return mutation;
        }
        RowMutation.Builder builder = mutation.toBuilder().setPayload(payload).clearCells();
        if (payload == Payload.COLUMNS) {
            for (CellChange cell : mutation.getCellsList()) {
                builder.addCells(cell.toBuilder().clearValue());
            }
        }
        return builder.build();
    }
}
