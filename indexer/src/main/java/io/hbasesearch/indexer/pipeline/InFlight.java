/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Counts what lies between poll and acknowledgement, in events and in bytes, and says when that is too much. Events are
 * admitted by the poller, which asks {@link #hasRoom} first; rows come on top, and readers wait in {@link #reserveRows} while
 * those that were read or are being read would fill more than half of the bytes. A reservation lasts for one attempt, and
 * acknowledged writes free rows, so that wait always ends. Safe for use by several threads.
 */
final class InFlight {
    private final int maxEvents;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int events;
    private long eventBytes;
    private long rowBytes;

    InFlight(int maxEvents, long maxBytes) {
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
    }

    /** Whether another poll of up to {@code count} events fits. With nothing in flight it always does. */
    boolean hasRoom(int count) {
        return locked(() -> events == 0 || (events + count <= maxEvents && eventBytes + rowBytes < maxBytes));
    }

    void addEvents(int count, long bytes) {
        change(count, bytes, 0);
    }

    void removeEvents(int count, long bytes) {
        change(-count, -bytes, 0);
    }

    void addRows(long bytes) {
        change(0, 0, bytes);
    }

    void removeRows(long bytes) {
        change(0, 0, -bytes);
    }

    /**
     * Waits until these bytes fit into half of all together with the rows that are read and not yet written, and counts
     * them as rows. With no rows counted they always fit.
     */
    void reserveRows(long bytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (rowBytes > 0 && rowBytes + bytes > maxBytes / 2) {
                changed.await();
            }
            rowBytes += bytes;
        } finally {
            lock.unlock();
        }
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
        return locked(() -> eventBytes + rowBytes);
    }

    private void change(int eventCount, long bytesOfEvents, long bytesOfRows) {
        locked(() -> {
            events += eventCount;
            eventBytes += bytesOfEvents;
            rowBytes += bytesOfRows;
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
