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
 * The progress of one call of {@code replicate}: which announcements are under way, which are to be offered next, and which entries are
 * still to be taken apart. Survives failed attempts, so that what was acknowledged is not sent again. Belongs to the shipping thread,
 * except {@link #oldestWriteTime()} and {@link #bytes()}.
 */
final class Shipment {
    private final List<Entry> entries;
    private final Deque<Announcement> waiting = new ArrayDeque<>();
    /** In the order of the entries; those at its head are not settled. */
    private final Deque<Announcement> underWay = new ArrayDeque<>();

    private int next;
    private boolean progressed;
    private volatile long oldestWriteTime;

    Shipment(List<Entry> entries) {
        this.entries = entries;
        this.oldestWriteTime = entries.isEmpty() ? Long.MAX_VALUE : writeTime(0);
    }

    /**
     * Whether there is anything left to be acknowledged.
     *
     * @param rows takes an entry apart; if it throws, the entry is taken apart again in the next call
     */
    boolean isLeft(Function<Entry, ? extends Collection<? extends Announcement>> rows) {
        while (waiting.isEmpty() && next < entries.size()) {
            waiting.addAll(rows.apply(entries.get(next)));
            next++;
        }
        return !waiting.isEmpty() || !underWay.isEmpty();
    }

    /**
     * What is to be offered next, {@code most} at most; under way from now on.
     *
     * @param mostUnderWay never more than so many are, so that the result may be empty though there are more
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

    /** Forgets what is settled and has nothing before it that is not. */
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

    /** An attempt has ended: whatever is not settled is to be offered again, first of all and in its order. */
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

    /** Whether anything was settled since the last call. */
    boolean takeProgress() {
        boolean result = progressed;
        progressed = false;
        return result;
    }

    /**
     * Of all its entries in memory, acknowledged or not: HBase keeps them until the call returns. Summed up when somebody asks: HBase's
     * own sum has the files of bulk loads in it, which are not in memory.
     */
    long bytes() {
        return entries.stream().mapToLong(Shipment::bytes).sum();
    }

    /** HBase's own filters may leave an entry without its edit. */
    private static long bytes(Entry entry) {
        return entry.getEdit() == null ? 0 : entry.getEdit().heapSize();
    }

    /** Of the edits that are not acknowledged yet, in milliseconds since the epoch; a log has them in that order. */
    long oldestWriteTime() {
        return oldestWriteTime;
    }

    private long writeTime(int index) {
        return entries.get(index).getKey().getWriteTime();
    }
}
