/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.config.IndexerConfig;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lends the threads that scan tables to all comparisons and backfills of a process, as many as its heap has room for. Each run has one
 * thread of its own, so that none waits for another. Safe for use by several threads.
 */
final class HeapThreads {
    /** Copies of the largest row that one thread holds: the response, the row, the next row, the document, and pending writes. */
    private static final int COPIES_OF_A_ROW = 8;

    /** The threads of this process. */
    static final HeapThreads OF_PROCESS =
            new HeapThreads(Runtime.getRuntime().maxMemory(), IndexerConfig.rowBytesOfHeap());

    private final AtomicInteger free;

    HeapThreads(long heapBytes, long rowBytes) {
        // One less, as the first run has its own thread.
        free = new AtomicInteger((int) Math.max(0, heapBytes / rowBytes / COPIES_OF_A_ROW - 1));
    }

    /** Returns how many threads are lent: no more than this number, perhaps none. */
    int borrow(int most) {
        int before = free.getAndUpdate(left -> left - Math.min(left, most));
        return Math.min(before, most);
    }

    void giveBack(int number) {
        free.addAndGet(number);
    }
}
