/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the bytes that all indexes of a process have in flight, in events and in rows that are read and not yet written, and makes
 * those wait who would add too many. There is one in each process; each index has a {@link Share}. Safe for use by several threads.
 *
 * <p>An index may stand still for any time with rows that its backend does not take. So half of the room is kept for the indexes that hold
 * no row: each of them gets one read at a time, and {@link #bytesOfRead} keeps reads so small that there is one for every index. The other
 * half goes to whoever holds least. Nobody waits with rows in hand: a read that brought more than was reserved gives its rows up, and is done
 * again once there is room for them. So no index waits for ever unless the others hold more than half of the room and stand still.
 *
 * <p>More than all of the room is in use only while a single row is larger.
 */
public final class InFlightRoom {
    private static final int PART_OF_HEAP = 8;
    private static final int PART_FOR_EVENTS = 2;
    private static final long LEAST_OF_READ = 64L << 10;

    private final long bytes;
    private final List<Share> shares = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private long rowBytes;
    private long eventBytes;

    /** @param bytes of rows; events have half as many beside them */
    public InFlightRoom(long bytes) {
        this.bytes = bytes;
    }

    /**
     * An eighth of the heap. A row that waits is there up to three times: as a document, as a line for the index, and as a part of the
     * request that is under way.
     */
    public static InFlightRoom ofHeap() {
        return new InFlightRoom(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /**
     * Of one more index; to be closed when it ends.
     *
     * @param mostRowBytes that it may hold, unless it holds nothing else
     */
    synchronized Share share(long mostRowBytes) {
        Share share = new Share(mostRowBytes);
        shares.add(share);
        return share;
    }

    /** How many bytes of rows one read should bring at most. */
    synchronized long bytesOfRead() {
        return Math.max(LEAST_OF_READ, bytes / 2 / Math.max(1, shares.size()));
    }

    synchronized long rowBytes() {
        return rowBytes;
    }

    synchronized int waiting() {
        return waiters.size();
    }

    private record Waiter(Share share, long wanted) {}

    /** What one index holds. Close it only when nothing of it is written any more. */
    final class Share implements AutoCloseable {
        private final long mostRowBytes;
        private long rows;
        private long events;
        private boolean isClosed;

        private Share(long mostRowBytes) {
            this.mostRowBytes = mostRowBytes;
        }

        /**
         * Waits until there is room for a read.
         *
         * @param wanted how much it may bring
         * @return what was reserved: no more than the whole room
         */
        long reserve(long wanted) throws InterruptedException {
            Waiter waiter = new Waiter(this, Math.min(wanted, bytes));
            synchronized (InFlightRoom.this) {
                waiters.add(waiter);
                try {
                    while (!isClosed && !(isNext(waiter) && fits(waiter.wanted()))) {
                        InFlightRoom.this.wait();
                    }
                    add(waiter.wanted());
                } finally {
                    waiters.removeIf(other -> other == waiter);
                    InFlightRoom.this.notifyAll();
                }
            }
            return waiter.wanted();
        }

        private boolean fits(long wanted) {
            return fitsOwn(wanted) && fitsBeside(rowBytes, wanted, rows == 0);
        }

        private boolean fitsOwn(long wanted) {
            return rows == 0 || rows + wanted <= mostRowBytes;
        }

        private boolean fitsBeside(long others, long wanted, boolean isAlone) {
            return others == 0 || others + wanted <= (isAlone ? bytes : bytes / 2);
        }

        /** Whoever holds rows lets those go first who hold less, and an index has its own reads in their order. */
        private boolean isNext(Waiter waiter) {
            boolean isBehindOwn = false;
            for (Waiter other : waiters) {
                if (other == waiter) {
                    isBehindOwn = true;
                } else if (other.share() == this ? !isBehindOwn : goesBefore(other)) {
                    return false;
                }
            }
            return true;
        }

        private boolean goesBefore(Waiter other) {
            return other.share().rows < rows && other.share().fitsOwn(other.wanted());
        }

        /**
         * Counts what a read brought instead of what was reserved for it, if there is room for that; does not wait.
         *
         * @return false if there is not: what was reserved stays so, and the rows are to be given up
         */
        boolean settle(long reserved, long read) {
            synchronized (InFlightRoom.this) {
                boolean fits = read <= reserved || fitsBeside(rowBytes - reserved, read, rows == reserved);
                if (fits) {
                    add(read - reserved);
                    InFlightRoom.this.notifyAll();
                }
                return fits || isClosed;
            }
        }

        void giveBack(long number) {
            synchronized (InFlightRoom.this) {
                add(-number);
                InFlightRoom.this.notifyAll();
            }
        }

        private void add(long number) {
            if (!isClosed) {
                rows += number;
                rowBytes += number;
            }
        }

        long rowBytes() {
            synchronized (InFlightRoom.this) {
                return rows;
            }
        }

        void addEvents(long number) {
            synchronized (InFlightRoom.this) {
                if (!isClosed) {
                    events += number;
                    eventBytes += number;
                }
            }
        }

        /** Whether more events may be taken: those of one poll always may. */
        boolean hasRoomForEvents() {
            synchronized (InFlightRoom.this) {
                return events == 0 || eventBytes < bytes / PART_FOR_EVENTS;
            }
        }

        /** Gives back what is left. What others give back afterwards does not count. */
        @Override
        public void close() {
            synchronized (InFlightRoom.this) {
                addEvents(-events);
                add(-rows);
                isClosed = true;
                shares.remove(this);
                InFlightRoom.this.notifyAll();
            }
        }
    }
}
