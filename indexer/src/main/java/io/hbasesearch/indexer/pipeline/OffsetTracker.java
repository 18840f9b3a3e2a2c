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
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Knows up to where each partition is done: the end of the contiguous run of acknowledged events, whatever has been
 * acknowledged beyond the first gap. Offsets may have gaps of their own, from compaction or control records.
 *
 * <p>A ticket may be held for hours, by work that runs beside the pipeline. What is acknowledged behind it is kept as runs,
 * of which only the last ticket counts; so the memory grows with the tickets that are not acknowledged, not with the events
 * that pass. Whoever bounds those bounds this; {@link #runAhead} bounds what a crash repeats because of one that is stuck.
 *
 * <p>For the polling thread; only {@link Ticket#acknowledge()} is for others. The tickets of a dropped partition may be
 * acknowledged without effect.
 */
final class OffsetTracker {
    private static final int FEWEST_TO_JOIN = 1_024;

    private final Map<Integer, Partition> partitions = new HashMap<>();
    private final int fewestToJoin;

    OffsetTracker() {
        this(FEWEST_TO_JOIN);
    }

    /** @param fewestToJoin tickets of a partition up to which runs are not looked for */
    OffsetTracker(int fewestToJoin) {
        this.fewestToJoin = fewestToJoin;
    }

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

    /** Whether an event of these partitions is on its way, but for those that are held. */
    boolean isBusy(Collection<Integer> numbers) {
        return numbers.stream()
                .map(partitions::get)
                .anyMatch(partition -> partition != null && !partition.isSettledBefore(Long.MAX_VALUE));
    }

    /** Whether every event of the partition before this one is acknowledged or held. */
    boolean isSettledBefore(int number, Ticket ticket) {
        Partition partition = partitions.get(number);
        return partition == null || partition.isSettledBefore(ticket.offset);
    }

    /** Whether every event of the partition before this offset was taken and is acknowledged or held. */
    boolean isSettledBefore(int number, long offset) {
        Partition partition = partitions.get(number);
        return partition == null ? offset == 0 : partition.next() >= offset && partition.isSettledBefore(offset);
    }

    /** The offset of the partition's next event, or one before it; empty if nothing is known of it yet. */
    OptionalLong next(int number) {
        Partition partition = partitions.get(number);
        return partition == null ? OptionalLong.empty() : OptionalLong.of(partition.next());
    }

    /** Tickets kept, for tests of the bound. */
    int size() {
        return partitions.values().stream()
                .mapToInt(partition -> partition.tickets.size())
                .sum();
    }

    /** Events of these partitions that still hold their position back, at least; what is acknowledged behind them may count less. */
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
     * Partitions of which so many events were taken since the oldest one that is neither acknowledged nor held: that one may
     * be stuck, and what lies behind it cannot be committed anyway.
     */
    Set<Integer> runAhead(int maxEvents) {
        Set<Integer> ahead = new HashSet<>();
        partitions.forEach((number, partition) -> {
            if (partition.takenSinceOldest() > maxEvents) {
                ahead.add(number);
            }
        });
        return ahead;
    }

    /** Forgets partitions. */
    void drop(Collection<Integer> numbers) {
        partitions.keySet().removeAll(numbers);
    }

    private final class Partition {
        private final Deque<Ticket> tickets = new ArrayDeque<>();
        private int joinAt = fewestToJoin;
        private long lastTracked = -1;
        private long tracked;
        private @Nullable Position done;
        private @Nullable Position passed;

        Ticket track(long offset, OptionalInt leaderEpoch) {
            if (offset <= lastTracked) {
                throw new IllegalArgumentException("offset " + offset + " follows offset " + lastTracked);
            }
            lastTracked = offset;
            Ticket ticket = new Ticket(offset, leaderEpoch, tracked++);
            tickets.add(ticket);
            if (tickets.size() >= joinAt) {
                join();
            }
            return ticket;
        }

        /** Leaves of each run of acknowledged tickets the last one, which stands for all of them. */
        private void join() {
            advance();
            Ticket last = null;
            for (int left = tickets.size(); left > 0; left--) {
                Ticket next = tickets.remove();
                if (last != null && !(last.acknowledged && next.acknowledged)) {
                    tickets.add(last);
                }
                last = next;
            }
            if (last != null) {
                tickets.add(last);
            }
            // Twice of what is left, so that each event pays for a constant part of the next time.
            joinAt = Math.max(fewestToJoin, 2 * tickets.size());
        }

        long takenSinceOldest() {
            for (Ticket ticket : tickets) {
                if (!ticket.acknowledged && !ticket.held) {
                    return tracked - ticket.number;
                }
            }
            return 0;
        }

        long next() {
            return passed == null ? lastTracked + 1 : Math.max(lastTracked + 1, passed.nextOffset());
        }

        boolean isSettledBefore(long offset) {
            for (Ticket ticket : tickets) {
                if (ticket.offset >= offset) {
                    return true;
                }
                if (!ticket.acknowledged && !ticket.held) {
                    return false;
                }
            }
            return true;
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
        private final long number;
        private boolean held;
        private volatile boolean acknowledged;

        private Ticket(long offset, OptionalInt leaderEpoch, long number) {
            this.number = number;
            this.offset = offset;
            this.leaderEpoch = leaderEpoch;
        }

        long offset() {
            return offset;
        }

        /** The event waits for work beside the pipeline: nobody is to wait for it. */
        void hold() {
            held = true;
        }

        /** What the event asked for is in the index. Idempotent; for any thread. */
        void acknowledge() {
            acknowledged = true;
        }
    }
}
