/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where an index's events come from. For one thread, but for {@link #wakeup()}. Failures are
 * {@link io.hbasesearch.core.error.HBaseSearchException}s: OFFSETS_LOST when a position is not in the log any more.
 */
public interface EventSource extends AutoCloseable {
    /** Joins; partitions arrive through the listener, within {@link #poll}. */
    void open(PartitionListener listener);

    /** The next events, at most a configured number; waits up to {@code timeout} for the first. */
    Polled poll(Duration timeout);

    /**
     * Says of which assigned partitions {@link #poll} returns nothing, until this is called again; of all others it does. With all
     * of them paused it still keeps the membership alive.
     */
    void setPaused(Set<Integer> partitions);

    /**
     * Commits positions.
     *
     * @param await how long to wait for the answer; if that is zero, a failure only shows in {@link #takeCommitFailure()}
     */
    void commit(Map<Integer, Position> positions, Duration await);

    /** Whether a commit since the last call has failed; it is then worth committing the same positions again. */
    boolean takeCommitFailure();

    /** Why the last commit that was answered failed; empty if it did not. */
    Optional<HBaseSearchException> commitFailure();

    /** Events between what was polled and the ends of the assigned partitions, as far as known. */
    long remaining();

    /** Events of this assigned partition between what was polled and its end; empty if that is not known yet. */
    OptionalLong remaining(int partition);

    /** The offset of the next event that {@link #poll} would return of this partition; empty if it is not known. Asks nobody. */
    OptionalLong position(int partition);

    /** Makes a {@link #poll} that waits return. The one method for other threads. */
    void wakeup();

    /** Leaves, and waits for that no longer than this. Idempotent. */
    void close(Duration atMost);

    @Override
    void close();

    /**
     * What one poll brought.
     *
     * @param next by partition, the position after these events and after the gaps that follow them
     */
    record Polled(List<SourceEvent> events, Map<Integer, Position> next) {
        public Polled {
            events = List.copyOf(events);
            next = Map.copyOf(next);
        }

        public static Polled nothing() {
            return new Polled(List.of(), Map.of());
        }
    }

    /** Hears of partitions that come and go; called on the polling thread. */
    interface PartitionListener {
        void assigned(Set<Integer> partitions);

        /** Last chance to commit what was acknowledged of them. */
        void revoked(Set<Integer> partitions);

        /** Others may have them already: nothing can be committed. */
        void lost(Set<Integer> partitions);
    }
}
