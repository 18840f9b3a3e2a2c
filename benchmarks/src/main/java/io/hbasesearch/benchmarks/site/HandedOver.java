/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How many WAL entries HBase has handed over, and how fast, in a file that HBase's process and the measuring one have both in their memory: so
 * counting costs next to nothing, and HBase needs no more threads for it. Safe for use by several threads of both.
 */
public final class HandedOver {
    /** The setting of a peer that names the file. */
    static final String FILE = "hbase-search.benchmarks.handed-over";

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final Duration LOOK = Duration.ofMillis(5);
    // Where in the file what is. Times are readings of System.nanoTime() in HBase's process, of which only differences
    // are used.
    private static final int BEGAN = 0;
    private static final int ENDED = Long.BYTES;
    private static final int ENTRIES = 2 * Long.BYTES;
    private static final int SIZE = 3 * Long.BYTES;

    private final ByteBuffer file;

    private HandedOver(ByteBuffer file) {
        this.file = file;
    }

    /** @param file which is made if there is none yet */
    public static HandedOver in(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // The mapping stays when the channel is closed.
            return new HandedOver(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
        }
    }

    /** HBase has read an entry, and is going to hand it over. */
    void read() {
        if ((long) LONGS.getVolatile(file, BEGAN) == 0) {
            LONGS.compareAndSet(file, BEGAN, 0L, System.nanoTime());
        }
    }

    /** HBase has handed over so many. */
    void add(int entries) {
        LONGS.setVolatile(file, ENDED, System.nanoTime());
        // Last: whoever sees them sees when they came.
        LONGS.getAndAdd(file, ENTRIES, (long) entries);
    }

    /** Since this was begun anew. */
    public long entries() {
        return (long) LONGS.getVolatile(file, ENTRIES);
    }

    /** Begins anew, while nothing is handed over. */
    public void reset() {
        for (int place : new int[] {ENTRIES, ENDED, BEGAN}) {
            LONGS.setVolatile(file, place, 0L);
        }
    }

    /** @throws IllegalStateException if there are fewer after that time */
    public void await(long entries, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (long there = entries(); there < entries; there = entries()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(
                        there + " of " + entries + " WAL entries were handed over within " + limit);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    /**
     * Entries per second from the first one that was read to the last that was handed over. HBase hands them over by the ten
     * thousand, so that a clock which began with the first of these would leave out the reading of as many.
     *
     * @throws IllegalStateException if nothing was handed over
     */
    public double rate() {
        long nanos = (long) LONGS.getVolatile(file, ENDED) - (long) LONGS.getVolatile(file, BEGAN);
        if (entries() == 0 || nanos <= 0) {
            throw new IllegalStateException("no WAL entry was handed over");
        }
        return entries() * 1e9 / nanos;
    }
}
