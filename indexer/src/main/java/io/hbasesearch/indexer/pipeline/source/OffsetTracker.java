/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

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
 * Tracks the position up to which each partition is done: the end of the contiguous acknowledged prefix, regardless of what has
 * been acknowledged after the first gap. Offsets may have gaps themselves, from compaction or control records.
 *
 * <p>A ticket may be held for hours by work that runs beside the pipeline. Acknowledged tickets after it are kept as runs, of which
 * only the last ticket counts. So the memory grows with the number of unacknowledged tickets, not with the number of events that
 * pass. Bounding those tickets bounds the memory; {@link #runAhead} bounds what a crash repeats because of a stuck one.
 *
 * <p>For the polling thread; only {@link Ticket#acknowledge()} is for other threads. Acknowledging a ticket of a dropped partition
 * has no effect.
 */
public final class OffsetTracker {
    private static final int FEWEST_TO_JOIN = 1_024;

    private final Map<Integer, Partition> partitions = new HashMap<>();
    private final int fewestToJoin;

    public OffsetTracker() {
        this(FEWEST_TO_JOIN);
    }

    /** @param fewestToJoin number of tickets of a partition up to which runs are not merged */
    OffsetTracker(int fewestToJoin) {
        this.fewestToJoin = fewestToJoin;
    }

    /**
     * Registers an event before it is processed.
     *
     * @throws IllegalArgumentException if the offset is not after every earlier one of its partition
     */
    public Ticket track(int partition, long offset, OptionalInt leaderEpoch) {
        return partitions.computeIfAbsent(partition, number -> new Partition()).track(offset, leaderEpoch);
    }

    /** Records that the source has nothing between the last tracked event of the partition and this position. */
    public void passed(int partition, Position next) {
        partitions.computeIfAbsent(partition, number -> new Partition()).passed = next;
    }

    /** Returns the position up to which each partition is done; a partition without a known position is absent. */
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

    /** Returns whether an event of these partitions is in flight, not counting held ones. */
    public boolean isBusy(Collection<Integer> numbers) {
        return numbers.stream()
                .map(partitions::get)
                .anyMatch(partition -> partition != null && !partition.isSettledBefore(Long.MAX_VALUE));
    }

    /** Returns whether every event of the partition before this one is acknowledged or held. */
    public boolean isSettledBefore(int number, Ticket ticket) {
        Partition partition = partitions.get(number);
        return partition == null || partition.isSettledBefore(ticket.offset);
    }

    /** Returns whether every event of the partition before this offset was taken and is acknowledged or held. */
    public boolean isSettledBefore(int number, long offset) {
        Partition partition = partitions.get(number);
        return partition == null ? offset == 0 : partition.next() >= offset && partition.isSettledBefore(offset);
    }

    /** Returns the offset of the partition's next event, or one before it; empty if nothing is known of it yet. */
    public OptionalLong next(int number) {
        Partition partition = partitions.get(number);
        return partition == null ? OptionalLong.empty() : OptionalLong.of(partition.next());
    }

    /** Returns the number of tickets kept, for tests of the bound. */
    int size() {
        return partitions.values().stream()
                .mapToInt(partition -> partition.tickets.size())
                .sum();
    }

    /**
     * Returns at least how many events of these partitions still hold back their position; acknowledged events after them may count
     * for fewer.
     */
    public int outstanding(Collection<Integer> numbers) {
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
     * Returns the partitions of which more than this number of events were taken since the oldest one that is neither acknowledged
     * nor held. That event may be stuck, and what follows it cannot be committed anyway.
     */
    public Set<Integer> runAhead(int maxEvents) {
        Set<Integer> ahead = new HashSet<>();
        partitions.forEach((number, partition) -> {
            if (partition.takenSinceOldest() > maxEvents) {
                ahead.add(number);
            }
        });
        return ahead;
    }

    /** Forgets partitions. */
    public void drop(Collection<Integer> numbers) {
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

        /** Keeps only the last ticket of each run of acknowledged tickets, which represents all of them. */
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
            // Twice the rest, so that the amortized cost per event is constant.
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

    /** The place of one event in the order of its partition. */
    public static final class Ticket {
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

        public long offset() {
            return offset;
        }

        /** Marks the event as held: it waits for work beside the pipeline, and nothing must wait for it. */
        public void hold() {
            held = true;
        }

        /** Records that what the event requires is in the index. Idempotent; for any thread. */
        public void acknowledge() {
            acknowledged = true;
        }
    }
}
