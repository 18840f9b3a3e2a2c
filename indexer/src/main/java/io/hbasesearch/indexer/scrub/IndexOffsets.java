/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import java.util.Map;

/**
 * How far an index is in its topic, by partition.
 *
 * @param acknowledged where its group goes on; a partition without an offset is absent
 * @param ends where the topic ended, afterwards
 */
public record IndexOffsets(Map<Integer, Long> acknowledged, Map<Integer, Long> ends) {
    public IndexOffsets {
        acknowledged = Map.copyOf(acknowledged);
        ends = Map.copyOf(ends);
    }

    /** Whether everything before these offsets is in the index. */
    boolean reach(Map<Integer, Long> goal) {
        return goal.entrySet().stream().allMatch(end -> acknowledged.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }
}
