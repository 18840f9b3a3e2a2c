/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The source of an index's events. For one thread, except for {@link #wakeup()}. Failures are {@link
 * io.hbasesearch.core.error.HBaseSearchException}s: OFFSETS_LOST when a position is no longer in the log.
 */
public interface EventSource extends AutoCloseable {
    /** Joins the group; partitions are assigned through the listener, within {@link #poll}. */
    void open(PartitionListener listener);

    /** Returns the next events, at most a configured number; waits up to {@code timeout} for the first. */
    Polled poll(Duration timeout);

    /**
     * Pauses exactly these assigned partitions until the next call: {@link #poll} returns nothing of them, and events of all
     * others. With all of them paused it still keeps the membership alive.
     */
    void setPaused(Set<Integer> partitions);

    /**
     * Commits positions.
     *
     * @param await how long to wait for the response; if zero, a failure only shows in {@link #takeCommitFailure()}
     */
    void commit(Map<Integer, Position> positions, Duration await);

    /** Returns whether a commit since the last call has failed; the same positions should then be committed again. */
    boolean takeCommitFailure();

    /** Returns why the last completed commit failed; empty if it succeeded. */
    Optional<HBaseSearchException> commitFailure();

    /** Returns the events between what was polled and the ends of the assigned partitions, as far as known. */
    long remaining();

    /** Returns the events of this assigned partition between what was polled and its end; empty if that is not known yet. */
    OptionalLong remaining(int partition);

    /** Returns the offset of the next event of this partition that {@link #poll} would return; empty if unknown. Makes no request. */
    OptionalLong position(int partition);

    /** Makes a waiting {@link #poll} return. The only method for other threads. */
    void wakeup();

    /** Leaves the group, and waits for that no longer than this. Idempotent. */
    void close(Duration atMost);

    @Override
    void close();

    /**
     * The result of one poll.
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

    /** Receives the changes of the assignment; called on the polling thread. */
    interface PartitionListener {
        void assigned(Set<Integer> partitions);

        /** Called at the last chance to commit what was acknowledged of these partitions. */
        void revoked(Set<Integer> partitions);

        /** Called when others may already own these partitions: nothing can be committed. */
        void lost(Set<Integer> partitions);
    }
}
