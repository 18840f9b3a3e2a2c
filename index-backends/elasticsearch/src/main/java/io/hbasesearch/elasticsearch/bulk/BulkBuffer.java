/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.elasticsearch.bulk.PendingWrite.Isolation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Buffers operations between {@code write} and their result, bounded by count and bytes; callers that add wait while it is
 * full. An operation takes up room until it is released, not only until it is sent, so that the bounds apply to the writer as a
 * whole. Operations to retry wait for a while; others overtake them meanwhile. Operations that may delay everything in the same
 * request ({@link Isolation}) get separate requests, one at a time and alternating with the others. Safe for use by several
 * threads.
 */
public final class BulkBuffer {
    private static final List<Isolation> APART = List.of(Isolation.AWAY, Isolation.UNANSWERED, Isolation.NONE);

    private final int maxOperations;
    private final long maxBytes;
    // Fair: a caller with a large batch must not starve the others.
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition roomOrClosed = lock.newCondition();
    private final Condition workOrClosed = lock.newCondition();
    private final Deque<PendingWrite> queue = new ArrayDeque<>();
    private final Map<Isolation, RetryQueue> aside = new EnumMap<>(Isolation.class);
    private final long originNanos = System.nanoTime();
    private @Nullable List<PendingWrite> apartUnderWay;
    private boolean apartWasLast;
    private long pausedUntilNanos;
    private int operations;
    private long bytes;
    private long oversizedBytes;
    private int troubled;
    private boolean closed;
    private boolean abandoned;

    public BulkBuffer(int maxOperations, long maxBytes) {
        this.maxOperations = maxOperations;
        this.maxBytes = maxBytes;
        for (Isolation company : Isolation.values()) {
            aside.put(company, new RetryQueue());
        }
    }

    /**
     * Adds operations as room for them becomes available. Of operations larger than the whole buffer, one is admitted at a
     * time, in addition to the others: it may be in progress for long.
     *
     * @param writes the operations that are left in it, after an exception too, were not added
     * @return false if the buffer was closed before all were added
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
                count(write, 1);
            }
            workOrClosed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoomFor(PendingWrite write) {
        boolean fits = isOversized(write) ? oversizedBytes == 0 : bytes + write.bytes() <= maxBytes;
        return operations < maxOperations && fits;
    }

    private boolean isOversized(PendingWrite write) {
        return write.bytes() > maxBytes;
    }

    private void count(PendingWrite write, int sign) {
        operations += sign;
        if (isOversized(write)) {
            oversizedBytes += sign * write.bytes();
        } else {
            bytes += sign * write.bytes();
        }
    }

    /**
     * Waits for work and takes as much as fits into one request: first retries that are due, then new operations. {@link #sent}
     * must be called once the request is answered.
     *
     * @return at least one operation, or none once the buffer is closed and empty
     */
    List<PendingWrite> take(int requestOperations, long requestBytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Isolation company = awaitWork();
            long now = now();
            BulkDraft request = new BulkDraft(company == Isolation.NONE ? 1 : requestOperations, requestBytes);
            aside.get(company).moveDue(now, request);
            if (company == Isolation.ANY) {
                if (request.taken().stream().noneMatch(PendingWrite::wasRefusedInCompany)) {
                    request.takeFrom(queue);
                }
            } else {
                apartUnderWay = request.taken();
            }
            apartWasLast = company != Isolation.ANY;
            if (!isEmpty()) {
                workOrClosed.signal();
            }
            return request.taken();
        } finally {
            lock.unlock();
        }
    }

    /** Records that a taken request has been answered. */
    void sent(List<PendingWrite> taken) {
        lock.lock();
        try {
            if (taken == apartUnderWay) {
                apartUnderWay = null;
                workOrClosed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @return the kind of operations of the next request */
    private Isolation awaitWork() throws InterruptedException {
        while (true) {
            long now = now();
            long until = pausedUntilNanos;
            if (until <= now) {
                Isolation next = next(now);
                if (next != null) {
                    return next;
                }
                until = firstDueNanos();
            } else if (abandoned) {
                return Isolation.ANY;
            }
            if (until == Long.MAX_VALUE) {
                workOrClosed.await();
            } else {
                long ignored = workOrClosed.awaitNanos(until - now);
            }
        }
    }

    /** Returns null while there is nothing to send. */
    private @Nullable Isolation next(long now) {
        boolean ordinary = !queue.isEmpty() || aside.get(Isolation.ANY).isDue(now);
        Isolation apart = firstApart();
        if (apart != null && aside.get(apart).isDue(now) && !(ordinary && apartWasLast)) {
            return apart;
        }
        return ordinary || (closed && isEmpty()) ? Isolation.ANY : null;
    }

    /** Returns the kind whose turn it is for a separate request; null while one is in progress. */
    private @Nullable Isolation firstApart() {
        if (apartUnderWay != null) {
            return null;
        }
        return APART.stream()
                .min(Comparator.comparingLong(company -> aside.get(company).firstNanos()))
                .orElseThrow();
    }

    private long firstDueNanos() {
        Isolation apart = firstApart();
        long ordinary = aside.get(Isolation.ANY).firstNanos();
        return apart == null ? ordinary : Math.min(ordinary, aside.get(apart).firstNanos());
    }

    private boolean isEmpty() {
        return queue.isEmpty() && aside.values().stream().allMatch(RetryQueue::isEmpty);
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }

    /**
     * Takes back operations to retry after a delay. They keep their room in the buffer.
     *
     * @return false if no sender will take them any more, so that they still belong to the caller
     */
    boolean putAside(Collection<PendingWrite> writes, Duration time) {
        lock.lock();
        try {
            if (!putBack(writes, time)) {
                return false;
            }
            troubled +=
                    (int) writes.stream().filter(write -> write.tries() == 1).count();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Does the same as {@link #putAside} for operations that were taken but not sent. */
    boolean putBack(Collection<PendingWrite> writes, Duration time) {
        lock.lock();
        try {
            if (abandoned) {
                return false;
            }
            long due = now() + time.toNanos();
            writes.forEach(write -> aside.get(write.company()).add(write, due));
            workOrClosed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Hands out nothing for the given time. */
    void pause(Duration time) {
        lock.lock();
        try {
            pausedUntilNanos = Math.max(pausedUntilNanos, now() + time.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether operations wait that may share a request. */
    boolean hasOrdinary() {
        lock.lock();
        try {
            return !queue.isEmpty() || !aside.get(Isolation.ANY).isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether no operation that was ever retried is still without a result. */
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

    /** Releases the room of operations that have their result. */
    void release(Collection<PendingWrite> done) {
        lock.lock();
        try {
            for (PendingWrite write : done) {
                count(write, -1);
                troubled -= write.tries() > 0 ? 1 : 0;
            }
            roomOrClosed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Stops accepting operations. Queued ones can still be taken. Idempotent. */
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

    /** Closes the buffer, and returns the operations that no sender has taken. */
    List<PendingWrite> abandon() {
        lock.lock();
        try {
            close();
            abandoned = true;
            List<PendingWrite> rest = new ArrayList<>(queue);
            aside.values().forEach(put -> rest.addAll(put.clear()));
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
            return bytes + oversizedBytes;
        } finally {
            lock.unlock();
        }
    }
}
