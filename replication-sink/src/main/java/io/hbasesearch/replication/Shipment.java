/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.wal.WAL.Entry;

/**
 * The progress of one call of {@code replicate}: which announcements are pending, and which entries are still to be taken
 * apart. Survives failed attempts, so that what was acknowledged is not sent again. Belongs to the shipping thread, except
 * {@link #oldestWriteTime()} and {@link #bytes()}.
 */
final class Shipment {
    private final List<Entry> entries;
    private final Deque<Announcement> taken = new ArrayDeque<>();
    private List<Announcement> pending = new ArrayList<>();
    private int next;
    private boolean progressed;
    private final long bytes;
    private volatile long oldestWriteTime;

    Shipment(List<Entry> entries) {
        this.entries = entries;
        this.bytes = entries.stream().mapToLong(Shipment::bytes).sum();
        this.oldestWriteTime = entries.isEmpty() ? Long.MAX_VALUE : writeTime(0);
    }

    /** HBase's own filters may leave an entry without its edit. */
    private static long bytes(Entry entry) {
        return entry.getEdit() == null ? 0 : entry.getEdit().heapSize();
    }

    /**
     * What is to be sent now: the edits that are pending, topped up to {@code most}. Empty when all is done.
     *
     * @param rows takes an entry apart; if it throws, the entry is taken apart again in the next call
     */
    List<Announcement> pending(int most, Function<Entry, ? extends Collection<? extends Announcement>> rows) {
        while (pending.size() < most) {
            Announcement edit = taken.poll();
            if (edit != null) {
                pending.add(edit);
            } else if (next < entries.size()) {
                taken.addAll(rows.apply(entries.get(next)));
                next++;
            } else {
                break;
            }
        }
        return pending;
    }

    /** All that was pending is settled, except {@code left}, which is pending again. */
    void settled(Collection<? extends Announcement> left) {
        progressed |= left.size() < pending.size();
        pending = new ArrayList<>(left);
        // What is left stands in no order: refusals come before what was not sent.
        OptionalLong oldest = Stream.concat(pending.stream(), taken.stream().limit(1))
                .mapToLong(edit -> edit.writeTime)
                .min();
        if (oldest.isPresent()) {
            oldestWriteTime = oldest.getAsLong();
        } else if (next < entries.size()) {
            oldestWriteTime = writeTime(next);
        }
    }

    /** Whether anything was settled since the last call. */
    boolean takeProgress() {
        boolean result = progressed;
        progressed = false;
        return result;
    }

    /** Of all its entries in memory, acknowledged or not: HBase keeps them until the call returns. */
    long bytes() {
        return bytes;
    }

    /** Of the edits that are not acknowledged yet, in milliseconds since the epoch. */
    long oldestWriteTime() {
        return oldestWriteTime;
    }

    private long writeTime(int index) {
        return entries.get(index).getKey().getWriteTime();
    }
}
