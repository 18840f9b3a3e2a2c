/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.PositionStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Commits the positions that the tracker reports as done. If the index stores positions itself, they are committed to it, and then
 * to the consumer group for display. Otherwise they are committed to the consumer group, which is authoritative. While commits
 * fail, the health says so. For the polling thread.
 */
public final class OffsetCommitter implements AutoCloseable {
    private final EventSource source;
    private final @Nullable PositionStore store;
    private final OffsetTracker tracker;
    private final PipelineHealth health;
    private final long intervalNanos;
    private final Map<Integer, Position> committed = new HashMap<>();
    private PipelineHealth.@Nullable HealthIssue ailment;
    /** A failure that no longer concerns any assigned partition. */
    private @Nullable HBaseSearchException over;

    private long lastNanos = System.nanoTime();

    public OffsetCommitter(
            EventSource source,
            @Nullable PositionStore store,
            OffsetTracker tracker,
            PipelineHealth health,
            Duration interval) {
        this.health = health;
        this.source = source;
        this.store = store;
        this.tracker = tracker;
        this.intervalNanos = interval.toNanos();
        if (store != null) {
            committed.putAll(store.load());
        }
    }

    /** Commits if the interval has passed and something has advanced. */
    public void commitIfDue() {
        if (System.nanoTime() - lastNanos >= intervalNanos) {
            commit(Duration.ZERO);
        }
    }

    /** Commits what has advanced. @param await how long to wait for the broker's response, zero not to */
    public void commit(Duration await) {
        lastNanos = System.nanoTime();
        boolean again = source.takeCommitFailure();
        examine();
        if (again && store == null) {
            committed.clear();
        }
        Map<Integer, Position> advanced = tracker.positions();
        advanced.entrySet().removeIf(entry -> entry.getValue().equals(committed.get(entry.getKey())));
        if (advanced.isEmpty()) {
            if (again && !committed.isEmpty()) {
                source.commit(Map.copyOf(committed), await);
            } else if (again) {
                // The uncommitted positions belong to lost partitions: no successful commit will follow.
                over = source.commitFailure().orElse(null);
                close();
            }
            return;
        }
        if (store != null) {
            // Always all partitions: the index may drop positions that a commit omits.
            Map<Integer, Position> all = new HashMap<>(committed);
            all.putAll(advanced);
            store.commit(all);
        }
        source.commit(advanced, await);
        committed.putAll(advanced);
    }

    private void examine() {
        HBaseSearchException failure = source.commitFailure().orElse(null);
        if (failure == null || failure == over) {
            close();
        } else if (ailment == null) {
            ailment = health.ailing("committing offsets", failure);
        } else {
            ailment.failedAgain(failure);
        }
    }

    /** Removes the issue from the health. Idempotent. */
    @Override
    public void close() {
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }

    public void forget(Set<Integer> partitions) {
        committed.keySet().removeAll(partitions);
    }
}
