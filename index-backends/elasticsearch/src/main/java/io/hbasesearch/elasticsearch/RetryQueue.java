/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/** Operations that were put aside, by the time when they are due. Guarded by {@link BulkBuffer}'s lock. */
final class RetryQueue {
    private final TreeMap<Long, Deque<PendingWrite>> byTime = new TreeMap<>();

    void add(PendingWrite write, long dueNanos) {
        byTime.computeIfAbsent(dueNanos, due -> new ArrayDeque<>()).add(write);
    }

    boolean isEmpty() {
        return byTime.isEmpty();
    }

    boolean isDue(long nowNanos) {
        return firstNanos() <= nowNanos;
    }

    /** When the first is due; never if there is none. */
    long firstNanos() {
        return byTime.isEmpty() ? Long.MAX_VALUE : byTime.firstKey();
    }

    /** Moves what is due, as far as it fits. */
    void moveDue(long nowNanos, BulkDraft request) {
        while (isDue(nowNanos) && request.takeFrom(byTime.firstEntry().getValue())) {
            byTime.pollFirstEntry();
        }
    }

    /** Takes everything out. */
    List<PendingWrite> clear() {
        List<PendingWrite> all = new ArrayList<>();
        byTime.values().forEach(all::addAll);
        byTime.clear();
        return all;
    }
}
