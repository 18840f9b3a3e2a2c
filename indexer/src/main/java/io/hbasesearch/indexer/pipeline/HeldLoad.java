/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.KeyRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bulk load that is not compared yet, and the events that told of it. Guarded by its {@link BulkLoads}, but for
 * {@link #concerns} and {@link #isCancelled}, which any thread may ask.
 */
final class HeldLoad {
    private final String name;
    private final KeyRange range;
    private final boolean wholeTable;
    private final Map<Integer, List<OffsetTracker.Ticket>> tickets = new ConcurrentHashMap<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private Instant since = Instant.MAX;
    private Instant newest = Instant.MIN;

    HeldLoad(String name, KeyRange range) {
        this(name, range, false);
    }

    private HeldLoad(String name, KeyRange range, boolean wholeTable) {
        this.name = name;
        this.range = range;
        this.wholeTable = wholeTable;
    }

    /** The whole table, of which no event tells: partitions come without any event to acknowledge. */
    static HeldLoad wholeTable(String name) {
        return new HeldLoad(name, KeyRange.all(), true);
    }

    boolean isWholeTable() {
        return wholeTable;
    }

    String name() {
        return name;
    }

    KeyRange range() {
        return range;
    }

    /** When its first event was taken. */
    Instant since() {
        return since;
    }

    /** When its last event was taken. */
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

    /** A partition without an event: all of it before this offset is to be done first. */
    void addUpTo(int partition, long end, Instant now) {
        ends.put(partition, end);
        tickets.computeIfAbsent(partition, number -> new ArrayList<>(0));
        since = since.isBefore(now) ? since : now;
        newest = now;
    }

    /** Takes over the events of a load that this one {@link #encloses}. */
    void join(HeldLoad other) {
        other.tickets.forEach((partition, more) ->
                tickets.computeIfAbsent(partition, number -> new ArrayList<>(1)).addAll(more));
        since = since.isBefore(other.since) ? since : other.since;
    }

    /** Forgets partitions. @return how many events that were */
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

    /** Nobody waits for it any more. */
    boolean isCancelled() {
        return tickets.isEmpty();
    }

    boolean concerns(int partition) {
        return tickets.containsKey(partition);
    }

    boolean covers(String load, int partition) {
        return name.equals(load) && concerns(partition);
    }

    /** Whether comparing this compares the other as well. A whole table is compared for itself, as that is counted by partition. */
    boolean encloses(HeldLoad other) {
        boolean begins = range.start().compareTo(other.range.start()) <= 0;
        boolean stops = range.stop().isEmpty()
                || (!other.range.stop().isEmpty() && range.stop().compareTo(other.range.stop()) >= 0);
        return !other.wholeTable && begins && stops && partitions().containsAll(other.partitions());
    }

    /** Whether everything before its events, or before the ends of its partitions, is in the index. */
    boolean isSettled(OffsetTracker tracker) {
        return tickets.entrySet().stream().allMatch(entry -> entry.getValue().stream()
                        .allMatch(ticket -> tracker.isSettledBefore(entry.getKey(), ticket)))
                && ends.entrySet().stream().allMatch(end -> tracker.isSettledBefore(end.getKey(), end.getValue()));
    }

    /** @return how many events that were */
    int acknowledge() {
        int acknowledged = 0;
        for (List<OffsetTracker.Ticket> those : tickets.values()) {
            those.forEach(OffsetTracker.Ticket::acknowledge);
            acknowledged += those.size();
        }
        return acknowledged;
    }
}
