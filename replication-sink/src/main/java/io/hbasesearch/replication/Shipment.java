/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * Tracks the progress of one call of {@code replicate}. It knows which announcements are in flight, which are to be offered next, and which
 * entries are not split yet. Survives failed attempts, so that acknowledged announcements are not sent again. Belongs to the shipping
 * thread, except {@link #oldestWriteTime()} and {@link #bytes()}.
 */
final class Shipment {
    private final List<Entry> entries;
    private final Deque<Announcement> waiting = new ArrayDeque<>();
    /** In the order of the entries; the first one is not settled. */
    private final Deque<Announcement> underWay = new ArrayDeque<>();

    private int next;
    private boolean progressed;
    private volatile long oldestWriteTime;

    Shipment(List<Entry> entries) {
        this.entries = entries;
        this.oldestWriteTime = entries.isEmpty() ? Long.MAX_VALUE : writeTime(0);
    }

    /**
     * Tells whether anything is left to be acknowledged.
     *
     * @param rows splits an entry into announcements; if it throws, the entry is split again in the next call
     */
    boolean isLeft(Function<Entry, ? extends Collection<? extends Announcement>> rows) {
        while (waiting.isEmpty() && next < entries.size()) {
            waiting.addAll(rows.apply(entries.get(next)));
            next++;
        }
        return !waiting.isEmpty() || !underWay.isEmpty();
    }

    /**
     * Returns at most {@code most} announcements to offer next; they are in flight from now on.
     *
     * @param mostUnderWay limit of announcements in flight, so that the result may be empty though there are more
     */
    List<Announcement> next(
            int most, int mostUnderWay, Function<Entry, ? extends Collection<? extends Announcement>> rows) {
        List<Announcement> offered = new ArrayList<>(most);
        while (offered.size() < most && underWay.size() < mostUnderWay && isLeft(rows) && !waiting.isEmpty()) {
            Announcement edit = waiting.peek();
            underWay.add(edit);
            waiting.remove();
            offered.add(edit);
        }
        return offered;
    }

    /** Forgets settled announcements up to the first unsettled one. */
    void settle() {
        while (!underWay.isEmpty() && underWay.peek().isSettled()) {
            underWay.remove();
            progressed = true;
        }
        if (!underWay.isEmpty()) {
            oldestWriteTime = underWay.peek().writeTime;
        } else if (!waiting.isEmpty()) {
            oldestWriteTime = waiting.peek().writeTime;
        } else if (next < entries.size()) {
            oldestWriteTime = writeTime(next);
        }
    }

    /** Ends an attempt: unsettled announcements are to be offered again, before all others and in their order. */
    void takeBack() {
        while (!underWay.isEmpty()) {
            Announcement last = underWay.peekLast();
            if (last.isSettled()) {
                progressed = true;
            } else {
                waiting.addFirst(last);
            }
            underWay.removeLast();
        }
        settle();
    }

    /** Tells whether anything was settled since the last call. */
    boolean takeProgress() {
        boolean result = progressed;
        progressed = false;
        return result;
    }

    /**
     * Returns the bytes of all entries in memory, acknowledged or not: HBase keeps them until the call returns. Computed on request:
     * HBase's own sum includes the files of bulk loads, which are not in memory.
     */
    long bytes() {
        return entries.stream().mapToLong(Shipment::bytes).sum();
    }

    /** Returns the entry's bytes; HBase's own filters may leave an entry without its edit. */
    private static long bytes(Entry entry) {
        return entry.getEdit() == null ? 0 : entry.getEdit().heapSize();
    }

    /** Returns the write time of the oldest unacknowledged edit, in milliseconds since the epoch; a log is in that order. */
    long oldestWriteTime() {
        return oldestWriteTime;
    }

    private long writeTime(int index) {
        return entries.get(index).getKey().getWriteTime();
    }
}
