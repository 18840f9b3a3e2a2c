/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import com.google.protobuf.UnsafeByteOperations;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowRange;
import io.hbasesearch.replication.settings.PayloadLevel;

/** Encodes an announcement as its event, with as much of an edit as is wanted and fits. Stateless. */
final class EventEncoder {
    private EventEncoder() {}

    /**
     * Returns the event's bytes; sets the announcement's {@code most} to the payload that they have.
     *
     * @param most the largest payload to encode
     * @param maxBytes limit of an edit's event; without cells it may be larger, because no edit is too large to announce
     */
    static byte[] encode(Announcement announcement, PayloadLevel most, int maxBytes) {
        return announcement instanceof BulkLoad
                ? encode((BulkLoad) announcement).toByteArray()
                : encode((RowEdit) announcement, most, maxBytes);
    }

    private static RowMutation encode(BulkLoad load) {
        RowMutation.Builder event = RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.BULK_LOAD)
                .setNamespace(load.table.getNamespaceAsString())
                .setTable(load.table.getQualifierAsString())
                .setRegion(load.regionName())
                .setRegionSequenceId(load.sequenceId)
                .setWriteTimeMillis(load.writeTime)
                .setPayload(Payload.KEYS)
                .setRange(RowRange.newBuilder()
                        .setStart(UnsafeByteOperations.unsafeWrap(load.start))
                        .setStop(UnsafeByteOperations.unsafeWrap(load.stop)));
        load.families.forEach(family -> event.addFamilies(UnsafeByteOperations.unsafeWrap(family)));
        return event.build();
    }

    private static byte[] encode(RowEdit edit, PayloadLevel most, int maxBytes) {
        PayloadLevel level = most;
        long size = EditWriter.size(edit, level);
        while (size > maxBytes && level != PayloadLevel.KEYS) {
            level = level == PayloadLevel.EDITS ? PayloadLevel.COLUMNS : PayloadLevel.KEYS;
            size = EditWriter.size(edit, level);
        }
        edit.most = level;
        return EditWriter.write(edit, level, (int) size);
    }
}
