/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Records whether the table was truncated or recreated in this run, and which partitions of the index were compared with it since.
 * A partition that is revoked and assigned again still has to be compared; so does one whose comparison another process did not
 * finish. Guarded by its {@link BulkLoads}.
 */
final class ReplacedTable {
    private final OffsetTracker tracker;
    private final Set<Integer> compared = new HashSet<>();
    private int times;

    ReplacedTable(OffsetTracker tracker) {
        this.tracker = tracker;
    }

    /** Restarts the comparison: what was compared, or is being compared, may concern rows that are gone. */
    void replacedAgain() {
        times++;
        compared.clear();
    }

    /** Returns the name of the load that compares the table; a new one each time that the table was replaced. */
    String loadName() {
        return "of a recreated table, " + times;
    }

    /** Returns those of these partitions that are still to be compared. */
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
     * Returns the partition's end. Reads that saw rows which are now gone were caused by events before it, in this process or in an
     * earlier owner of the partition, which may still be writing. So these events must be done before the index is compared.
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
