/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Whether the table was truncated or made anew in this run, and of which partitions the index was compared with it since. A partition
 * that goes and comes back is owed its comparison as before; so is one that another process was to compare and did not finish.
 * Guarded by its {@link BulkLoads}.
 */
final class ReplacedTable {
    private final OffsetTracker tracker;
    private final Set<Integer> compared = new HashSet<>();
    private int times;

    ReplacedTable(OffsetTracker tracker) {
        this.tracker = tracker;
    }

    /** Whatever was compared, or is being compared, may be of rows that are gone. */
    void replacedAgain() {
        times++;
        compared.clear();
    }

    /** Of the load that compares it; of its own for each time that the table was replaced. */
    String loadName() {
        return "of a table made anew, " + times;
    }

    /** Those of these partitions that are still to be compared. */
    Set<Integer> owed(Set<Integer> assigned) {
        if (times == 0) {
            return Set.of();
        }
        Set<Integer> owed = new HashSet<>(assigned);
        owed.removeAll(compared);
        return owed;
    }

    void done(PendingBulkLoad load) {
        if (load.name().equals(loadName())) {
            compared.addAll(load.partitions());
        }
    }

    /**
     * The partition's end. Reads that saw rows which are gone now were of events before it, be it in this process or in an earlier owner
     * of the partition, which may still be writing; so these events are to be done before the index is asked what it has.
     *
     * @param remaining by partition, the events between what was polled and the end; empty if that is not known yet
     * @return empty if it is not known yet
     */
    OptionalLong end(int partition, IntFunction<OptionalLong> remaining) {
        OptionalLong left = remaining.apply(partition);
        OptionalLong next = tracker.next(partition);
        if (left.isEmpty() || (next.isEmpty() && left.getAsLong() > 0)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(next.orElse(0) + Math.max(0, left.getAsLong()));
    }
}
