/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.KeyRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
    private final Map<Integer, List<OffsetTracker.Ticket>> tickets = new ConcurrentHashMap<>();
    private Instant since = Instant.MAX;
    private Instant newest = Instant.MIN;

    HeldLoad(String name, KeyRange range) {
        this.name = name;
        this.range = range;
    }

    /** The whole table, of which no event tells: of these partitions, without any event to acknowledge. */
    static HeldLoad wholeTable(String name, Collection<Integer> partitions, Instant now) {
        HeldLoad load = new HeldLoad(name, KeyRange.all());
        partitions.forEach(partition -> load.tickets.put(partition, new ArrayList<>(0)));
        load.since = now;
        // There are no events to wait for.
        load.newest = Instant.EPOCH;
        return load;
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

    /** Whether comparing this compares the other as well. */
    boolean encloses(HeldLoad other) {
        boolean begins = range.start().compareTo(other.range.start()) <= 0;
        boolean ends = range.stop().isEmpty()
                || (!other.range.stop().isEmpty() && range.stop().compareTo(other.range.stop()) >= 0);
        return begins && ends && partitions().containsAll(other.partitions());
    }

    /** Whether everything before its events is in the index. */
    boolean isSettled(OffsetTracker tracker) {
        return tickets.entrySet().stream().allMatch(entry -> entry.getValue().stream()
                .allMatch(ticket -> tracker.isSettledBefore(entry.getKey(), ticket)));
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
