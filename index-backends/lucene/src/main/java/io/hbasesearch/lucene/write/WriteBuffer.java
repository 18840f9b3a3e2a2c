/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts operations and bytes that were handed over and are not yet in the index, and blocks callers when it is full. A batch
 * that is larger than the whole buffer passes when the buffer is empty. Safe for use by several threads.
 */
final class WriteBuffer {
    private final int maxOperations;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition changed = lock.newCondition();
    private int operations;
    private long bytes;
    private boolean closed;

    WriteBuffer(int maxOperations, long maxBytes) {
        this.maxOperations = maxOperations;
        this.maxBytes = maxBytes;
    }

    /** Waits for room. False if the buffer was closed before there was any. */
    boolean acquire(int addedOperations, long addedBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !fits(addedOperations, addedBytes)) {
                changed.await();
            }
            if (closed) {
                return false;
            }
            operations += addedOperations;
            bytes += addedBytes;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(int addedOperations, long addedBytes) {
        return operations == 0 || operations + addedOperations <= maxOperations && bytes + addedBytes <= maxBytes;
    }

    void release(int doneOperations, long doneBytes) {
        lock.lock();
        try {
            operations -= doneOperations;
            bytes -= doneBytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the buffer: all current and later callers stop waiting, without room. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
