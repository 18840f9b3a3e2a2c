/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

/**
 * Computes the partition of a row: murmur2 of the row key's bytes modulo a partition count, as Kafka's own clients place a keyed record. It
 * is computed here and passed to Kafka explicitly, because within an epoch a row must never change its partition, whatever partition count
 * a client's metadata has.
 */
public final class RowPartition {
    private static final int SEED = 0x9747b28c;
    private static final int M = 0x5bd1e995;
    private static final int R = 24;

    private RowPartition() {}

    /**
     * @param partitions the topic's partition count as recorded in the peer's configuration, at least 1
     * @return 0 to {@code partitions - 1}
     */
    public static int of(byte[] row, int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
        return (murmur2(row) & Integer.MAX_VALUE) % partitions;
    }

    /** Computes Austin Appleby's MurmurHash2 (public domain), 32 bit, with the seed of Kafka's default partitioner. */
    static int murmur2(byte[] data) {
        int length = data.length;
        int hash = SEED ^ length;
        int index = 0;
        for (; length - index >= 4; index += 4) {
            int word = (data[index] & 0xff)
                    | (data[index + 1] & 0xff) << 8
                    | (data[index + 2] & 0xff) << 16
                    | (data[index + 3] & 0xff) << 24;
            word *= M;
            word ^= word >>> R;
            word *= M;
            hash *= M;
            hash ^= word;
        }
        int rest = length - index;
        if (rest > 0) {
            if (rest == 3) {
                hash ^= (data[index + 2] & 0xff) << 16;
            }
            if (rest >= 2) {
                hash ^= (data[index + 1] & 0xff) << 8;
            }
            hash ^= data[index] & 0xff;
            hash *= M;
        }
        hash ^= hash >>> 13;
        hash *= M;
        hash ^= hash >>> 15;
        return hash;
    }
}
