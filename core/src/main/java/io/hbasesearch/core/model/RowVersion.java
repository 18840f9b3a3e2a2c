/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

/**
 * The version of a document: {@code epoch << 48 | (offset + 1)} of its event. It is the external version in Elasticsearch; the
 * highest one wins.
 */
public record RowVersion(long value) implements Comparable<RowVersion> {
    /** The largest epoch, so that a version never becomes negative. */
    public static final int MAX_EPOCH = 32_767;

    private static final int OFFSET_BITS = 48;
    private static final long MAX_OFFSET = (1L << OFFSET_BITS) - 2;

    public RowVersion {
        if (value < 0) {
            throw new IllegalArgumentException("a version is not negative: " + value);
        }
    }

    /**
     * @param epoch 1 to {@link #MAX_EPOCH}
     * @param offset the event's offset in its partition, from 0
     */
    public static RowVersion of(int epoch, long offset) {
        if (epoch < 1 || epoch > MAX_EPOCH) {
            throw new IllegalArgumentException("epoch must be within 1 and " + MAX_EPOCH + ", not " + epoch);
        }
        if (offset < 0 || offset > MAX_OFFSET) {
            throw new IllegalArgumentException("offset must be within 0 and " + MAX_OFFSET + ", not " + offset);
        }
        return new RowVersion((long) epoch << OFFSET_BITS | (offset + 1));
    }

    public int epoch() {
        return (int) (value >>> OFFSET_BITS);
    }

    public long offset() {
        return (value & ((1L << OFFSET_BITS) - 1)) - 1;
    }

    @Override
    public int compareTo(RowVersion other) {
        return Long.compare(value, other.value);
    }
}
