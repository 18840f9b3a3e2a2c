/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.source.DecodedEvent;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bulk load that is not compared yet, with the events that announced it. Guarded by its {@link BulkLoads}, except for {@link
 * #concerns} and {@link #isCancelled}, which any thread may call.
 */
final class PendingBulkLoad {
    private final Id id;
    private final Map<Integer, List<OffsetTracker.Ticket>> tickets = new ConcurrentHashMap<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private Instant since = Instant.MAX;
    private Instant newest = Instant.MIN;

    private KeyRange range;

    PendingBulkLoad(Id id) {
        this.id = id;
        this.range = id.range();
    }

    /**
     * Identifies a load. Events with the same name and different ranges are different loads, whichever producer has sent them.
     *
     * @param isWholeTable for the whole table, which no event announces: partitions are added without an event to acknowledge
     */
    record Id(String name, KeyRange range, boolean isWholeTable) {
        private static final int OVERHEAD_BYTES = 500;

        static Id of(DecodedEvent.BulkLoaded event) {
            return new Id(event.load(), event.range(), false);
        }

        static Id wholeTable(String name) {
            return new Id(name, KeyRange.all(), true);
        }

        long bytes() {
            return OVERHEAD_BYTES
                    + 2L * name.length()
                    + range.start().length()
                    + range.stop().length();
        }
    }

    Id id() {
        return id;
    }

    boolean isWholeTable() {
        return id.isWholeTable();
    }

    String name() {
        return id.name();
    }

    /** Returns the range of this load and of those that have joined it. */
    KeyRange range() {
        return range;
    }

    /** Returns when its first event was taken. */
    Instant since() {
        return since;
    }

    /** Returns when its last event was taken. */
    Instant newest() {
        return newest;
    }

    Set<Integer> partitions() {
        return tickets.keySet();
    }

    void add(int partition, OffsetTracker.Ticket ticket, Instant now) {
        tickets.computeIfAbsent(partition, number -> new ArrayList<>(1)).add(ticket);
        since = since.isBefore(now) ? since : now;
        newest = newest.isAfter(now) ? newest : now;
    }

    /** Adds a partition without an event: everything in it before this offset must be done first. */
    void addUpTo(int partition, long end, Instant now) {
        ends.put(partition, end);
        tickets.computeIfAbsent(partition, number -> new ArrayList<>(0));
        since = since.isBefore(now) ? since : now;
        newest = now;
    }

    /**
     * Takes over the events of a load that {@link #mayJoin}.
     *
     * @return whether the range is larger now
     */
    boolean join(PendingBulkLoad other) {
        other.tickets.forEach((partition, more) ->
                tickets.computeIfAbsent(partition, number -> new ArrayList<>(1)).addAll(more));
        since = since.isBefore(other.since) ? since : other.since;
        KeyRange before = range;
        range = union(before, other.range);
        return !range.equals(before);
    }

    private static KeyRange union(KeyRange one, KeyRange other) {
        boolean isOpen = one.stop().isEmpty() || other.stop().isEmpty();
        return new KeyRange(
                one.start().compareTo(other.start()) <= 0 ? one.start() : other.start(),
                isOpen ? ByteArray.empty() : one.stop().compareTo(other.stop()) >= 0 ? one.stop() : other.stop());
    }

    /** Forgets partitions. @return the number of events dropped */
    int drop(Collection<Integer> partitions) {
        int dropped = 0;
        for (int partition : partitions) {
            List<OffsetTracker.Ticket> gone = tickets.remove(partition);
            ends.remove(partition);
            dropped += gone == null ? 0 : gone.size();
        }
        return dropped;
    }

    boolean isEmpty() {
        return tickets.isEmpty();
    }

    /** Returns whether no partition is waiting for it any more. */
    boolean isCancelled() {
        return tickets.isEmpty();
    }

    boolean concerns(int partition) {
        return tickets.containsKey(partition);
    }

    /**
     * Returns whether the event repeats the announcement of what is being compared, which was readable before its first
     * announcement. An event without a region may belong to any load.
     */
    boolean isSame(DecodedEvent.BulkLoaded event) {
        return !event.load().startsWith("/") && id.equals(Id.of(event));
    }

    /**
     * Returns whether one pass can cover both. A whole table is compared separately, as its progress is counted by partition, and
     * takes on no further partitions.
     */
    boolean mayJoin(PendingBulkLoad other) {
        return !other.isWholeTable()
                && !range.intersection(other.range).isEmpty()
                && (!isWholeTable() || partitions().containsAll(other.partitions()));
    }

    /** Returns whether everything before its events, or before the ends of its partitions, is in the index. */
    boolean isSettled(OffsetTracker tracker) {
        return tickets.entrySet().stream().allMatch(entry -> entry.getValue().stream()
                        .allMatch(ticket -> tracker.isSettledBefore(entry.getKey(), ticket)))
                && ends.entrySet().stream().allMatch(end -> tracker.isSettledBefore(end.getKey(), end.getValue()));
    }

    /** @return the number of events acknowledged */
    int acknowledge() {
        int acknowledged = 0;
        for (List<OffsetTracker.Ticket> those : tickets.values()) {
            those.forEach(OffsetTracker.Ticket::acknowledge);
            acknowledged += those.size();
        }
        return acknowledged;
    }
}
