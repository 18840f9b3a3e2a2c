/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Operations between {@code write} and their result, bounded by count and bytes; who adds waits while it is full. An
 * operation takes up room until it is released, not only until it is sent, so that the bounds hold for the writer as a
 * whole. Safe for use by several threads.
 */
final class BulkBuffer {
    private final int maxOperations;
    private final long maxBytes;
    // Fair: a caller with a large batch must not starve the others.
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition roomOrClosed = lock.newCondition();
    private final Condition workOrClosed = lock.newCondition();
    private final Deque<PendingWrite> queue = new ArrayDeque<>();
    private int operations;
    private long bytes;
    private boolean closed;

    BulkBuffer(int maxOperations, long maxBytes) {
        this.maxOperations = maxOperations;
        this.maxBytes = maxBytes;
    }

    /**
     * Takes operations in as room for them appears. An operation that is larger than the whole buffer has it to itself.
     *
     * @return false if the buffer was closed before all were in
     */
    boolean add(Collection<PendingWrite> writes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (PendingWrite write : writes) {
                while (!closed && !hasRoomFor(write)) {
                    workOrClosed.signalAll();
                    roomOrClosed.await();
                }
                if (closed) {
                    return false;
                }
                queue.add(write);
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
     * Waits for work and takes what is there, as far as it fits into one request.
     *
     * @return at least one operation, or none once the buffer is closed and empty
     */
    List<PendingWrite> take(int requestOperations, long requestBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queue.isEmpty() && !closed) {
                workOrClosed.await();
            }
            List<PendingWrite> taken = new ArrayList<>(Math.min(queue.size(), requestOperations));
            long size = 0;
            while (!queue.isEmpty() && taken.size() < requestOperations) {
                size += queue.peek().bytes();
                if (!taken.isEmpty() && size > requestBytes) {
                    break;
                }
                taken.add(queue.remove());
            }
            if (!queue.isEmpty()) {
                workOrClosed.signal();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the room of operations that have their result. */
    void release(Collection<PendingWrite> done) {
        lock.lock();
        try {
            operations -= done.size();
            done.forEach(write -> bytes -= write.bytes());
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
            List<PendingWrite> rest = List.copyOf(queue);
            queue.clear();
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
}
