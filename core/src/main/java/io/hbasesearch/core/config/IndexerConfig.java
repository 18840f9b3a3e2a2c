/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;

/**
 * The configuration of the indexer's pipeline, for each index.
 *
 * @param pollRecords the most events taken from Kafka at once
 * @param readBatch the most rows in one read
 * @param readConcurrency reads in flight
 * @param stubRetention how long a stub is kept; a document whose read is older than a quarter of it is never written
 * @param maxRowBytes the bytes that the cells of one row may have in memory; a larger row becomes a dead letter
 */
public record IndexerConfig(
        int pollRecords,
        int readBatch,
        int readConcurrency,
        Buffer buffer,
        Timings timings,
        Duration stubRetention,
        long maxRowBytes) {
    private static final int ROWS_IN_HEAP = 32;
    private static final long MOST_BYTES = 16L << 20;

    /** Returns the default of {@code maxRowBytes}: 16 MB, or a 32nd of a heap of less than 512 MB. */
    public static long rowBytesOfHeap() {
        return Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / ROWS_IN_HEAP);
    }

    /**
     * Limits on what is between poll and acknowledgement; at one of them, partitions are paused.
     *
     * @param bytes of events and of rows read
     */
    public record Buffer(int events, long bytes) {}

    /**
     * @param commitInterval how often acknowledged positions are committed
     * @param identityInterval how often topic id and partition count are checked again
     * @param drainTimeout how long a stop may take to finish what is in flight
     */
    public record Timings(Duration commitInterval, Duration identityInterval, Duration drainTimeout) {}
}
