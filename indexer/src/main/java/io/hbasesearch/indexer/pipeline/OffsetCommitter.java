/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Commits the positions that the tracker calls done: to the index where it keeps them itself, and then to the consumer
 * group for display; else to the consumer group, where they count. For the polling thread.
 */
final class OffsetCommitter {
    private final EventSource source;
    private final @Nullable PositionStore store;
    private final OffsetTracker tracker;
    private final long intervalNanos;
    private final Map<Integer, Position> committed = new HashMap<>();
    private long lastNanos = System.nanoTime();

    OffsetCommitter(EventSource source, @Nullable PositionStore store, OffsetTracker tracker, Duration interval) {
        this.source = source;
        this.store = store;
        this.tracker = tracker;
        this.intervalNanos = interval.toNanos();
        if (store != null) {
            committed.putAll(store.load());
        }
    }

    /** Commits if the interval has passed and something has advanced. */
    void commitIfDue() {
        if (System.nanoTime() - lastNanos >= intervalNanos) {
            commit(false);
        }
    }

    /** Commits what has advanced. @param await whether to wait for the broker's answer */
    void commit(boolean await) {
        lastNanos = System.nanoTime();
        if (source.takeCommitFailure() && store == null) {
            committed.clear();
        }
        Map<Integer, Position> advanced = tracker.positions();
        advanced.entrySet().removeIf(entry -> entry.getValue().equals(committed.get(entry.getKey())));
        if (advanced.isEmpty()) {
            return;
        }
        if (store != null) {
            // Always all partitions: what a commit leaves out, the index may forget.
            Map<Integer, Position> all = new HashMap<>(committed);
            all.putAll(advanced);
            store.commit(all);
        }
        source.commit(advanced, await);
        committed.putAll(advanced);
    }

    void forget(Set<Integer> partitions) {
        committed.keySet().removeAll(partitions);
    }
}
