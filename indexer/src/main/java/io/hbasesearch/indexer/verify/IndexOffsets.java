/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.RowPartition;
import java.util.Map;
import java.util.Optional;

/**
 * How far an index is in its topic, by partition.
 *
 * @param acknowledged where its group goes on; a partition without an offset is absent
 * @param ends where the topic ended, afterwards; of every partition
 */
public record IndexOffsets(Map<Integer, Long> acknowledged, Map<Integer, Long> ends) {
    public IndexOffsets {
        acknowledged = Map.copyOf(acknowledged);
        ends = Map.copyOf(ends);
    }

    /** Whether everything before these offsets is in the index. */
    public boolean reach(Map<Integer, Long> goal) {
        return goal.keySet().stream().allMatch(partition -> reach(goal, partition));
    }

    /** Whether the topic ends before these offsets, at which it had events once. */
    public boolean endBefore(Map<Integer, Long> goal) {
        return goal.entrySet().stream()
                .anyMatch(wanted -> ends.getOrDefault(wanted.getKey(), Long.MAX_VALUE) < wanted.getValue());
    }

    /** Whether everything of a row's partition before these offsets, of every partition, is in the index. */
    boolean reach(Map<Integer, Long> goal, Optional<RowKey> row) {
        return row.map(key -> reach(goal, RowPartition.of(key.bytes().unsafeBytes(), goal.size())))
                .orElseGet(() -> reach(goal));
    }

    private boolean reach(Map<Integer, Long> goal, int partition) {
        return acknowledged.getOrDefault(partition, 0L) >= goal.getOrDefault(partition, 0L);
    }

    /** Events that are not in the index. */
    public long behind() {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - acknowledged.getOrDefault(end.getKey(), 0L)))
                .sum();
    }
}
