/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ranges that are still to be compared, lowest first. An idle thread makes the others give away half of their remaining ranges,
 * so that one large region keeps every thread busy. Safe for use by several threads.
 */
public final class WorkQueue {
    private final PriorityQueue<Work> waiting = new PriorityQueue<>(Comparator.comparing((Work work) -> work.position));
    private final Set<Work> running = new HashSet<>();
    private int idle;
    private boolean stopped;

    public WorkQueue(List<KeyRange> ranges) {
        ranges.stream()
                .filter(range -> !range.isEmpty())
                .forEach(range -> waiting.add(new Work(range.start(), range.stop())));
    }

    /** A range that a thread works on. Its fields are guarded by the queue's lock. */
    public final class Work {
        private ByteArray position;
        private ByteArray stop;
        private boolean done;

        private Work(ByteArray start, ByteArray stop) {
            this.position = start;
            this.stop = stop;
        }

        /** Returns what is left of it. */
        public KeyRange rest() {
            synchronized (WorkQueue.this) {
                return new KeyRange(position, stop);
            }
        }

        public boolean isDone() {
            synchronized (WorkQueue.this) {
                return done;
            }
        }

        /** Records that everything before {@code to} was compared; empty for the end of the table. */
        public void advance(ByteArray to) {
            synchronized (WorkQueue.this) {
                position = to;
                done = to.equals(stop);
                if (done) {
                    running.remove(this);
                    WorkQueue.this.notifyAll();
                }
            }
        }

        /** Gives away the part from {@code middle} on. */
        public void split(ByteArray middle) {
            synchronized (WorkQueue.this) {
                waiting.add(new Work(middle, stop));
                stop = middle;
                WorkQueue.this.notifyAll();
            }
        }
    }

    /** Waits for work; returns null if there is none left and none will come. */
    public synchronized @Nullable Work take() throws InterruptedException {
        idle++;
        while (waiting.isEmpty() && !running.isEmpty() && !stopped) {
            wait();
        }
        idle--;
        Work work = stopped ? null : waiting.poll();
        if (work != null) {
            running.add(work);
        }
        return work;
    }

    /** Returns whether a thread is idle and no work is waiting. */
    public synchronized boolean isHungry() {
        return idle > 0 && waiting.isEmpty();
    }

    /** Hands out no more work. */
    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Returns the lowest key that was not compared; empty if all were. */
    synchronized Optional<ByteArray> unfinished() {
        return Stream.concat(waiting.stream(), running.stream())
                .map(work -> work.position)
                .min(Comparator.naturalOrder());
    }
}
