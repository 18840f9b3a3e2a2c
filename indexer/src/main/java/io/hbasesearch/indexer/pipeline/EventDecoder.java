/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.UnreadableEventException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one table's topic. Whatever is wrong with a record makes it {@link DecodedEvent.Unreadable}, never an
 * exception. Immutable.
 *
 * <p>A row outside its partition is refused: its versions could not be compared with those of its other events.
 */
final class EventDecoder {
    private final TableId table;
    private final int partitions;

    EventDecoder(TableId table, int partitions) {
        this.table = Objects.requireNonNull(table, "table");
        this.partitions = partitions;
    }

    DecodedEvent decode(SourceEvent event) {
        if (event.value() == null) {
            return unreadable(event, "the record has no value");
        }
        RowMutation mutation;
        try {
            mutation = RowMutations.decode(event.value());
        } catch (UnreadableEventException e) {
            return unreadable(event, String.valueOf(e.getMessage()));
        }
        if (!mutation.getNamespace().equals(table.namespace())
                || !mutation.getTable().equals(table.qualifier())) {
            return new DecodedEvent.Unreadable(
                    Optional.empty(),
                    "the event is of table " + mutation.getNamespace() + ":" + mutation.getTable()
                            + ", this topic belongs to " + table);
        }
        return mutation.getCause() == RowMutation.Cause.MARKER ? new DecodedEvent.Marker() : row(event, mutation);
    }

    private DecodedEvent row(SourceEvent event, RowMutation mutation) {
        byte[] row = mutation.getRow().toByteArray();
        if (!Arrays.equals(row, event.key())) {
            return unreadable(event, "the event's row is not the record's key");
        }
        Optional<RowKey> key = rowKey(row);
        if (key.isEmpty()) {
            return new DecodedEvent.Unreadable(Optional.empty(), "the event has a row key of " + row.length + " bytes");
        }
        if (isMisplaced(row, event.partition())) {
            return new DecodedEvent.Unreadable(
                    Optional.empty(),
                    "the row belongs into partition " + RowPartition.of(row, partitions) + " of " + partitions
                            + ": its producer counts partitions in another way");
        }
        boolean isEdit = mutation.getCause() == RowMutation.Cause.EDIT;
        return new DecodedEvent.RowChanged(key.get(), isEdit ? mutation.getWriteTimeMillis() : 0);
    }

    private DecodedEvent unreadable(SourceEvent event, String message) {
        Optional<RowKey> row =
                rowKey(event.key()).filter(key -> !isMisplaced(key.bytes().unsafeBytes(), event.partition()));
        return new DecodedEvent.Unreadable(row, message);
    }

    private boolean isMisplaced(byte[] row, int partition) {
        return RowPartition.of(row, partitions) != partition;
    }

    private static Optional<RowKey> rowKey(byte @Nullable [] bytes) {
        return bytes == null || bytes.length == 0 || bytes.length > RowKey.MAX_LENGTH
                ? Optional.empty()
                : Optional.of(RowKey.wrap(bytes));
    }
}
