/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Operations between {@code write} and their result, bounded by count and bytes; who adds waits while it is full. An
 * operation takes up room until it is released, not only until it is sent, so that the bounds hold for the writer as a
 * whole. What has to be sent again is put aside for a while and then goes first; others pass it meanwhile. Safe for use by several
 * threads.
 */
final class BulkBuffer {
    private final int maxOperations;
    private final long maxBytes;
    // Fair: a caller with a large batch must not starve the others.
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition roomOrClosed = lock.newCondition();
    private final Condition workOrClosed = lock.newCondition();
    private final Deque<PendingWrite> queue = new ArrayDeque<>();
    /** What was put aside, by the time when it is due. */
    private final TreeMap<Long, Deque<PendingWrite>> aside = new TreeMap<>();

    private final long originNanos = System.nanoTime();
    private long pausedUntilNanos;
    private int operations;
    private long bytes;
    private int troubled;
    private boolean closed;
    private boolean abandoned;

    BulkBuffer(int maxOperations, long maxBytes) {
        this.maxOperations = maxOperations;
        this.maxBytes = maxBytes;
    }

    /**
     * Takes operations in as room for them appears. An operation that is larger than the whole buffer has it to itself.
     *
     * @param writes what is left in it, after an exception too, was not taken
     * @return false if the buffer was closed before all were in
     */
    boolean add(Queue<PendingWrite> writes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (PendingWrite write = writes.peek(); write != null; write = writes.peek()) {
                while (!closed && !hasRoomFor(write)) {
                    workOrClosed.signalAll();
                    roomOrClosed.await();
                }
                if (closed) {
                    return false;
                }
                queue.add(writes.remove());
                operations++;
                bytes += write.bytes();
            }
            workOrClosed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoomFor(PendingWrite write) {
        return operations == 0 || (operations < maxOperations && bytes + write.bytes() <= maxBytes);
    }

    /**
     * Waits for work and takes what is there, as far as it fits into one request: what was put aside and is due, then what is
     * new.
     *
     * @return at least one operation, or none once the buffer is closed and empty
     */
    List<PendingWrite> take(int requestOperations, long requestBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            awaitWork();
            Request request = new Request(requestOperations, requestBytes);
            while (isDue() && request.takeFrom(aside.firstEntry().getValue())) {
                aside.pollFirstEntry();
            }
            request.takeFrom(queue);
            if (!queue.isEmpty() || !aside.isEmpty()) {
                workOrClosed.signal();
            }
            return request.taken;
        } finally {
            lock.unlock();
        }
    }

    private void awaitWork() throws InterruptedException {
        while (true) {
            long now = now();
            long waitNanos = pausedUntilNanos - now;
            if (waitNanos <= 0) {
                if (!queue.isEmpty() || isDue() || (closed && aside.isEmpty())) {
                    return;
                }
                waitNanos = aside.isEmpty() ? 0 : aside.firstKey() - now;
            } else if (abandoned) {
                return;
            }
            if (waitNanos <= 0) {
                workOrClosed.await();
            } else {
                long ignored = workOrClosed.awaitNanos(waitNanos);
            }
        }
    }

    private boolean isDue() {
        return !aside.isEmpty() && aside.firstKey() <= now();
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    /**
     * Takes back what has to be sent again, not before some time has passed. Its room stays taken.
     *
     * @return false if nobody will take it out any more, so that it is still the caller's
     */
    boolean putAside(Collection<PendingWrite> writes, Duration time) {
        lock.lock();
        try {
            if (abandoned) {
                return false;
            }
            troubled +=
                    (int) writes.stream().filter(write -> write.tries() == 1).count();
            aside.computeIfAbsent(now() + time.toNanos(), due -> new ArrayDeque<>())
                    .addAll(writes);
            workOrClosed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is given out for some time. */
    void pause(Duration time) {
        lock.lock();
        try {
            pausedUntilNanos = Math.max(pausedUntilNanos, now() + time.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Whether no operation has been put aside and is still without a result. */
    boolean isUntroubled() {
        return troubled() == 0;
    }

    int troubled() {
        lock.lock();
        try {
            return troubled;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the room of operations that have their result. */
    void release(Collection<PendingWrite> done) {
        lock.lock();
        try {
            operations -= done.size();
            for (PendingWrite write : done) {
                bytes -= write.bytes();
                troubled -= write.tries() > 0 ? 1 : 0;
            }
            roomOrClosed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more in. What is queued can still be taken out. Idempotent. */
    void close() {
        lock.lock();
        try {
            closed = true;
            roomOrClosed.signalAll();
            workOrClosed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes, and gives back what nobody has taken. */
    List<PendingWrite> abandon() {
        lock.lock();
        try {
            close();
            abandoned = true;
            List<PendingWrite> rest = new ArrayList<>(queue);
            aside.values().forEach(rest::addAll);
            queue.clear();
            aside.clear();
            release(rest);
            return rest;
        } finally {
            lock.unlock();
        }
    }

    int operations() {
        lock.lock();
        try {
            return operations;
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** What fits into one request: at least one operation. */
    private static final class Request {
        private final List<PendingWrite> taken = new ArrayList<>();
        private final int operations;
        private final long bytes;
        private long size;

        Request(int operations, long bytes) {
            this.operations = operations;
            this.bytes = bytes;
        }

        /** @return whether nothing is left of the source */
        boolean takeFrom(Deque<PendingWrite> source) {
            while (!source.isEmpty() && taken.size() < operations) {
                long next = source.element().bytes();
                if (!taken.isEmpty() && size + next > bytes) {
                    return false;
                }
                size += next;
                taken.add(source.remove());
            }
            return source.isEmpty();
        }
    }
}
