/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/** Operations to retry, by their due time. Guarded by {@link BulkBuffer}'s lock. */
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

    /** Returns the due time of the first; never if there is none. */
    long firstNanos() {
        return byTime.isEmpty() ? Long.MAX_VALUE : byTime.firstKey();
    }

    /** Moves due operations into the request, as far as they fit. */
    void moveDue(long nowNanos, BulkDraft request) {
        while (isDue(nowNanos) && request.takeFrom(byTime.firstEntry().getValue())) {
            byTime.pollFirstEntry();
        }
    }

    /** Removes and returns everything. */
    List<PendingWrite> clear() {
        List<PendingWrite> all = new ArrayList<>();
        byTime.values().forEach(all::addAll);
        byTime.clear();
        return all;
    }
}
