/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.spi.Position;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Knows up to where each partition is done: the end of the contiguous run of acknowledged events, whatever has been
 * acknowledged beyond the first gap. Offsets may have gaps of their own, from compaction or control records.
 *
 * <p>For the polling thread; only {@link Ticket#acknowledge()} is for others. The tickets of a dropped partition may be
 * acknowledged without effect. Bounded by whoever bounds the events in flight and heeds {@link #runAhead}.
 */
final class OffsetTracker {
    private final Map<Integer, Partition> partitions = new HashMap<>();

    /**
     * Takes note of an event before anything is done with it.
     *
     * @throws IllegalArgumentException if the offset is not behind every earlier one of its partition
     */
    Ticket track(int partition, long offset, OptionalInt leaderEpoch) {
        return partitions.computeIfAbsent(partition, number -> new Partition()).track(offset, leaderEpoch);
    }

    /** The source has nothing between the last tracked event of the partition and this position. */
    void passed(int partition, Position next) {
        partitions.computeIfAbsent(partition, number -> new Partition()).passed = next;
    }

    /** Up to where each partition is done; a partition of which nothing is known yet is absent. */
    Map<Integer, Position> positions() {
        Map<Integer, Position> positions = new HashMap<>();
        partitions.forEach((number, partition) -> {
            Position done = partition.advance();
            if (done != null) {
                positions.put(number, done);
            }
        });
        return positions;
    }

    /** Events of these partitions that still hold their position back. */
    int outstanding(Collection<Integer> numbers) {
        int outstanding = 0;
        for (int number : numbers) {
            Partition partition = partitions.get(number);
            if (partition != null) {
                partition.advance();
                outstanding += partition.tickets.size();
            }
        }
        return outstanding;
    }

    /**
     * Partitions of which so many events were taken since the oldest one that is not acknowledged, that the list of them has
     * become long: that one may be stuck, and what lies behind it cannot be committed anyway.
     */
    Set<Integer> runAhead(int maxEvents) {
        Set<Integer> ahead = new HashSet<>();
        partitions.forEach((number, partition) -> {
            if (partition.tickets.size() > maxEvents) {
                partition.advance();
            }
            if (partition.tickets.size() > maxEvents) {
                ahead.add(number);
            }
        });
        return ahead;
    }

    /** Forgets partitions. */
    void drop(Collection<Integer> numbers) {
        partitions.keySet().removeAll(numbers);
    }

    private static final class Partition {
        private final Deque<Ticket> tickets = new ArrayDeque<>();
        private long lastTracked = -1;
        private @Nullable Position done;
        private @Nullable Position passed;

        Ticket track(long offset, OptionalInt leaderEpoch) {
            if (offset <= lastTracked) {
                throw new IllegalArgumentException("offset " + offset + " follows offset " + lastTracked);
            }
            lastTracked = offset;
            Ticket ticket = new Ticket(offset, leaderEpoch);
            tickets.add(ticket);
            return ticket;
        }

        @Nullable
        Position advance() {
            for (Ticket first = tickets.peek(); first != null && first.acknowledged; first = tickets.peek()) {
                tickets.remove();
                done = new Position(first.offset + 1, first.leaderEpoch);
            }
            boolean behindGap = passed != null && (done == null || passed.nextOffset() > done.nextOffset());
            if (tickets.isEmpty() && behindGap) {
                done = passed;
            }
            return done;
        }
    }

    /** One event's place in the order. */
    static final class Ticket {
        private final long offset;
        private final OptionalInt leaderEpoch;
        private volatile boolean acknowledged;

        private Ticket(long offset, OptionalInt leaderEpoch) {
            this.offset = offset;
            this.leaderEpoch = leaderEpoch;
        }

        long offset() {
            return offset;
        }

        /** What the event asked for is in the index. Idempotent; for any thread. */
        void acknowledge() {
            acknowledged = true;
        }
    }
}
