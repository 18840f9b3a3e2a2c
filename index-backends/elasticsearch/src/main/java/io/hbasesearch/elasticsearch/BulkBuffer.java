/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.elasticsearch.PendingWrite.Isolation;
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
 * Operations between {@code write} and their result, bounded by count and bytes; who adds waits while it is full. An
 * operation takes up room until it is released, not only until it is sent, so that the bounds hold for the writer as a
 * whole. What has to be sent again is put aside for a while; others pass it meanwhile. What may hold up whatever travels with it
 * ({@link Isolation}) gets requests of its own, one at a time and turn about with the others. Safe for use by several threads.
 */
final class BulkBuffer {
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

    BulkBuffer(int maxOperations, long maxBytes) {
        this.maxOperations = maxOperations;
        this.maxBytes = maxBytes;
        for (Isolation company : Isolation.values()) {
            aside.put(company, new RetryQueue());
        }
    }

    /**
     * Takes operations in as room for them appears. Of those that are larger than the whole buffer
     * one is let in at a time, beside the others: it may be on its way for long.
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
     * Waits for work and takes what is there, as far as it fits into one request: what was put aside and is due, then what is
     * new. {@link #sent} is due once the request is answered.
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

    /** What was taken has been answered. */
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

    /** @return what the next request is made of */
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

    /** Null while there is nothing to send. */
    private @Nullable Isolation next(long now) {
        boolean ordinary = !queue.isEmpty() || aside.get(Isolation.ANY).isDue(now);
        Isolation apart = firstApart();
        if (apart != null && aside.get(apart).isDue(now) && !(ordinary && apartWasLast)) {
            return apart;
        }
        return ordinary || (closed && isEmpty()) ? Isolation.ANY : null;
    }

    /** Whose turn it is to have a request of its own; null while one is under way. */
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
     * Takes back what has to be sent again, not before some time has passed. Its room stays taken.
     *
     * @return false if nobody will take it out any more, so that it is still the caller's
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

    /** As {@link #putAside} for what was taken, but not sent. */
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

    /** Nothing is given out for some time. */
    void pause(Duration time) {
        lock.lock();
        try {
            pausedUntilNanos = Math.max(pausedUntilNanos, now() + time.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Whether operations wait that may be sent together. */
    boolean hasOrdinary() {
        lock.lock();
        try {
            return !queue.isEmpty() || !aside.get(Isolation.ANY).isEmpty();
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
            for (PendingWrite write : done) {
                count(write, -1);
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
