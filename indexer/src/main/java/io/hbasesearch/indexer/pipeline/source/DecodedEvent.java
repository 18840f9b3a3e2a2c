/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The meaning of a record for an index. */
public sealed interface DecodedEvent {
    /**
     * An event that requires its row to be read again.
     *
     * @param writeMillis when the edit was written to the WAL, 0 for a touch
     * @param buckets those of the row's documents that may have changed; if rows have several documents, empty for an edit without
     *     mapped columns
     */
    record RowChanged(RowKey row, long writeMillis, Collection<Bucket> buckets) implements DecodedEvent {}

    /** The start of a backfill: acknowledged without work. */
    record Marker() implements DecodedEvent {}

    /**
     * A bulk load into a region: any row of the range may have changed, and no event names the rows.
     *
     * @param load names the load, the same in every partition
     * @param isMapped false if no column that the index maps can have been loaded
     */
    record BulkLoaded(String load, KeyRange range, boolean isMapped) implements DecodedEvent {}

    /**
     * A poison event, which cannot be read.
     *
     * @param row that it names, if that is a row of this partition: read again at the event's version
     * @param elsewhere rows that it names and that belong to other partitions. Their versions come from there, so they are
     *     announced there
     * @param isMisplaced whether its partition is the only thing wrong with it
     */
    record Unreadable(Optional<RowKey> row, List<RowKey> elsewhere, boolean isMisplaced, String message)
            implements DecodedEvent {
        static Unreadable withoutRow(String message) {
            return new Unreadable(Optional.empty(), List.of(), false, message);
        }
    }
}
