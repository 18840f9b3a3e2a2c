/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowPartition;
import java.util.Map;
import java.util.Optional;

/**
 * An index's offsets in its topic, by partition.
 *
 * @param acknowledged the next offset of its group; a partition without an offset is absent
 * @param ends the ends of all partitions, read afterwards
 */
public record IndexOffsets(Map<Integer, Long> acknowledged, Map<Integer, Long> ends) {
    public IndexOffsets {
        acknowledged = Map.copyOf(acknowledged);
        ends = Map.copyOf(ends);
    }

    /** Returns whether everything before these offsets is in the index. */
    public boolean reach(Map<Integer, Long> goal) {
        return goal.keySet().stream().allMatch(partition -> reach(goal, partition));
    }

    /** Returns whether the topic ends before these offsets, although it once had events there. */
    public boolean endBefore(Map<Integer, Long> goal) {
        return goal.entrySet().stream()
                .anyMatch(wanted -> ends.getOrDefault(wanted.getKey(), Long.MAX_VALUE) < wanted.getValue());
    }

    /** Returns whether everything in a row's partition before these offsets is in the index; without a row, in every partition. */
    boolean reach(Map<Integer, Long> goal, Optional<RowKey> row) {
        return row.map(key -> reach(goal, RowPartition.of(key.bytes().unsafeBytes(), goal.size())))
                .orElseGet(() -> reach(goal));
    }

    private boolean reach(Map<Integer, Long> goal, int partition) {
        return acknowledged.getOrDefault(partition, 0L) >= goal.getOrDefault(partition, 0L);
    }

    /** Returns the number of events that are not in the index. */
    public long behind() {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - acknowledged.getOrDefault(end.getKey(), 0L)))
                .sum();
    }
}
