/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The markers of one read, one in each partition of the index's topic. A read that began after them may be written at their
 * versions: every event up to these markers was appended before the read.
 *
 * @param events by partition
 * @param readMillis taken after the markers were acknowledged and before the read: the age of what is read counts from here, in
 *     milliseconds since the epoch
 */
public record Markers(int epoch, List<SourceEvent> events, long readMillis) {
    public Markers {
        events = List.copyOf(events);
        for (int partition = 0; partition < events.size(); partition++) {
            if (events.get(partition).partition() != partition) {
                throw new IllegalArgumentException("marker " + partition + " belongs to another partition: " + events);
            }
        }
    }

    /** Returns the marker in a row's partition. */
    public SourceEvent of(RowKey row) {
        return events.get(RowPartition.of(row.bytes().unsafeBytes(), events.size()));
    }

    /** Returns the version at which the row is written. */
    public RowVersion version(RowKey row) {
        return RowVersion.of(epoch, of(row).offset());
    }

    /** Returns the offsets after the markers, by partition. */
    public Map<Integer, Long> goal() {
        Map<Integer, Long> goal = new HashMap<>();
        events.forEach(event -> goal.put(event.partition(), event.offset() + 1));
        return goal;
    }
}
