/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.NewerEventException;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.UnreadableEventException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the records of one table's topic. An invalid record becomes {@link DecodedEvent.Unreadable}; a valid record that is newer
 * than this program ends the index's run. Immutable.
 *
 * <p>A valid event outside its row's partition is unreadable, too: its offset does not apply to the row, whose versions come from
 * another partition. {@link MisplacedEvents} decides how many of them are too many.
 */
public final class EventDecoder {
    private final String index;
    private final TableId table;
    private final int partitions;
    private final Set<ByteString> families;
    private final Function<RowMutation, Collection<Bucket>> changed;

    /**
     * @param columns that the index maps
     * @param changed returns which of its row's documents an event may have changed
     */
    public EventDecoder(
            String index,
            TableId table,
            int partitions,
            ColumnSelection columns,
            Function<RowMutation, Collection<Bucket>> changed) {
        this.index = Objects.requireNonNull(index, "index");
        this.table = Objects.requireNonNull(table, "table");
        this.partitions = partitions;
        this.changed = Objects.requireNonNull(changed, "changed");
        this.families = columns.families().keySet().stream()
                .map(ByteString::copyFromUtf8)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE for an event of a newer format */
    public DecodedEvent decode(SourceEvent event) {
        if (event.value() == null) {
            return unreadable(event, "the record has no value");
        }
        RowMutation mutation;
        try {
            mutation = RowMutations.decode(event.value());
        } catch (NewerEventException e) {
            if (e.isOf(table.namespace(), table.qualifier())) {
                throw newer(event, e);
            }
            return unreadable(event, String.valueOf(e.getMessage()));
        } catch (UnreadableEventException e) {
            return unreadable(event, String.valueOf(e.getMessage()));
        }
        if (!mutation.getNamespace().equals(table.namespace())
                || !mutation.getTable().equals(table.qualifier())) {
            return DecodedEvent.Unreadable.withoutRow("the event belongs to table " + mutation.getNamespace() + ":"
                    + mutation.getTable() + ", but this topic belongs to " + table);
        }
        return switch (mutation.getCause()) {
            case MARKER -> new DecodedEvent.Marker();
            case BULK_LOAD -> bulkLoaded(mutation);
            case EDIT, TOUCH, CAUSE_UNSPECIFIED, UNRECOGNIZED -> row(event, mutation);
        };
    }

    private DecodedEvent bulkLoaded(RowMutation mutation) {
        KeyRange range = new KeyRange(
                start(mutation.getRange().getStart()), stop(mutation.getRange().getStop()));
        if (range.isEmpty()) {
            return DecodedEvent.Unreadable.withoutRow("the bulk load's range ends before it begins");
        }
        boolean isMapped = families.isEmpty()
                || mutation.getFamiliesCount() == 0
                || mutation.getFamiliesList().stream().anyMatch(families::contains);
        return new DecodedEvent.BulkLoaded(
                mutation.getRegion() + "/" + mutation.getRegionSequenceId(), range, isMapped);
    }

    /** Shortens a bound that is longer than any row key and that HBase would not accept: the shorter bound omits no row. */
    private static ByteArray start(ByteString bound) {
        return ByteArray.wrap(
                bound.substring(0, Math.min(bound.size(), RowKey.MAX_LENGTH)).toByteArray());
    }

    private static ByteArray stop(ByteString bound) {
        return bound.size() > RowKey.MAX_LENGTH ? ByteArray.empty() : ByteArray.wrap(bound.toByteArray());
    }

    private DecodedEvent row(SourceEvent event, RowMutation mutation) {
        byte[] row = mutation.getRow().toByteArray();
        Optional<RowKey> key = rowKey(row);
        if (!Arrays.equals(row, event.key())) {
            return unreadable(event, key, "the event's row is not the record's key");
        }
        if (key.isEmpty()) {
            return DecodedEvent.Unreadable.withoutRow("the event has a row key of " + row.length + " bytes");
        }
        if (isMisplaced(row, event.partition())) {
            return new DecodedEvent.Unreadable(
                    Optional.empty(),
                    List.of(key.get()),
                    true,
                    "the row belongs to partition " + RowPartition.of(row, partitions) + " of " + partitions
                            + ": it was announced there");
        }
        boolean isEdit = mutation.getCause() == RowMutation.Cause.EDIT;
        return new DecodedEvent.RowChanged(
                key.get(), isEdit ? mutation.getWriteTimeMillis() : 0, changed.apply(mutation));
    }

    /**
     * Refuses a newer event: an older reader could only guess its meaning, even its rows. It stays in the topic until a newer
     * reader can read it.
     */
    private HBaseSearchException newer(SourceEvent event, NewerEventException reason) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "partition " + event.partition() + " of the topic of table " + table + " holds, at offset "
                        + event.offset() + ", an event of a newer endpoint: " + reason.getMessage(),
                "Upgrade this program to the endpoint's version and restart it: it continues at this event, and nothing is lost"
                        + " as long as the topic keeps it. If none of your endpoints is newer, another program wrote the event; leave"
                        + " the topic: hbase-search index epoch " + index + " --bump --recreate " + index
                        + ", then hbase-search reindex " + index + ".",
                reason);
    }

    private DecodedEvent unreadable(SourceEvent event, String message) {
        return unreadable(event, Optional.empty(), message);
    }

    /** @param told a row that the value names; the record's key may name another */
    private DecodedEvent unreadable(SourceEvent event, Optional<RowKey> told, String message) {
        Optional<RowKey> row = rowKey(event.key());
        Optional<RowKey> here = row.filter(key -> !isMisplaced(key.bytes().unsafeBytes(), event.partition()));
        List<RowKey> elsewhere = Stream.concat(row.stream(), told.stream())
                .filter(key -> !here.equals(Optional.of(key)))
                .distinct()
                .toList();
        return new DecodedEvent.Unreadable(here, elsewhere, false, message);
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
