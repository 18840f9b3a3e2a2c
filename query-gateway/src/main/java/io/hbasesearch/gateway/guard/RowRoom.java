/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Limits the memory of the rows that all requests of a gateway hold together, and of the answers that are made of them, until the callers
 * have taken these. Each request may hold a few rows in any case, so that large rows never delay usual requests. Beyond that, a request
 * charges its rows here: its first read waits for room, later ones bring fewer rows or fail. A request that holds rows therefore never waits
 * for another, and one that is alone here always gets one row, however large it is. Safe for use by several threads.
 */
public final class RowRoom {
    /**
     * The most copies of a row's bytes in memory, which exist while its answer is written: as a field and as a column, both of two bytes
     * for each character if one of the text's characters needs them, as one of the two in UTF-8, and as JSON that is then copied.
     */
    static final int COPIES = 10;

    /** Memory of a cell besides its bytes. */
    private static final int CELL_BYTES = 100;

    private static final int PARTS_OF_HEAP = 16;

    /** Parts of the heap that all requests charge together. One row, alone, may take more. */
    private static final int CHARGED_PARTS = 3;

    /** Parts of the heap that all requests hold uncharged. */
    private static final int UNCHARGED_PARTS = 1;

    /** One request in this number may wait, so that places are left for the others. */
    private static final int PART_OF_WAITING = 4;

    /** Share of the remaining time that a request waits; the rest is for reading. */
    private static final double SHARE_OF_WAITING = 0.8;

    private final long bytes;
    private final long uncharged;
    private final int mostWaiting;
    private final Metrics.Counter refused;
    private final Queue<Held> waiting = new ArrayDeque<>(); // guarded by this
    private long used; // guarded by this

    /**
     * @param bytes that are charged, of all requests together
     * @param uncharged bytes of each request
     * @param mostWaiting requests at a time
     */
    RowRoom(long bytes, long uncharged, int mostWaiting, Metrics metrics) {
        this.bytes = bytes;
        this.uncharged = uncharged;
        this.mostWaiting = mostWaiting;
        this.refused = metrics.counter(
                Admission.REJECTED, Admission.REJECTED_HELP, "reason", "rows", Admission.WORK, "request");
    }

    /** @param requests at work at once that may hold rows */
    public static RowRoom of(long heapBytes, int requests, Metrics metrics) {
        return new RowRoom(
                heapBytes / PARTS_OF_HEAP * CHARGED_PARTS,
                heapBytes / PARTS_OF_HEAP * UNCHARGED_PARTS / requests,
                Math.max(1, requests / PART_OF_WAITING),
                metrics);
    }

    /** Returns room for any number of rows. */
    static RowRoom unlimited() {
        return new RowRoom(Long.MAX_VALUE, Long.MAX_VALUE, 1, Metrics.none());
    }

    /** Returns what one more request holds: nothing yet. */
    public Held held() {
        return new Held();
    }

    /** Returns the memory of a row and of all that is made of it for an answer. */
    public static long of(Row row) {
        return COPIES * (row.bytes() + (long) CELL_BYTES * row.cellCount());
    }

    /** Returns how many requests wait for room. */
    synchronized int waiting() {
        return waiting.size();
    }

    private ProblemException full() {
        refused.increment();
        return new ProblemException(ProblemDocument.of(
                        503,
                        ErrorCode.THROTTLED,
                        "the gateway holds as many bytes of rows as its heap has room for",
                        "Try again in a moment, or request fewer rows or columns at a time.")
                .retryAfter(Duration.ofSeconds(1)));
    }

    /** The rows of one request. For one thread. */
    public final class Held implements AutoCloseable {
        private long rows;
        private long charged;
        private long kept;

        private Held() {}

        /** Tells whether the request holds no rows. */
        public boolean isEmpty() {
            return rows == 0;
        }

        /** Tells whether no other request uses room. */
        public boolean isAlone() {
            synchronized (RowRoom.this) {
                return used == charged;
            }
        }

        /** Returns how many bytes of rows there is room for now, but no more than {@code most}, and at least one. */
        public long mostBytes(long most) {
            synchronized (RowRoom.this) {
                boolean isReserved = rows == 0 && charged > 0;
                long own = Math.max(0, uncharged + charged - rows);
                long free = !isReserved && mayPass() ? Math.max(0, bytes - used) : 0;
                return Math.max(1, Math.min(most, own / COPIES + free / COPIES));
            }
        }

        /** Takes as many of the first rows as there is room for, without waiting. Returns their number. */
        public int take(List<Row> some) {
            int taken = 0;
            while (taken < some.size() && take(of(some.get(taken)), rows == 0)) {
                taken++;
            }
            return taken;
        }

        /**
         * Takes cells that were read for rows that the request holds, otherwise like {@link #take}.
         *
         * @throws ProblemException 503 if there is no room for those of the first row
         */
        public int takeMore(List<Row> some) {
            int taken = 0;
            while (taken < some.size() && take(of(some.get(taken)), taken == 0)) {
                taken++;
            }
            if (taken == 0 && !some.isEmpty()) {
                throw full();
            }
            return taken;
        }

        /** Takes all of these rows or none, without waiting. */
        public boolean takeAll(List<Row> all) {
            return take(all.stream().mapToLong(RowRoom::of).sum(), all.size() == 1);
        }

        /** @param isOne whether a request that is alone gets it in any case */
        private boolean take(long more, boolean isOne) {
            synchronized (RowRoom.this) {
                long wanted = Math.max(0, rows + more - uncharged) - charged;
                boolean isAlone = isOne && used == charged;
                if (wanted > 0 && !(mayPass() && (isAlone || wanted <= bytes - used))) {
                    return false;
                }
                rows += more;
                charge(Math.max(0, wanted));
                return true;
            }
        }

        /** Requests that hold something pass those that wait, because that ends sooner. */
        private boolean mayPass() {
            return charged > 0 || waiting.isEmpty();
        }

        private void charge(long more) {
            used += more;
            charged += more;
        }

        /** Returns how much to reserve for some of these rows: at least for the first, and for more if they fit into half of the room. */
        public long partOf(Row first, long all) {
            return Math.max(of(first), Math.min(all, bytes / 2));
        }

        /**
         * Reserves the room for rows that have been dropped and are to be read again. For requests that hold nothing.
         *
         * @param wanted their memory, as {@link #of}
         * @throws ProblemException 503 if there is no room in time, too many others wait, or the request keeps rows
         */
        public void await(long wanted, RequestDeadline deadline) {
            giveBack();
            if (kept > 0) {
                throw full();
            }
            synchronized (RowRoom.this) {
                if (waiting.size() >= mostWaiting) {
                    throw full();
                }
                waiting.add(this);
                try {
                    awaitTurn(Math.max(0, wanted - uncharged), deadline.left(SHARE_OF_WAITING));
                } finally {
                    waiting.remove(this);
                    RowRoom.this.notifyAll();
                }
            }
        }

        private void awaitTurn(long wanted, Duration atMost) {
            long end = System.nanoTime() + atMost.toNanos();
            try {
                while (waiting.peek() != this || (used > 0 && wanted > bytes - used)) {
                    long left = end - System.nanoTime();
                    if (left <= 0) {
                        throw full();
                    }
                    TimeUnit.NANOSECONDS.timedWait(RowRoom.this, left);
                }
                charge(wanted);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw full();
            }
        }

        /** Fails like a read for which there is no room. */
        public ProblemException refusal() {
            return full();
        }

        /** Replaces all rows by the answer that was made of them. */
        public void answered(long answerBytes) {
            kept = 0;
            hold(answerBytes);
        }

        private void hold(long bytesOfRows) {
            synchronized (RowRoom.this) {
                rows = bytesOfRows;
                charge(Math.max(0, bytesOfRows - uncharged) - charged);
                RowRoom.this.notifyAll();
            }
        }

        /** Keeps the rows so far until there is an answer: those of one index, while the request reads the next one. */
        public void keep() {
            kept = rows;
        }

        /** Releases the room of all rows that are not kept, because the request has dropped them. */
        public void giveBack() {
            hold(kept);
        }

        /** Gives all room back: the caller has the answer, or gets none. */
        @Override
        public void close() {
            answered(0);
        }
    }
}
