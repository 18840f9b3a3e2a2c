/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One record of an index's topic. The arrays are not copied: they must not be changed.
 *
 * @param leaderEpoch under which the record was appended
 * @param key the row key's bytes
 * @param value the event's bytes
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier on the hot path, never compared
public record SourceEvent(
        int partition, long offset, OptionalInt leaderEpoch, byte @Nullable [] key, byte @Nullable [] value) {
    /** Memory that a record costs beyond its bytes: objects, tickets, table entries. An estimate. */
    public static final long OVERHEAD_BYTES = 200;

    public SourceEvent {
        Objects.requireNonNull(leaderEpoch, "leaderEpoch");
    }

    public long bytes() {
        return OVERHEAD_BYTES + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /** Names the event's position; omits key and value. */
    @Override
    public String toString() {
        return "event at partition " + partition + ", offset " + offset;
    }
}
