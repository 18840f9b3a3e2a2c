/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import com.google.protobuf.ByteString;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.CellChange;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.UnreadableEventException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats an event for people; values only on request. Stateless. */
final class EventView {
    private EventView() {}

    /** Returns null if the bytes are not an event. */
    static @Nullable Map<String, @Nullable Object> of(byte @Nullable [] bytes, boolean values) {
        if (bytes == null) {
            return null;
        }
        try {
            return of(RowMutations.decode(bytes), values);
        } catch (UnreadableEventException e) {
            return null;
        }
    }

    private static Map<String, @Nullable Object> of(RowMutation event, boolean values) {
        return Result.row(
                "cause",
                event.getCause().name(),
                "table",
                event.getNamespace() + ":" + event.getTable(),
                "row",
                text(event.getRow()),
                "region",
                event.getRegion(),
                "region_sequence_id",
                event.getRegionSequenceId(),
                "write_time",
                Instant.ofEpochMilli(event.getWriteTimeMillis()).toString(),
                "payload",
                event.getPayload().name(),
                "cells",
                event.getCellsList().stream().map(cell -> cell(cell, values)).toList());
    }

    private static Map<String, @Nullable Object> cell(CellChange cell, boolean values) {
        Map<String, @Nullable Object> view = Result.row(
                "column",
                text(cell.getFamily()) + ":" + text(cell.getQualifier()),
                "timestamp",
                cell.getTimestamp(),
                "type",
                cell.getType().name(),
                "value_bytes",
                cell.getValue().size());
        if (values) {
            view.put("value", text(cell.getValue()));
        }
        return view;
    }

    /** Formats bytes as the HBase shell does. */
    private static String text(ByteString bytes) {
        return bytes.isEmpty() ? "" : printable(bytes.toByteArray());
    }

    private static String printable(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        // Formats pieces as row keys, because values may be longer than a key.
        for (int from = 0; from < bytes.length; from += RowKey.MAX_LENGTH) {
            int to = Math.min(bytes.length, from + RowKey.MAX_LENGTH);
            text.append(
                    RowKey.wrap(java.util.Arrays.copyOfRange(bytes, from, to)).printable());
        }
        return text.toString();
    }
}
