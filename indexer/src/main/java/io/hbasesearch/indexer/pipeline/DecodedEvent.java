/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a record means to an index. */
sealed interface DecodedEvent {
    /**
     * The row is to be read again.
     *
     * @param writeMillis when the edit was written to the WAL, 0 for a touch
     * @param buckets those of the row's documents that may have changed; none if the edit has nothing that is mapped, where rows have
     *     several
     */
    record RowChanged(RowKey row, long writeMillis, Collection<Bucket> buckets) implements DecodedEvent {}

    /** A backfill's start: acknowledged without work. */
    record Marker() implements DecodedEvent {}

    /**
     * Files were loaded into a region: any row of the range may have changed, and no event tells of it.
     *
     * @param load names the load, the same in every partition
     * @param isMapped false if no column that the index maps can have been loaded
     */
    record BulkLoaded(String load, KeyRange range, boolean isMapped) implements DecodedEvent {}

    /**
     * Poison.
     *
     * @param row that it tells of, if that is a row of this partition: read again at the event's version
     * @param elsewhere rows that it tells of and that belong into other partitions. Their versions come from there, so they are
     *     announced there
     * @param isMisplaced whether nothing is wrong with it but its partition
     */
    record Unreadable(Optional<RowKey> row, List<RowKey> elsewhere, boolean isMisplaced, String message)
            implements DecodedEvent {
        static Unreadable withoutRow(String message) {
            return new Unreadable(Optional.empty(), List.of(), false, message);
        }
    }
}
