/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Counts what lies between poll and acknowledgement of one index, in events and in bytes, and says when that is too much. Events are
 * admitted by the poller, which asks {@link #hasRoom} first; rows come on top, and readers wait in {@link #reserveRows} while
 * those that were read or are being read would fill more than half of the bytes, or have no room beside those of other indexes
 * ({@link InFlightRoom}). A reservation lasts for one attempt. Safe for use by several threads.
 */
final class InFlight implements AutoCloseable {
    private final int maxEvents;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final InFlightRoom.Share share;
    private int events;
    private long eventBytes;

    /** @param room of all indexes of the process */
    InFlight(int maxEvents, long maxBytes, InFlightRoom room) {
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
        this.share = room.share(maxBytes / 2);
    }

    /** Whether another poll of up to {@code count} events fits. With nothing in flight it always does. */
    boolean hasRoom(int count) {
        return locked(() -> events == 0
                || (events + count <= maxEvents
                        && eventBytes + share.rowBytes() < maxBytes
                        && share.hasRoomForEvents()));
    }

    void addEvents(int count, long bytes) {
        change(count, bytes);
    }

    void removeEvents(int count, long bytes) {
        change(-count, -bytes);
    }

    void removeRows(long bytes) {
        share.giveBack(bytes);
    }

    /**
     * Waits until these bytes fit into half of all together with the rows that are read and not yet written, and into the room that all
     * indexes have, and counts them as rows. With no rows counted they always fit into the half.
     *
     * @return how many are counted: fewer if they are more than all the room
     */
    long reserveRows(long bytes) throws InterruptedException {
        return share.reserve(bytes);
    }

    /**
     * Counts rows that were read instead of what was reserved for them.
     *
     * @return false if they are more and have no room: they are to be given up, and {@code reserved} is still counted
     */
    boolean settleRows(long reserved, long read) {
        return share.settle(reserved, read);
    }

    /** Waits until nothing is in flight. False if the time ran out first. */
    boolean awaitEmpty(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeout.toNanos();
            while (events > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return events == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something changes, at most {@code timeout}. */
    void awaitChange(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean ignored = changed.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            lock.unlock();
        }
    }

    int events() {
        return locked(() -> events);
    }

    long bytes() {
        return locked(() -> eventBytes + share.rowBytes());
    }

    /** Gives back what others have the room for: nothing is read or written any more. */
    @Override
    public void close() {
        share.close();
    }

    private void change(int eventCount, long bytesOfEvents) {
        share.addEvents(bytesOfEvents);
        locked(() -> {
            events += eventCount;
            eventBytes += bytesOfEvents;
            changed.signalAll();
            return null;
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
